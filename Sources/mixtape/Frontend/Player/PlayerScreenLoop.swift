import MixtapeModel
import MixtapePlayer
import SystemPackage
import TerminalUI

/// A player on a terminal: shows what it is at, and does what keys say.
struct PlayerScreenLoop {
  private let session: PlayerSession
  private let screen: TerminalScreen
  private let mailbox: Mailbox<PlayerMessage>
  private var panel = PlayerPanel()
  private var decoder = KeyDecoder()
  private var isOver = false

  init(_ session: PlayerSession, on screen: TerminalScreen, _ mailbox: Mailbox<PlayerMessage>) {
    self.session = session
    self.screen = screen
    self.mailbox = mailbox
  }

  /// Plays until somebody wants it to end, or nobody sees it any more.
  mutating func run() throws {
    try screen.enter()
    defer { screen.leave() }
    session.player.play()
    do {
      while !isOver { try turn() }
    } catch let error as Errno where error == .ioError || error == .brokenPipe {
      // The terminal is gone.
    }
  }

  private mutating func turn() throws {
    session.catchUp()
    // What has come already is done before the next picture is drawn.
    if let message = mailbox.next(waiting: .zero) { return try take(message) }
    search()
    try draw()
    session.keepIfDue()
    if let message = mailbox.next(waiting: patience) {
      // A key is about what is the case when it is pressed, and not when it was waited for.
      session.catchUp()
      try take(message)
    } else if decoder.isWaiting {
      try press(decoder.flush())
    }
  }

  private var patience: Duration? {
    let patience = session.patience(showingSeconds: true)
    return decoder.isWaiting ? min(patience ?? KeyDecoder.patience, KeyDecoder.patience) : patience
  }

  private func draw() throws(Errno) {
    let (columns, rows) = screen.size
    try screen.show(PlayerView(player: session.controller.snapshot, panel: panel, columns: columns, rows: rows).grid)
  }

  private mutating func take(_ message: PlayerMessage) throws {
    switch message {
    case .typed(let bytes): try press(decoder.decode(bytes))
    case .state(let state):
      // What is wrong is more important than what was done last.
      if case .error = state { panel.message = nil }
      session.noteChange()
    case .signal(.end), .inputEnded: isOver = true
    case .signal(.suspend): try suspend()
    // Whoever stopped the process may have used the terminal in the meantime.
    case .signal(.resume): try screen.enter()
    case .signal(.resize), .statesEnded, .line: break
    }
  }

  private mutating func press(_ keys: [Key]) throws {
    for key in keys where !isOver {
      if key == .enter { search() }
      guard let action = panel.press(key, session.controller.snapshot) else { continue }
      switch action {
      case .quit: isOver = true
      case .suspend: try suspend()
      default:
        panel.message = session.controller.perform(action)
        session.noteChange()
        session.catchUp()
      }
    }
  }

  /// Looks into the library, once for all that was typed in one go.
  private mutating func search() {
    guard let query = panel.openQuery else { return }
    do throws(MixtapeError) {
      panel.answer(with: try session.find(query))
    } catch {
      panel.answer(with: [])
      panel.message = PlayerPanel.Message(
        text: ErrorPresenter.problem(for: error as any Error).message, isRefusal: true)
    }
  }

  /// Leaves the terminal to the shell until that gives it back. Nothing plays in the meantime.
  private func suspend() throws {
    let wasPlaying = session.player.state.isPlayingSoon
    if wasPlaying { session.player.pause() }
    session.noteChange()
    session.keepIfDue()
    screen.leave()
    Signals.stopProcess()
    try screen.enter()
    if wasPlaying { session.player.play() }
  }
}

extension PlaybackState {
  /// Whether something is heard, or is going to be as soon as it is loaded.
  fileprivate var isPlayingSoon: Bool {
    switch self {
    case .loading, .playing: true
    case .empty, .stopped, .paused, .error: false
    }
  }
}
