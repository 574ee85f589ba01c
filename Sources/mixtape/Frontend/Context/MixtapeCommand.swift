import ArgumentParser

/// A command that works on a store.
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
    do {
      let status = try perform(in: session)
      return try session.finish() ? status : .done
    } catch {
      let problem = ErrorPresenter.problem(for: error)
      session.reporter.report(problem)
      return problem.status
    }
  }
}

extension Mixtape {
  /// Runs the program.
  static func main() {
    ignoreBrokenPipes()
    exitProcess(run(Array(CommandLine.arguments.dropFirst()), in: .process))
  }

  /// Runs the program with arguments in some surroundings.
  static func run(_ arguments: [String], in context: CommandContext) -> ExitStatus {
    do {
      var command = try parseAsRoot(arguments)
      if let command = command as? any MixtapeCommand { return command.run(in: context) }
      try command.run()
      return .done
    } catch {
      return finishParsing(error, CommonOptions.guessed(from: arguments), context)
    }
  }

  /// Prints what the parser of the command line has to say: help, a script of completions, or what was wrong.
  private static func finishParsing(_ error: any Error, _ options: CommonOptions, _ context: CommandContext)
    -> ExitStatus
  {
    let session = Session(options, context)
    let columns = context.standardOutput.columns ?? 80
    guard exitCode(for: error).isSuccess else {
      session.reporter.reportUsage(message(for: error), full: fullMessage(for: error, columns: columns))
      return .usage
    }
    session.print(lines: fullMessage(for: error, columns: columns))
    do {
      _ = try session.finish()
      return .done
    } catch {
      let problem = ErrorPresenter.problem(for: error)
      session.reporter.report(problem)
      return problem.status
    }
  }

  static var _errorPrefix: String { "error: " }
}
