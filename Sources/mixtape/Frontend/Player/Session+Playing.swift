import MixtapeModel
import MixtapePlayer
import SystemPackage
import TerminalUI

extension Session {
  /// Plays until somebody wants it to end: on the terminal if there is one, and otherwise by lines.
  func play(_ playing: PlayerSession) throws -> ExitStatus {
    let mailbox = Mailbox<PlayerMessage>()
    mailbox.receive(statesOf: playing.player)
    if isOnTerminal {
      try playOnScreen(playing, mailbox)
    } else {
      try playByLines(playing, mailbox)
    }
    if let failure = playing.savingFailure {
      let problem = ErrorPresenter.problem(for: failure as any Error)
      reporter.warn(
        code: problem.code, "queue and position could not be kept: \(problem.message)", hints: problem.hints)
    }
    return .done
  }

  /// Whether a player can fill a terminal.
  var isOnTerminal: Bool {
    !wantsJSON && context.standardInput.isTerminal && context.standardOutput.isTerminal
      && context.variable("TERM") != "dumb"
  }

  private func playOnScreen(_ playing: PlayerSession, _ mailbox: Mailbox<PlayerMessage>) throws {
    let screen = TerminalScreen(colored: options.usesColor(on: context.standardOutput, in: context))
    try Signals.listen { mailbox.put(.signal($0)) }
    mailbox.receive { TerminalScreen.read(.standardInput).map(PlayerMessage.typed) }
    var loop = PlayerScreenLoop(playing, on: screen, mailbox)
    try loop.run()
    if let recorded = try playing.end(), !recorded.episodes.isEmpty {
      noteChange()
      print("Recorded \(counted(recorded.episodes.count, "episode")) as played.")
    }
  }

  private func playByLines(_ playing: PlayerSession, _ mailbox: Mailbox<PlayerMessage>) throws {
    let input = context.standardInput
    try Signals.whenAskedToEnd { mailbox.put(.signal(.end)) }
    mailbox.receive { input.nextLine.map(PlayerMessage.line) }
    var loop = PlayerLineLoop(self, playing, mailbox)
    try loop.run()
    let recorded = try playing.end()
    if recorded?.changesNothing == false { noteChange() }
    try loop.finish(recorded: recorded)
  }
}

extension TextInput {
  /// The next line; `nil` at the end of the input, or where it cannot be read any further.
  fileprivate var nextLine: String? {
    do throws(Errno) {
      return try readLine()
    } catch {
      return nil
    }
  }
}
