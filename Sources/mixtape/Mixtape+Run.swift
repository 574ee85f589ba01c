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
    if let problem = unknownCommand(in: arguments) ?? mistakenOption(in: arguments, message(for: error)) {
      session.reporter.report(problem)
    } else {
      session.reporter.reportUsage(message(for: error), full: text)
    }
    return .usage
  }

  /// What to say if something is missing because an argument that begins with `-` was taken for an option that there is
  /// not.
  private static func mistakenOption(in arguments: [String], _ message: String) -> Problem? {
    guard message.hasPrefix("Missing"), let name = arguments.first, let command = command(named: name) else {
      return nil
    }
    let words = helpMessage(for: command).split { !($0.isLetter || $0.isNumber || $0 == "-") }
    let options = Set(words.filter { $0.hasPrefix("-") })
    let mistaken = arguments.dropFirst().prefix { $0 != "--" }.first { argument in
      argument.count > 1 && argument.hasPrefix("-") && !options.contains(argument.prefix { $0 != "=" })
    }
    guard let mistaken else { return nil }
    return Problem(
      code: "usage", "there is no option \(ErrorPresenter.quoted(mistaken))",
      hints: [
        "to give it as it is, write `--` before it, or `--option=value` if it belongs to an option",
        "`mixtape \(name) --help` lists the options",
      ], status: .usage)
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
