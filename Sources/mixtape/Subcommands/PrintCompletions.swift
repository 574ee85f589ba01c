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

  /// The shells with completion scripts.
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
