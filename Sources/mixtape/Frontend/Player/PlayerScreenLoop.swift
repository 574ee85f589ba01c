import MixtapeModel
import MixtapePlayer
import MixtapeStore
import StoreBrowser
import SystemPackage

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
