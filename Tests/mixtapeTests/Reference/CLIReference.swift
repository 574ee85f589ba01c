import ArgumentParser

@testable import mixtape

/// The reference of the command line in Markdown, generated from the command definitions.
struct CLIReference {
  private let program: CommandTree
  /// The rows of options that at least four commands have. They are shown once.
  private let sharedRows: [String]
  private var lines: [String] = []

  init() throws {
    program = try CommandTree.program()
    sharedRows = Self.sharedRows(of: program)
    lines = [try Snapshot.fragment("head.md")]
    appendStatuses()
    appendCommonOptions()
    appendSharedOptions()
    for group in Mixtape.configuration.groupedSubcommands { append(group) }
    lines += [try Snapshot.fragment("environment.md"), try Snapshot.fragment("json.md")]
  }

  /// The whole text.
  var text: String { lines.joined(separator: "\n") }

  /// The help texts of all commands.
  static var help: String {
    let commands = Mixtape.configuration.groupedSubcommands.flatMap(\.subcommands).flatMap { command in
      [command] + command.configuration.subcommands
    }
    let texts = [Mixtape.helpMessage(columns: 80)] + commands.map { Mixtape.helpMessage(for: $0, columns: 80) }
    return texts.joined(separator: "\n\n" + String(repeating: "-", count: 80) + "\n\n") + "\n"
  }

  private mutating func appendStatuses() {
    lines += ["## Exit status", "", "| status | meaning |", "|---|---|"]
    lines += CommandStatus.allCases.map { "| \($0.rawValue) | \($0.meaning) |" } + [""]
  }

  private mutating func appendCommonOptions() {
    lines += ["## Options of every command", ""]
    let arguments = program.subcommands?.first?.arguments ?? []
    append(rows: arguments.filter(\.isCommon).map(Self.row))
  }

  private mutating func appendSharedOptions() {
    lines += [
      "## Options of several commands", "", "The first line of a command shows which of these options it accepts.", "",
    ]
    append(rows: sharedRows)
  }

  private static func sharedRows(of program: CommandTree) -> [String] {
    let rows = program.commands.flatMap(\.ownArguments).filter { $0.kind != "positional" }.map(row)
    let counts = Dictionary(rows.map { ($0, 1) }, uniquingKeysWith: +)
    var shown: Set<String> = []
    return rows.filter { counts[$0, default: 0] >= 4 && shown.insert($0).inserted }
  }

  private mutating func append(_ group: CommandGroup) {
    lines += ["## \(group.name)", ""]
    for type in group.subcommands {
      guard let command = program.subcommands?.first(where: { $0.commandName == type.configuration.commandName }) else {
        continue
      }
      append(command, below: [])
    }
  }

  /// Returns the section of a command, or of the commands of a group.
  private mutating func append(_ command: CommandTree, below groups: [String]) {
    guard command.ownSubcommands.isEmpty else {
      return command.ownSubcommands.forEach { append($0, below: groups + [command.commandName]) }
    }
    let name = (["mixtape"] + groups + [command.commandName]).joined(separator: " ")
    let synopsis = ([name] + command.ownArguments.map(\.synopsis)).joined(separator: " ")
    lines += ["### \(name)", "", "    \(synopsis)", ""]
    let aliases = (command.aliases ?? []).map { " Alias: `mixtape \($0)`." }.joined()
    lines += [Self.escaped(command.abstract ?? "") + aliases, ""]
    append(discussion: command.discussion ?? "")
    append(rows: command.ownArguments.map(Self.row).filter { !sharedRows.contains($0) })
  }

  /// Returns paragraphs unchanged, and the indented lines of examples as code blocks.
  private mutating func append(discussion: String) {
    var isCode = false
    for line in discussion.split(separator: "\n", omittingEmptySubsequences: false) {
      let startsCode = line.hasPrefix("  ") && !isCode
      isCode = line.hasPrefix("  ")
      if startsCode { lines.append("") }
      lines.append(isCode ? "  " + line : Self.escaped(String(line)))
    }
    lines.append("")
  }

  private mutating func append(rows: [String]) {
    guard !rows.isEmpty else { return }
    lines += ["| argument | meaning |", "|---|---|"] + rows + [""]
  }

  private static func row(_ argument: CommandTree.Argument) -> String {
    let values = argument.allValues.map { " One of \($0.map { "`\($0)`" }.joined(separator: ", "))." } ?? ""
    let standard = argument.defaultValue.map { " Default: `\($0)`." } ?? ""
    return "| `\(argument.spelling)` | \(escaped(argument.abstract ?? ""))\(values)\(standard) |"
  }

  /// Returns the text with placeholders that Markdown does not interpret as HTML.
  private static func escaped(_ text: String) -> String {
    text.replacing("<", with: "&lt;").replacing("|", with: "\\|")
  }
}

extension CommandTree {
  /// The commands of the tree that have no subcommands.
  fileprivate var commands: [CommandTree] {
    ownSubcommands.isEmpty ? [self] : ownSubcommands.flatMap(\.commands)
  }

  /// The subcommands, without the command `help` that the parser adds to every group.
  fileprivate var ownSubcommands: [CommandTree] { (subcommands ?? []).filter { $0.commandName != "help" } }

  /// The arguments that not every command has.
  fileprivate var ownArguments: [Argument] { (arguments ?? []).filter { !$0.isCommon } }
}

extension CommandTree.Argument {
  /// Whether every command has the argument.
  fileprivate var isCommon: Bool { sectionTitle == "Common options" || isNamed("help") || isNamed("version") }

  /// Returns whether the argument has a name.
  fileprivate func isNamed(_ name: String) -> Bool { names?.contains { $0.name == name } == true }

  /// The form of the argument: `--limit <n>`, `-h, --help`, `<id>`.
  fileprivate var spelling: String {
    let value = "<\(valueName ?? "value")>"
    // The name of an array that ends with words of another kind has its own dots.
    guard kind != "positional" else { return isRepeating && !value.contains("> ... <") ? "\(value)…" : value }
    let spelled = (names ?? []).map { ($0.kind == "short" ? "-" : "--") + $0.name }.joined(separator: ", ")
    return kind == "flag" ? spelled : "\(spelled) \(value)"
  }

  /// The form in a synopsis: in brackets if it is optional.
  fileprivate var synopsis: String {
    let repetition = isRepeating && kind != "positional" ? "…" : ""
    return (isOptional ? "[\(spelling)]" : spelling) + repetition
  }
}
