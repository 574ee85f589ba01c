import ArgumentParser

struct PrintCompletions: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Print the completion script of a shell.",
    discussion: """
      With it, the shell completes commands, options and ids when Tab is pressed. Write it to a file that the shell reads: \
      for bash ~/.local/share/bash-completion/completions/mixtape, for zsh the file _mixtape in a directory of $fpath, for \
      fish ~/.config/fish/completions/mixtape.fish. `scripts/install` installs all three.

      Example:
        mixtape completions bash
      """)

  enum Shell: String, CaseIterable, ExpressibleByArgument {
    case bash, zsh, fish

    var completionShell: CompletionShell {
      switch self {
      case .bash: .bash
      case .zsh: .zsh
      case .fish: .fish
      }
    }
  }

  @Argument(help: ArgumentHelp("The shell.", valueName: "shell"))
  var shell: Shell

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    session.print(lines: CompletionScript.addingAliases(to: Mixtape.completionScript(for: shell.completionShell)))
    return .done
  }
}

enum CompletionScript {
  /// Returns a completion script in which commands complete also under their aliases, which the parser leaves out.
  static func addingAliases(to script: String) -> String {
    let commands = Mixtape.configuration.subcommands.map { $0.configuration }.filter(\.shouldDisplay)
    let aliases = commands.flatMap { command in command.aliases.map { ($0, command.commandName ?? "") } }
    guard let first = commands.first?.commandName else { return script }
    // The first list of commands belongs to the program, the others to its groups of commands.
    if script.hasPrefix("function ") {
      let names = aliases.map { "        case '\($0)'\n            set unparsed_tokens[1] '\($1)'\n" }.joined()
      let choice = "        switch $unparsed_tokens[1]\n"
      return script.inserting("\(choice)\(names)        end\n", before: "\(choice)        case '\(first)'\n")
    }
    let functions = aliases.map { "_mixtape_\($0)() {\n    _mixtape_\($1)\n}\n\n" }.joined()
    return script.inserting(
      aliases.map { "\($0.0)|" }.joined(), before: commands.map { "\($0.commandName ?? "")|" }.joined()
    ).inserting(functions, before: "_mixtape_\(first)() {\n")
  }
}

extension String {
  /// Returns a copy with a text before the first occurrence of another one.
  fileprivate func inserting(_ text: String, before place: String) -> String {
    guard let place = firstRange(of: place)?.lowerBound else { return self }
    return self[..<place] + text + self[place...]
  }
}
