import MixtapeModel
import MixtapePlayer
import MixtapeStore
import StoreBrowser
import SystemPackage

extension Session {
  /// Runs a player: on the screen if there is a terminal, and with lines otherwise.
  func play(_ playing: InteractivePlayer) throws -> ExitStatus {
    let mailbox = Mailbox<PlayerMessage>()
    let watch = follow(playing.store, mailbox, "the player")
    connect(playing, to: mailbox)
    try withExtendedLifetime(watch) {
      if isOnTerminal {
        try playOnScreen(playing, mailbox)
      } else {
        try playByLines(playing, mailbox)
      }
    }
    if let failure = playing.session.savingFailure {
      reporter.warn(of: failure, "the queue and the position could not be saved")
    }
    guard let failure = playing.failure else { return .done }
    reporter.report(Self.problem(for: failure))
    return .unavailable
  }

  /// Connects a player to its loop. Warns if other programs cannot control it.
  private func connect(_ playing: InteractivePlayer, to mailbox: Mailbox<PlayerMessage>) {
    do throws(MixtapeError) {
      try playing.connect(to: mailbox)
    } catch {
      // A store that cannot be written is reported when the queue cannot be saved.
      guard playing.session.savingFailure == nil else { return }
      reporter.warn(of: error, "`mixtape player` cannot control this player")
    }
  }

  /// Lets a loop follow changes of the store. If the store cannot be watched, warns and goes on.
  func follow(
    _ store: Store, _ mailbox: Mailbox<some PlayerMessageCarrying>, _ follower: String
  ) -> StoreChangeWatch? {
    do throws(MixtapeError) {
      let watch = try store.watchForChanges()
      mailbox.receive(changesBy: watch)
      return watch
    } catch {
      reporter.warn(of: error, "\(follower) does not follow changes of the store")
      return nil
    }
  }

  private static func problem(for failure: InteractivePlayer.Failure) -> Problem {
    switch failure {
    case .service(let reason):
      Problem(
        .unavailable, code: "player-unavailable", ErrorPresenter.wording(of: reason),
        hints: "`--service simulator` plays without sound")
    case .nothingPlayed(let last):
      Problem(
        .unavailable, code: "nothing-played",
        "no episode could be played; the last was \(last.episode.id): \(ErrorPresenter.wording(of: last.reason))",
        hints: refusesAddress(of: last.episode) ? "`mixtape check` lists addresses that the player refuses" : nil)
    }
  }

  private static func refusesAddress(of episode: Episode) -> Bool {
    guard let url = episode.url else { return false }
    do throws(SoundAddress.Refusal) {
      _ = try SoundAddress(url)
      return false
    } catch {
      return true
    }
  }

  /// Whether the player can use the screen.
  var isOnTerminal: Bool { !wantsJSON && context.hasTerminal && !context.isTerminalDumb }

  private func playOnScreen(_ playing: InteractivePlayer, _ mailbox: Mailbox<PlayerMessage>) throws {
    let screen = TerminalScreen(colored: options.usesColor(on: context.standardOutput, in: context))
    try Signals.listen { mailbox.put(.signal($0)) }
    mailbox.receive { TerminalScreen.read(.standardInput).map(PlayerMessage.typed) }
    var loop = PlayerScreenLoop(playing, on: screen, mailbox)
    try loop.run()
    guard let recorded = try playing.end(), !recorded.changesNothing else { return }
    noteChange()
    if let text = RecordedPlays(recorded).text { print("Recorded \(text).") }
  }

  private func playByLines(_ playing: InteractivePlayer, _ mailbox: Mailbox<PlayerMessage>) throws {
    let input = context.standardInput
    try Signals.listen { mailbox.put(.signal($0)) }
    mailbox.receive { input.nextLine.map(PlayerMessage.line) }
    var loop = PlayerLineLoop(self, playing, mailbox)
    try loop.run()
    let recorded = try playing.end()
    if recorded?.changesNothing == false { noteChange() }
    try loop.finish(recorded: recorded)
    // A queue that another program has emptied may have been heard before.
    guard loop.hadNothingToPlay, recorded?.changesNothing != false else { return }
    throw Problem(
      .notFound, code: "nothing-to-play", "there is nothing to play: the queue is empty",
      hints: "`mixtape play` in a terminal fills the queue; without one, `add ID` on standard input adds an episode")
  }
}

extension TextInput {
  /// The next line; `nil` at the end of the input, or if it cannot be read.
  fileprivate var nextLine: String? {
    do throws(Errno) {
      return try readLine()
    } catch {
      return nil
    }
  }
}
