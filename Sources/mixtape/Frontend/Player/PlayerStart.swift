import ListeningSession
import MixtapeModel
import MixtapePlayer
import MixtapeStore
import StoreBrowser

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The start of a player: its queue, the service that plays, and the choices of the user.
struct PlayerStart {
  let options: ShufflePlayer.Options
  var mpvOptions: [String] = []
  /// The speed of the simulator's clock; 0 stops it.
  var speed = 1.0
  /// Whether to ignore the order and the position of the previous session.
  var startsOver = false
  var recordsPlays = true
  /// The episodes that keep their positions.
  var positions = PositionKeeping.podcasts
  /// The list; `nil` for the queue that the user fills.
  let list: PlayedList?
  let store: Store
  /// The requested shuffle; `nil` for that of the list or the store.
  let shuffle: ShuffleSetting?
  /// The shuffle that a key of the screen turns on.
  private let usualShuffle: ShuffleAlgorithm
  private let service: PlayerServiceName

  /// Chooses the options of the player.
  ///
  /// - Parameters:
  ///   - list: The list; `nil` for the queue that the user fills.
  ///   - store: The store that records plays.
  ///   - shuffle: The requested shuffle; `nil` for that of the list or the store.
  ///   - seed: The requested seed; `nil` for that of the playlist or a random one.
  init(
    of list: PlayedList?, in store: Store, on service: PlayerServiceName, shuffle: ShuffleSetting? = nil,
    onFailure: ShufflePlayer.FailureReaction = .stop, seed: Int64? = nil, now: @escaping @Sendable () -> Date
  ) throws(MixtapeError) {
    self.list = list
    self.store = store
    self.shuffle = shuffle
    self.service = service
    usualShuffle = try store.usualShuffle(of: list)
    options = ShufflePlayer.Options(
      shuffle: try store.shuffle(requested: shuffle, of: list), continuous: list?.playlist?.settings.continuous ?? true,
      onFailure: onFailure, seed: ShufflePlayer.seed(requested: seed, of: list?.playlist, at: now()), now: now)
  }

  /// Makes the player. Nothing plays yet.
  ///
  /// - Parameters:
  ///   - playable: The entries of the list that can be played; `nil` for the queue without one.
  ///   - quiet: The store that the player reads while it has the screen. It must print nothing.
  /// - Throws: ``MixtapeError/Code/locked`` if another player uses the queue.
  func makePlayer(
    of playable: PlayableEpisodes?, reading quiet: Store, _ context: CommandContext
  ) throws(MixtapeError) -> InteractivePlayer {
    let elapsed = PlayerSession.processTime()
    let service = PlayerService(
      self.service, of: store, context, mpvOptions: mpvOptions, speed: speed, seed: options.seed, elapsed: elapsed)
    let session = try PlayerSession(
      of: list?.owner ?? .standalone, playable?.episodes ?? [], in: store, on: service.service,
      options: options, startsOver: startsOver, recordsPlays: recordsPlays, keeping: positions,
      playing: playable, selection: list?.selection?.words, elapsed: elapsed)
    if startsOver, let first = playable?.first { session.player.beginRound(at: session.player.entries[first].id) }
    let controller = PlayerController(session.player, playing: list?.name, on: self.service, shuffle: usualShuffle)
    let playing = InteractivePlayer(session, controller, quiet, service.time, now: options.now)
    if let playlist = list?.playlist, playable?.episodes.isEmpty == false, session.player.count == 0 {
      playing.firstMessage = ScreenMessage(
        "`mixtape play \(playlist.id) --fresh` brings the episodes back")
    }
    return playing
  }
}
