import FileSystem
import MixtapeLibrary
import MixtapeModel
import MixtapePlayer
import MixtapeStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One session of a player: it begins where the last one of the playlist ended, and when it is over, what was heard is
/// recorded in the library.
final class PlayerSession {
  /// How much of what was played may be forgotten after a kill.
  private static let longestUnsavedTime = Duration.seconds(15)

  let controller: PlayerController
  private let store: Store
  private let playlist: Playlist.ID
  private let episodes: [Episode.ID]
  private let service: PlayCountingService
  private let log: PlayLog
  /// Nobody else plays the playlist meanwhile; `nil` where that cannot be made sure, as nothing can be kept there either.
  private let lock: FileLock?
  private let records: Bool
  private let unrecorded: [Episode.ID: EpisodePlays]
  private let time: SimulatedTime?
  private let now: @Sendable () -> Date
  private let elapsed: () -> Duration
  private var lastKept = Duration.zero
  private var isChanged = true
  /// Why what is to be remembered could not be kept.
  private(set) var savingFailure: MixtapeError?

  init(_ setup: PlayerSetup) throws {
    store = setup.store
    playlist = setup.playlist.id
    episodes = setup.episodes.map(\.id)
    records = setup.records
    do {
      lock = try store.lockPlayer(of: playlist)
    } catch  where error.code == .locked {
      throw CommandFailure(
        .locked, code: "playing", "\(playlist) is being played already",
        hints: "end that player first, or play another playlist: two would count twice what is heard")
    } catch {
      lock = nil
      savingFailure = error
    }
    now = setup.now
    elapsed = setup.elapsed
    let saved = try store.playerState(of: playlist).flatMap(SavedPlayerSession.init)
    // What an earlier session could not record is recorded with what is heard in this one.
    unrecorded = saved?.unrecordedPlays ?? [:]
    log = PlayLog(unrecorded, now: setup.now)
    let begun = setup.isFresh ? nil : saved
    let (source, time) = setup.makeService()
    self.time = time
    service = PlayCountingService(source, log: log, resuming: begun?.counted)
    controller = PlayerController(try setup.makePlayer(on: service, begun), playing: setup.playlist, on: setup.service)
  }

  var player: ShufflePlayer { controller.player }

  /// Has everything happened in a simulation that was to happen by now.
  func catchUp() { time?.catchUp() }

  /// How long there is nothing to do if nobody does anything; `nil` for ever.
  ///
  /// - Parameter showsSeconds: Whether every second that is played is to be seen.
  func patience(showingSeconds showsSeconds: Bool) -> Duration? {
    var patience = time?.patience
    if showsSeconds, player.state.isPlaying, let second = untilNextSecond { patience = min(patience ?? second, second) }
    return patience
  }

  /// How long it is until the position shows another second.
  private var untilNextSecond: Duration? {
    let position = player.position / .seconds(1)
    let left = Duration.seconds(1 - (position - position.rounded(.down)))
    guard let wait = SimulatedTime.waiting(left, time?.speed ?? 1) else { return nil }
    // No eye sees more pictures than these.
    return max(wait, .milliseconds(40))
  }

  /// Episodes of the library for what somebody types; the word that is being typed may go on.
  ///
  /// - Complexity: That of ``Store/forEachEpisode(matching:_:)``.
  func find(_ text: String) throws(MixtapeError) -> [Episode] {
    let isInWord = text.last.map { $0.isLetter || $0.isNumber } ?? false
    var found: [Episode] = []
    try store.forEachEpisode(matching: EpisodeQuery(search: isInWord ? "\(text)*" : text, now: now())) {
      found.append($0)
      return found.count < PlayerPanel.longestResult
    }
    return found
  }

  /// An episode of the library.
  func episode(_ id: Episode.ID) throws(MixtapeError) -> Episode? { try store.episodes([id])[id] }

  /// Notes that queue or position are not what was kept.
  func noteChange() { isChanged = true }

  /// Keeps queue and position, so that the next session goes on from here: if there is a change, and from time to time while
  /// something plays, as nobody says when the program is going to be killed.
  func keepIfDue() {
    guard isChanged || player.state.isPlaying && elapsed() - lastKept >= Self.longestUnsavedTime else { return }
    keep(player.saved, counted: nil)
  }

  private func keep(_ saved: ShufflePlayer.Saved, counted: Episode.ID?) {
    (lastKept, isChanged) = (elapsed(), false)
    let saved = SavedPlayerSession(
      saved, playlist: episodes, counted: counted, plays: records ? log.plays : unrecorded)
    do {
      try store.keepPlayerState(saved.bytes, of: playlist)
    } catch {
      savingFailure = error as? MixtapeError
    }
  }

  /// Ends it: what was heard is recorded, as one commit.
  ///
  /// - Returns: The change that recorded it; `nil` if there was nothing to record.
  func end() throws(MixtapeError) -> PodcastPlan? {
    catchUp()
    let saved = player.saved
    player.stop()
    // First, so that nothing is forgotten if it cannot be recorded.
    keep(saved, counted: service.counted)
    guard records, !log.plays.isEmpty else { return nil }
    let plan = try store.library.recordPlays(log.plays)
    log.clear()
    keep(saved, counted: service.counted)
    return plan
  }
}
