import MixtapePlayer
import MixtapeModel
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

/// A player on a terminal. It draws the screen and handles keys.
struct PlayerScreenLoop {
  private let playing: InteractivePlayer
  private let screen: TerminalScreen
  private let mailbox: Mailbox<PlayerMessage>
  private var page: PlayerPage
  private var decoder = KeyDecoder()
  private var isOver = false

  init(_ playing: InteractivePlayer, on screen: TerminalScreen, _ mailbox: Mailbox<PlayerMessage>) {
    self.playing = playing
    self.screen = screen
    self.mailbox = mailbox
    let (columns, rows) = screen.size
    page = PlayerPage(.alone, columns: columns, rows: rows)
    page.message = playing.firstMessage
  }

  /// Plays until a key, a signal or the end of the terminal ends the session.
  mutating func run() throws {
    try screen.enter()
    defer { screen.leave() }
    playing.player.play()
    do {
      while !isOver { try turn() }
    } catch let error as Errno where error == .ioError || error == .brokenPipe {
      // The terminal is gone.
    }
  }

  private mutating func turn() throws {
    playing.catchUp()
    // All waiting messages are handled before the next drawing.
    if let message = mailbox.next(waiting: .zero) { return try take(message) }
    answer()
    try screen.show(PlayerView(playing.snapshot, page).grid)
    playing.rest()
    if let message = mailbox.next(waiting: timeout) {
      // A key applies to the state at the time when it is pressed.
      playing.catchUp()
      try take(message)
    } else if decoder.isWaiting {
      try press(decoder.flush())
    }
  }

  private var timeout: Duration? {
    let timeout = playing.timeout(showingSeconds: true)
    return decoder.isWaiting ? min(timeout ?? KeyDecoder.timeout, KeyDecoder.timeout) : timeout
  }

  private mutating func take(_ message: PlayerMessage) throws {
    switch message {
    case .typed(let bytes): try press(decoder.decode(bytes))
    case .state(let state):
      // An error replaces the message of the last action.
      if case .error(let failure) = state { page.message = playing.message(aboutSkipped: failure) }
      playing.note(state)
    case .signal(.end), .inputEnded: isOver = true
    case .signal(.suspend): try suspend()
    // Another program may have used the terminal while this one was stopped.
    case .signal(.resume): try screen.enter()
    case .storeChanged: follow()
    case .external(let message): isOver = playing.take(message) || isOver
    case .signal(.resize): page.resize(columns: screen.size.columns, rows: screen.size.rows)
    case .statesEnded, .line: break
    }
  }

  /// Adjusts the queue to the store. The cursor stays at its episode.
  private mutating func follow() {
    let chosen = page.chosen(in: playing.snapshot)
    if let refusal = playing.followOnScreen() { page.message = refusal }
    if let chosen { page.choose(chosen, in: playing.snapshot) }
  }

  private mutating func press(_ keys: [Key]) throws {
    for key in keys where !isOver {
      if page.mustWait(for: key) { answer() }
      guard let action = page.press(key, playing.snapshot) else { continue }
      switch action {
      case .quit, .leave: isOver = true
      case .suspend: try suspend()
      default:
        page.message = playing.perform(action)
        playing.session.noteChange()
        playing.catchUp()
      }
    }
  }

  /// Answers the questions of the page, once for all keys that came together.
  private mutating func answer() {
    do throws(MixtapeError) {
      if let query = page.openQuery {
        page.show([], of: query)
        page.show(try playing.find(query), of: query)
      }
      if let (subject, width) = page.asksDetails() {
        page.show(try playing.store.details(of: subject, width: width), of: subject)
      }
    } catch {
      if case .details = page.mode { page.close() }
      page.message = ScreenMessage(refusalBy: error)
    }
  }

  /// Pauses, and gives the terminal to the shell until the process is resumed.
  private func suspend() throws {
    try playing.whileStopped {
      screen.leave()
      Signals.stopProcess()
      try screen.enter()
    }
  }
}
