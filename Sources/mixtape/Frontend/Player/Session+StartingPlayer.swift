import FileSystem
import ListeningSession
import MixtapeModel
import MixtapePlayer
import MixtapeStore
import SystemPackage

extension Session {
  // MARK: The service

  /// Returns the service that plays: the requested one, else the usual one. Notes that mpv is missing if there is no request.
  ///
  /// - Parameters:
  ///   - speed: The requested speed of the simulator's clock.
  ///   - mpvOptions: The options for mpv. If there are any, mpv is the usual service.
  /// - Throws: A ``CommandFailure`` if mpv should play, and is not installed.
  func playerService(
    _ requested: PlayerServiceName?, speed: Double?, mpvOptions: [String]
  ) throws(CommandFailure) -> PlayerServiceName {
    let service = requested ?? usualService(speed: speed, mpvOptions: mpvOptions)
    guard service == .mpv, InstalledProgram.path(of: "mpv", in: context.environment) == nil else { return service }
    throw CommandFailure(
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
  /// - Throws: A ``CommandFailure`` if another player uses the queue, or if there is nothing to play and no terminal.
  func makePlayer(_ start: PlayerStart) throws -> InteractivePlayer {
    let playing = try openQueue(start)
    // On a terminal, episodes can be added to the empty queue of a playlist. A search that finds nothing is a mistake.
    if let list = start.list, playing.player.count == 0, !isOnTerminal || list.selection != nil {
      throw try CommandFailure.nothingToPlay(in: list, seed: start.options.seed, of: start.store)
    }
    if let copy = playing.session.damagedState {
      reporter.warn(
        code: "damaged-queue", "the saved queue cannot be read, so a new one begins",
        hints: ["a copy of it is in \(ErrorPresenter.quoted(copy.string))"])
    }
    if start.list == nil {
      prepareQueue(of: playing.session, shuffle: start.shuffle.map { _ in start.options.shuffle })
    }
    return playing
  }

  private func openQueue(_ start: PlayerStart) throws -> InteractivePlayer {
    let playable = try start.list.map {
      try playableEpisodes(of: $0, start.options.shuffle, seed: start.options.seed, in: start.store)
    }
    do throws(MixtapeError) {
      return try start.makePlayer(of: playable, reading: try storeWithoutWarnings(like: start.store), context)
    } catch {
      // The lock of the store is a file.
      if error.code != .locked { throw error }
      if case .file = error.subject { throw error }
      throw CommandFailure(
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
