import ArgumentParser
import MixtapeModel
import MixtapeStore

extension Mixtape {
  /// Runs the program.
  static func main() {
    openClosedStreams()
    ignoreBrokenPipes()
    exitProcess(run(Array(CommandLine.arguments.dropFirst()), in: .process))
  }

  /// Runs the program with arguments in some surroundings.
  static func run(_ arguments: [String], in context: CommandContext) -> ExitStatus {
    if let command = command(named: arguments.first), command.opensRepository { Store.prepare() }
    do {
      var command = try parseAsRoot(arguments)
      if let command = command as? any MixtapeCommand { return command.run(in: context) }
      try command.run()
      return .done
    } catch {
      let session = Session(CommonOptions.guessed(from: arguments), context)
      return finish(session, error, arguments)
    }
  }

  /// The command of a name, found before the arguments are parsed: libgit2 takes as long to start as they do.
  private static func command(named name: String?) -> (any MixtapeCommand.Type)? {
    configuration.subcommands.first { $0._commandName == name } as? any MixtapeCommand.Type
  }

  /// Prints what the parser of the command line has to say: help, a script of completions, or what was wrong.
  private static func finish(_ session: Session, _ error: any Error, _ arguments: [String]) -> ExitStatus {
    let text = fullMessage(for: error, columns: session.context.standardOutput.columns ?? 80)
    if exitCode(for: error).isSuccess {
      return session.run {
        session.print(lines: text)
        return .done
      }
    }
    if let problem = unknownCommand(in: arguments) {
      session.reporter.report(problem)
    } else {
      session.reporter.reportUsage(message(for: error), full: text)
    }
    return .usage
  }

  /// What to say if the first argument is to be a command and is none.
  private static func unknownCommand(in arguments: [String]) -> Problem? {
    let names = configuration.subcommands.map { $0._commandName }
    guard let first = arguments.first, !first.hasPrefix("-"), first != "help", !names.contains(first) else {
      return nil
    }
    let near = ErrorPresenter.didYouMean(NearestNames.of(first, among: names))
    return Problem(
      code: "usage", "there is no command \(ErrorPresenter.quoted(first))",
      hints: [near, "`mixtape --help` lists the commands"].compactMap { $0 }, status: .usage)
  }

  static var _errorPrefix: String { "error: " }
}
