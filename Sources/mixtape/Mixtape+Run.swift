import ArgumentParser
import FileSystem
import MixtapeModel
import MixtapeStore

extension Mixtape {
  /// Runs the program.
  static func main() {
    openClosedStreams()
    ignoreBrokenPipes()
    ProcessMemory.keepWhatIsFreed()
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
      let session = Session(CommonOptions.guessed(from: arguments), context)
      return finish(session, error, arguments)
    }
  }

  /// Prints what the parser of the command line has to say: help, a script of completions, or what was wrong.
  private static func finish(_ session: Session, _ error: any Error, _ arguments: [String]) -> ExitStatus {
    let text = fullMessage(for: error, columns: session.context.standardOutput.columns ?? 80)
    if let problem = unknownCommand(in: arguments) {
      session.reporter.report(problem)
      return .usage
    }
    if exitCode(for: error).isSuccess {
      return session.run {
        session.print(lines: text)
        return .done
      }
    }
    if let problem = earlyOption(in: arguments) ?? mistakenOption(in: arguments, message(for: error)) {
      session.reporter.report(problem)
    } else {
      session.reporter.reportUsage(message(for: error), full: text)
    }
    return .usage
  }

  /// What to say if an option that commands take stands before the command.
  private static func earlyOption(in arguments: [String]) -> Problem? {
    guard let option = arguments.first?.prefix(while: { $0 != "=" }), options(of: Status.self).contains(option) else {
      return nil
    }
    return Problem(
      code: "usage", "the option \(option) goes behind the command",
      hints: ["`mixtape COMMAND … \(option)` is the order, and `mixtape --help` lists the commands"], status: .usage)
  }

  /// The options that a command takes, as they are typed.
  private static func options(of command: any ParsableCommand.Type) -> Set<Substring> {
    let words = helpMessage(for: command).split { !($0.isLetter || $0.isNumber || $0 == "-") }
    return Set(words.filter { $0.hasPrefix("-") })
  }

  /// What to say if something is missing because an argument that begins with `-` was taken for an option that there is
  /// not.
  private static func mistakenOption(in arguments: [String], _ message: String) -> Problem? {
    let path = path(of: arguments)
    guard message.hasPrefix("Missing"), let command = path.last?.command, command is any MixtapeCommand.Type else {
      return nil
    }
    let options = options(of: command)
    let mistaken = arguments.dropFirst().prefix { $0 != "--" }.first { argument in
      argument.count > 1 && argument.hasPrefix("-") && !options.contains(argument.prefix { $0 != "=" })
    }
    guard let mistaken else { return nil }
    return Problem(
      code: "usage", "there is no option \(ErrorPresenter.quoted(mistaken))",
      hints: [
        "to give it as it is, write `--` before it, or `--option=value` if it belongs to an option",
        "`mixtape \(path.map(\.name).joined(separator: " ")) --help` lists the options",
      ], status: .usage)
  }

  /// What to say if what is to be a command, to run or to be helped with, is none.
  private static func unknownCommand(in arguments: [String]) -> Problem? {
    let words = arguments.first == "help" ? Array(arguments.dropFirst()) : arguments
    let path = path(of: words)
    let group = path.last?.command ?? Mixtape.self
    let names = group.configuration.subcommands.map { $0._commandName }
    guard !names.isEmpty, let named = words.dropFirst(path.count).first, !named.hasPrefix("-"), named != "help" else {
      return nil
    }
    let near = ErrorPresenter.didYouMean(NearestNames.of(named, among: names))
    let typed = path.map(\.name)
    let program = (["mixtape"] + typed).joined(separator: " ")
    return Problem(
      code: "usage", "there is no command \(ErrorPresenter.quoted((typed + [named]).joined(separator: " ")))",
      hints: [near, "`\(program) --help` lists the commands"].compactMap { $0 }, status: .usage)
  }

  /// The command that arguments begin with, after the groups around it.
  private static func path(of arguments: [String]) -> [(name: String, command: any ParsableCommand.Type)] {
    var path: [(name: String, command: any ParsableCommand.Type)] = []
    for name in arguments {
      let group = path.last?.command ?? Mixtape.self
      guard let next = group.configuration.subcommands.first(where: { $0._commandName == name }) else { break }
      path.append((name, next))
    }
    return path
  }

  static var _errorPrefix: String { "error: " }
}
