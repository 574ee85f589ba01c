import ArgumentParser
import FileSystem
import MixtapeModel
import MixtapePlayer
import MixtapeStore
import StoreBrowser
import SystemPackage

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
  var positions = PositionKeeping.podcasts
  /// The list; `nil` for the queue that the user fills.
  let list: PlayedList?
  let store: Store
  /// The requested shuffle; `nil` for that of the list or the store.
  let shuffle: ShuffleSetting?
  /// The shuffle that a key of the screen turns on.
  private let usualShuffle: ShuffleAlgorithm
  private let service: PlayerServiceName

  /// Chooses the options of the player: the requested ones, else those of the list, else those of the store, and a random seed.
  /// Selections do not repeat by default, as an album ends at its last track.
  init(
    of list: PlayedList?, in store: Store, on service: PlayerServiceName, shuffle: ShuffleSetting? = nil,
    repeats: Bool? = nil, onFailure: ShufflePlayer.FailureReaction = .stop, seed: Int64? = nil,
    now: @escaping @Sendable () -> Date
  ) throws(MixtapeError) {
    self.list = list
    self.store = store
    self.shuffle = shuffle
    self.service = service
    usualShuffle = try store.usualShuffle(of: list)
    options = ShufflePlayer.Options(
      shuffle: try store.shuffle(requested: shuffle, of: list), continuous: list?.playlist?.settings.continuous ?? true,
      repeats: repeats ?? (list?.selection == nil), onFailure: onFailure,
      seed: ShufflePlayer.seed(requested: seed, of: list?.playlist, at: now()), now: now)
  }

  /// Makes the player. Nothing plays yet. While it has the screen, it reads the quiet store.
  ///
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
    let playing = InteractivePlayer(session, controller, quiet, service.time, in: context)
    if let playlist = list?.playlist, playable?.episodes.isEmpty == false, session.player.count == 0 {
      playing.firstMessage = ScreenMessage(
        "`mixtape play \(playlist.id) --fresh` brings the episodes back")
    }
    return playing
  }
}

extension Session {
  // MARK: The service

  /// Returns the service that plays: the requested one, else the usual one, which is mpv if there are options for it. Notes that
  /// mpv is missing if there is no request; if mpv should play, throws a ``Problem``.
  func playerService(
    _ requested: PlayerServiceName?, speed: Double?, mpvOptions: [String]
  ) throws(Problem) -> PlayerServiceName {
    let service = requested ?? usualService(speed: speed, mpvOptions: mpvOptions)
    guard service == .mpv, InstalledProgram.path(of: "mpv", in: context.environment) == nil else { return service }
    throw Problem(
      .unavailable, code: "mpv-missing", "mpv is not installed, or not in $PATH",
      hints: "https://mpv.io/installation explains how to install it", "`--service simulator` plays without sound")
  }

  private func usualService(speed: Double?, mpvOptions: [String]) -> PlayerServiceName {
    if speed != nil { return .simulator }
    let usual = PlayerServiceName.usual(mpvOptions: mpvOptions, in: context)
    guard usual == .simulator else { return usual }
    reporter.note(
      code: "no-sound",
      "mpv is not installed (https://mpv.io/installation), so the simulator plays without sound; `--service simulator` hides this note"
    )
    return usual
  }

  // MARK: The player

  /// Makes a player, and reports missing episodes and a damaged queue.
  ///
  /// - Throws: A ``Problem`` if another player uses the queue, or if there is nothing to play and no terminal.
  func makePlayer(_ start: PlayerStart) throws -> InteractivePlayer {
    let playable = try start.list.map {
      try playableEpisodes(of: $0, start.options.shuffle, seed: start.options.seed, in: start.store)
    }
    let playing = try openQueue(start, of: playable)
    // On a terminal, episodes can be added to the empty queue of a playlist. A search that finds nothing is a mistake.
    if let list = start.list, playing.player.count == 0, !isOnTerminal || list.selection != nil {
      throw playable?.episodes.isEmpty == false ? Problem.emptiedQueue(of: list) : Problem.nothingToPlay(in: list)
    }
    if let copy = playing.session.damagedState {
      reporter.warn(
        code: "damaged-queue", "the saved queue is damaged or of another version of Mixtape, so a new one begins",
        hints: ["a copy of it is in \(ErrorPresenter.quoted(copy.string))"])
    }
    if start.list == nil {
      prepareQueue(of: playing.session, shuffle: start.shuffle.map { _ in start.options.shuffle })
    }
    return playing
  }

  private func openQueue(_ start: PlayerStart, of playable: PlayableEpisodes?) throws -> InteractivePlayer {
    do throws(MixtapeError) {
      return try start.makePlayer(of: playable, reading: try storeWithoutWarnings(like: start.store), context)
    } catch {
      // The lock of the store is a file.
      if error.code != .locked { throw error }
      if case .file = error.subject { throw error }
      throw Problem(
        .locked, code: "playing", "another player is playing \(start.list?.shownID ?? "the queue")",
        hints: "`mixtape player` controls it; end it first, or play another playlist")
    }
  }

  /// Shuffles the queue without a playlist again if a shuffle is requested, and reports missing episodes.
  private func prepareQueue(of playing: PlayerSession, shuffle: ShuffleAlgorithm?) {
    if let shuffle, shuffle != playing.player.shuffleAlgorithm { playing.player.shuffle(by: shuffle) }
    guard !playing.missing.isEmpty else { return }
    reporter.warn(
      code: "missing-episode",
      "\(counted(playing.missing.count, "episode")) of the queue \(playing.missing.count == 1 ? "is" : "are") missing from the library",
      hints: ["missing episodes stay in the queue until the library has them again"])
  }
}
