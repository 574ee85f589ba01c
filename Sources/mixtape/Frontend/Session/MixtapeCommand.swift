import ArgumentParser

/// A command that works on a store.
///
/// Each command sets `commandName` in its configuration. ``Invocation`` finds commands by it, and deriving the name from the
/// type takes longer.
protocol MixtapeCommand: ParsableCommand {
  var common: CommonOptions { get }

  /// Performs the command, and prints its result through the session.
  ///
  /// - Returns: ``ExitStatus/done``, or another status for scripts. Failures are thrown.
  func perform(in session: Session) throws -> ExitStatus
}

extension MixtapeCommand {
  func run() throws {
    let status = run(in: .process)
    if status != .done { throw ExitCode(status.rawValue) }
  }

  /// Runs the command, and reports its errors.
  func run(in context: CommandContext) -> ExitStatus {
    let session = Session(common, context)
    return session.run { try perform(in: session) }
  }
}

/// A command with the option `--shuffle`.
protocol ShufflingCommand: MixtapeCommand {}
