import ArgumentParser
import FileSystem
import MixtapeModel
import StoreBrowser
import SystemPackage

extension Mixtape {
  /// Runs the program.
  static func main() {
    openClosedStreams()
    ignoreBrokenPipes()
    ProcessEnd.handleSignals()
    ProcessMemory.retainFreedMemory()
    let arguments = Array(CommandLine.arguments.dropFirst())
    if let position = firstArgumentThatIsNotUTF8() {
      exitProcess(refuse(arguments, for: notUTF8(position, of: arguments), in: .process))
    }
    exitProcess(run(arguments, in: .process))
  }

  static func run(_ arguments: [String], in context: CommandContext) -> ExitStatus {
    do {
      let (rest, context) = try readLeadingOptions(arguments, in: context)
      return runCommand(rest, in: context)
    } catch {
      return refuse(arguments, for: ErrorPresenter.problem(for: error), in: context)
    }
  }

  /// Reads the options before the command that change the context of every command, as those of git: `mixtape -C DIR -q list`.
  ///
  /// - Returns: The other arguments, and the changed context.
  /// - Throws: ``Problem`` if the directory of `-C` is not given, or does not exist.
  private static func readLeadingOptions(
    _ arguments: [String], in context: CommandContext
  ) throws -> (rest: [String], context: CommandContext) {
    var (rest, context) = (arguments[...], context)
    while let option = rest.first, option == "-q" || option == "-C" {
      rest.removeFirst()
      if option == "-q" {
        context.isQuiet = true
        continue
      }
      guard let path = rest.popFirst(), !path.isEmpty else {
        throw Problem.usage("-C requires a directory")
      }
      let directory = try context.absolute(path)
      do throws(Errno) {
        guard try FileKind(at: SystemCalls.resolved(directory)) == .directory else { throw .notDirectory }
      } catch {
        throw Problem(.notFound, code: "not-found", "there is no directory \(directory)")
      }
      context.directory = directory
    }
    return (Array(rest), context)
  }

  private static func runCommand(_ arguments: [String], in context: CommandContext) -> ExitStatus {
    let invocation = Invocation(arguments)
    // The parser takes longer to find this option than the program to start, which `scripts/bench store` measures.
    if invocation.arguments == ["--version"] { return printVersion(in: context) }
    do {
      var command = try parse(invocation)
      if let command = command as? any MixtapeCommand { return command.run(in: context) }
      try command.run()
      return .done
    } catch {
      let session = Session(CommonOptions.recognized(in: arguments), context)
      return finish(session, error, invocation)
    }
  }

  private static func printVersion(in context: CommandContext) -> ExitStatus {
    let session = Session(CommonOptions.recognized(in: []), context)
    return session.run {
      session.print(lines: configuration.version)
      return .done
    }
  }

  /// Parses a command line.
  ///
  /// A command is parsed as a ``SoleCommand``. If that fails, the parser of the program throws the error. It ignores the options of
  /// the program itself, so that the error shows the usage of the command. Completion scripts are always those of the whole program.
  private static func parse(_ invocation: Invocation) throws -> any ParsableCommand {
    guard let command = invocation.command, !invocation.asksForCompletions else {
      return try parseAsRoot(invocation.arguments)
    }
    do {
      return try parse(invocation.rest, of: command)
    } catch {
      return try CommandsWithoutOptions.parseAsRoot(invocation.arguments)
    }
  }

  private static func parse<Command: MixtapeCommand>(
    _ arguments: [String], of command: Command.Type
  ) throws -> any ParsableCommand {
    try SoleCommand<Command>.parse(arguments).command
  }

  /// Returns the error for an argument that is not UTF-8.
  private static func notUTF8(_ position: Int, of arguments: [String]) -> Problem {
    let text = position <= arguments.count ? arguments[position - 1] : ""
    return Problem(
      .usage, code: "not-utf-8", "argument \(position) is not valid UTF-8: \(ErrorPresenter.quoted(text))",
      hints: "Mixtape reads and writes UTF-8; `locale` shows the encoding of this terminal")
  }

  /// Reports an error in a command line before its command is known.
  private static func refuse(
    _ arguments: [String], for problem: Problem, in context: CommandContext
  ) -> ExitStatus {
    Session(CommonOptions.recognized(in: arguments), context).reporter.report(problem)
    return problem.status
  }

  /// Prints the text of the parser: help, a completion script, or an error.
  private static func finish(_ session: Session, _ error: any Error, _ invocation: Invocation) -> ExitStatus {
    let message = fullMessage(for: error, columns: session.context.standardOutput.columns ?? 80)
    let text = invocation.asksForCompletions ? CompletionScript.addingAliases(to: message) : message
    if let problem = unknownCommand(in: invocation) {
      session.reporter.report(problem)
      return .usage
    }
    if exitCode(for: error).isSuccess {
      return session.run {
        session.print(lines: text)
        return .done
      }
    }
    if let problem = mistakenOption(in: invocation, self.message(for: error)) {
      session.reporter.report(problem)
    } else {
      session.reporter.reportUsage(self.message(for: error), parserText: text)
    }
    return .usage
  }

  /// Returns the options of a command, as typed.
  private static func options(of command: any ParsableCommand.Type) -> Set<Substring> {
    let words = helpMessage(for: command).split { !($0.isLetter || $0.isNumber || $0 == "-") }
    return Set(words.filter { $0.hasPrefix("-") })
  }

  /// Returns the error for an argument that begins with `-` and is not an option, unless the parser suggests a similar option.
  /// It can report a missing argument instead. A negative number can be the value of an option.
  private static func mistakenOption(in invocation: Invocation, _ message: String) -> Problem? {
    // Commands can have such an error of their own.
    let isWorded =
      ErrorPresenter.suggestsNearOption(inParserMessage: message) || message.hasPrefix("there is no option")
    let isOfProgram = invocation.path.isEmpty
    guard !isWorded, isOfProgram || invocation.command != nil else { return nil }
    let allowsNumbers = !message.hasPrefix("Unknown option") && !message.hasPrefix("Missing")
    let options = options(of: invocation.path.last?.command ?? Mixtape.self)
    // The options of the program precede its command.
    let arguments = isOfProgram ? invocation.rest.prefix(1) : invocation.rest[...]
    let mistaken = arguments.prefix { $0 != "--" }.first { argument in
      argument.count > 1 && argument.hasPrefix("-") && !options.contains(argument.prefix { $0 != "=" })
        && !(allowsNumbers && argument.dropFirst().allSatisfy { $0.isNumber || $0 == "." })
    }
    guard let mistaken else { return nil }
    // The parser suggests neither --help nor --version.
    let near = NearestNames.of(mistaken, among: options.map(String.init).filter { $0.hasPrefix("--") }, limit: 1)
    let habit = TypedByHabit.option(mistaken, of: invocation.path.map(\.name))
    let suggestion = habit ?? (mistaken.hasPrefix("--") ? ErrorPresenter.didYouMean(near) : nil)
    // Names and ids rarely look like a long option.
    let isLongOption =
      mistaken.hasPrefix("--") && mistaken.prefix { $0 != "=" }.allSatisfy { $0.isLowercase || $0 == "-" }
    let escape = "write `--` before an argument that begins with `-`, and `--option=-value` for the value of an option"
    return Problem(
      .usage, code: "usage", "there is no option \(ErrorPresenter.quoted(mistaken))",
      hints: [suggestion, isOfProgram || isLongOption || habit != nil ? nil : escape].compactMap(\.self) + [
        "`\((["mixtape"] + invocation.path.map(\.name)).joined(separator: " ")) --help` lists the options"
      ])
  }

  /// Returns the error for an unknown command, with or without `help`.
  private static func unknownCommand(in invocation: Invocation) -> Problem? {
    let asksForHelp = invocation.path.isEmpty && invocation.rest.first == "help"
    let invocation = asksForHelp ? Invocation(Array(invocation.rest.dropFirst())) : invocation
    let group = invocation.path.last?.command ?? Mixtape.self
    let names = group.configuration.subcommands.map { $0.configuration }.filter(\.shouldDisplay)
      .compactMap(\.commandName)
    guard !names.isEmpty, let named = invocation.rest.first, !named.hasPrefix("-"), named != "help" else { return nil }
    let typed = invocation.path.map(\.name)
    let near =
      TypedByHabit.commands[(typed + [named]).joined(separator: " ")]
      ?? ErrorPresenter.didYouMean(NearestNames.of(named, among: names))
    let program = (["mixtape"] + typed).joined(separator: " ")
    return Problem(
      .usage, code: "usage", "there is no command \(ErrorPresenter.quoted((typed + [named]).joined(separator: " ")))",
      hints: [near, "`\(program) --help` lists the commands"].compactMap { $0 })
  }
}

/// The commands of the program, without the options of the program.
private struct CommandsWithoutOptions: ParsableCommand {
  static var configuration: CommandConfiguration { Mixtape.configuration }
}

/// A command without the program around it.
///
/// The parser looks up the type of each argument among all types of the program, which takes most of its time. If a command has no
/// other one above it, the parser does so for the options of completion scripts, too.
private struct SoleCommand<Command: MixtapeCommand>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "", _superCommandName: "mixtape")
  }

  @OptionGroup var command: Command
}

/// A command line and its command.
///
/// Common options may precede the command, or be between a group and its command. They are moved behind the command, which
/// parses them.
struct Invocation {
  /// The command, preceded by its groups; empty if the line has no command.
  let path: [(name: String, command: any ParsableCommand.Type)]
  /// The arguments after the command.
  let rest: [String]
  /// The whole line, in the order for the parser.
  let arguments: [String]

  init(_ arguments: [String]) {
    var path: [(name: String, command: any ParsableCommand.Type)] = []
    var options: [String] = []
    var words = arguments[...]
    scanning: while let word = words.first {
      let group = path.last?.command ?? Mixtape.self
      if !word.hasPrefix("-"),
        let next = group.configuration.subcommands.first(where: { $0.configuration.isNamed(word) }),
        let name = next.configuration.commandName
      {
        path.append((name, next))
        words.removeFirst()
      } else if !group.configuration.subcommands.isEmpty, let length = CommonOptions.length(of: word),
        length <= words.count
      {
        options += words.prefix(length)
        words.removeFirst(length)
      } else {
        break scanning
      }
    }
    self.path = path
    if path.last?.command is any MixtapeCommand.Type {
      rest = options + Self.wordsForParser(words, isShuffling: path.last?.command is any ShufflingCommand.Type)
      self.arguments = path.map(\.name) + rest
    } else {
      rest = Array(words)
      // The parser has only one name for its option.
      self.arguments = path.isEmpty && words.first == "-V" ? ["--version"] : arguments
    }
  }

  /// Returns the words after a command with its options as the parser reads them. Words after `--` are no options.
  private static func wordsForParser(_ words: ArraySlice<String>, isShuffling: Bool) -> [String] {
    let end = words.firstIndex(of: "--") ?? words.endIndex
    let separated = NumberOption.separated(isShuffling ? ShuffleArgument.filled(words[..<end]) : Array(words[..<end]))
    return SortArgument.joined(separated) + words[end...]
  }

  /// The command; `nil` if the line has no command or only a group.
  var command: (any MixtapeCommand.Type)? { path.last?.command as? any MixtapeCommand.Type }

  /// Whether the line asks for a completion script.
  var asksForCompletions: Bool { arguments.contains { $0.hasPrefix("--generate-completion-script") } }
}

extension CommandConfiguration {
  fileprivate func isNamed(_ word: String) -> Bool { commandName == word || aliases.contains(word) }
}

extension CommonOptions {
  /// Returns the number of words of a common option with its value; `nil` for other words.
  fileprivate static func length(of word: String) -> Int? {
    switch word {
    case "--json", "--no-pager": 1
    case "--store", "--color": 2
    case _ where word.hasPrefix("--store=") || word.hasPrefix("--color="): 1
    default: nil
    }
  }
}
