import ArgumentParser

/// A command that works on a store.
///
/// Each sets `commandName` in its configuration: ``Invocation`` finds commands by it, and the parser needs more time to derive a name
/// from the type.
protocol MixtapeCommand: ParsableCommand {
  /// The options that every command takes.
  var common: CommonOptions { get }

  /// Does what was asked for, and says so through the session.
  ///
  /// - Returns: ``ExitStatus/done``, or what a script has to tell from it. A failure is thrown.
  func perform(in session: Session) throws -> ExitStatus
}

extension MixtapeCommand {
  /// Runs the command in the process's own surroundings.
  func run() throws {
    let status = run(in: .process)
    if status != .done { throw ExitCode(status.rawValue) }
  }

  /// Runs the command, and reports what goes wrong.
  func run(in context: CommandContext) -> ExitStatus {
    let session = Session(common, context)
    return session.run { try perform(in: session) }
  }
}
