internal import FileSystem
public import MixtapeModel
public import MixtapePlayer
public import MixtapeStore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A session of listening to a playlist.
///
/// It resumes where the previous session of the playlist ended, saves the queue and the position while it runs, counts the
/// plays of episodes, and records them in the library at its end. A session that was killed loses at most 15 seconds: the
/// next session of the playlist resumes there, and records its plays.
///
/// The ``player`` may be used from any thread; the session itself from one.
public final class PlayerSession {
  /// The longest time that is played without saving.
  private static let saveInterval = Duration.seconds(15)

  /// The player of the session.
  public let player: ShufflePlayer
  /// The reason why the queue and the position could not be saved; `nil` if they were saved.
  public private(set) var savingFailure: MixtapeError?

  private let store: Store
  private let playlist: Playlist.ID
  private let episodes: [Episode.ID]
  private let service: PlayCountingService
  private let log: PlayLog
  /// The lock that keeps other sessions from playing the playlist; `nil` if nothing can be written in the store.
  private var lock: FileLock?
  private let recordsPlays: Bool
  /// The plays of earlier sessions that are not recorded yet.
  private let unrecorded: [Episode.ID: EpisodePlays]
  private let elapsed: () -> Duration
  private var lastSave = Duration.zero
  private var hasChanges = true

  /// Starts a session. Nothing plays yet.
  ///
  /// - Parameters:
  ///   - playlist: The playlist.
  ///   - episodes: The episodes of the playlist, up to the capacity of the player. If the session resumes an earlier one,
  ///     episodes that joined or left the playlist since then join or leave the queue.
  ///   - service: The service that plays.
  ///   - options: The options of the player.
  ///   - startsOver: Whether to ignore the queue and the position of the previous session.
  ///   - recordsPlays: Whether ``end()`` records plays. If not, plays of earlier sessions stay unrecorded too.
  ///   - elapsed: The time since a fixed moment. It decides when to save.
  /// - Throws: ``MixtapeError/Code/locked`` if another session plays the playlist.
  public init(
    of playlist: Playlist.ID, _ episodes: [Episode], in store: Store, on service: any MusicService,
    options: ShufflePlayer.Options, startsOver: Bool = false, recordsPlays: Bool = true,
    elapsed: @escaping () -> Duration
  ) throws(MixtapeError) {
    do throws(MixtapeError) {
      lock = try store.lockPlayer(of: playlist)
    } catch {
      guard error.code != .locked else { throw error }
      lock = nil
      savingFailure = error
    }
    let saved = try store.playerState(of: playlist).flatMap(SavedPlayerSession.init)
    let resumed = startsOver ? nil : saved
    unrecorded = saved?.unrecordedPlays ?? [:]
    log = PlayLog(unrecorded, now: options.now)
    self.service = PlayCountingService(service, log: log, resuming: resumed?.counted)
    player = try Self.makePlayer(on: self.service, options, with: episodes, resuming: resumed, in: store)
    self.store = store
    self.playlist = playlist
    self.episodes = episodes.map(\.id)
    self.recordsPlays = recordsPlays
    self.elapsed = elapsed
  }

  private static func makePlayer(
    on service: PlayCountingService, _ options: ShufflePlayer.Options, with episodes: [Episode],
    resuming saved: SavedPlayerSession?, in store: Store
  ) throws(MixtapeError) -> ShufflePlayer {
    guard let saved else {
      let player = ShufflePlayer(service: service, options: options)
      player.addUpToCapacity(episodes)
      return player
    }
    let differences = saved.differences(to: episodes.map(\.id))
    let player = ShufflePlayer(
      restoring: saved.player, library: try store.episodes(saved.player.episodes), service: service, options: options)
    for id in saved.player.episodes where differences.removed.contains(id) { player.remove(id) }
    if options.shuffle != player.shuffleAlgorithm { player.shuffle(by: options.shuffle) }
    player.addUpToCapacity(episodes.filter { differences.added.contains($0.id) })
    return player
  }

  /// Notes a change of the queue or of the state of the player, for ``saveIfDue()``.
  public func noteChange() { hasChanges = true }

  /// Saves the queue and the position after a change, and every 15 seconds while something plays.
  ///
  /// Call it after each change, and regularly while something plays. ``savingFailure`` contains a failure.
  public func saveIfDue() {
    guard hasChanges || player.state.isPlaying && elapsed() - lastSave >= Self.saveInterval else { return }
    save(player.saved, counted: nil)
  }

  private func save(_ state: ShufflePlayer.Saved, counted: Episode.ID?) {
    (lastSave, hasChanges) = (elapsed(), false)
    let saved = SavedPlayerSession(
      state, playlist: episodes, counted: counted, plays: recordsPlays ? log.plays : unrecorded)
    do {
      try store.savePlayerState(saved.bytes, of: playlist)
    } catch {
      savingFailure = error as? MixtapeError ?? MixtapeError(.saveFailed, .playlist(playlist), cause: error)
    }
  }

  /// Ends the session: stops the player, saves its state, and records the plays in the library as one commit. Another session
  /// may then play the playlist. Must be called at most once.
  ///
  /// - Returns: The change that recorded the plays; `nil` if there were none.
  /// - Throws: Errors of ``StoreLibrary/recordPlays(_:)``. The next session of the playlist then records the plays.
  public func end() throws(MixtapeError) -> PodcastPlan? {
    defer { lock = nil }
    let state = player.saved
    player.stop()
    // Saved first, so that no play is lost if the library cannot be changed.
    save(state, counted: service.counted)
    guard recordsPlays, !log.plays.isEmpty else { return nil }
    let plan = try store.library.recordPlays(log.plays)
    log.clear()
    save(state, counted: service.counted)
    return plan
  }
}

extension ShufflePlayer {
  /// Adds episodes until the player is full. Episodes that are already in the player stay.
  fileprivate func addUpToCapacity(_ episodes: [Episode]) {
    for episode in episodes {
      do throws(ShufflePlayerError) {
        try add(episode)
      } catch {
        switch error {
        case .capacityReached: continue
        }
      }
    }
  }
}
