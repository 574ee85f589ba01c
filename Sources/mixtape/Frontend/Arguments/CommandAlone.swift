import ArgumentParser

/// A command without those that it stands among.
private struct CommandAlone<Command: MixtapeCommand>: ParsableCommand {
  static var configuration: CommandConfiguration {
    // With a name above it, the parser does not look for what is asked of programs, as for scripts of completions. Without
    // names for help, it does not make them.
    CommandConfiguration(
      commandName: Command._commandName, _superCommandName: Mixtape._commandName, helpNames: [])
  }

  @OptionGroup var command: Command
}

extension MixtapeCommand {
  /// The command with its arguments, if they are sound and all its own; `nil` where the whole program has to parse them to
  /// tell what is asked or wrong.
  ///
  /// The whole program takes three times as long, as it tries its own options on them first.
  static func parsedAlone(_ arguments: [String]) -> Self? {
    do {
      return (try CommandAlone<Self>.parseAsRoot(arguments) as? CommandAlone<Self>)?.command
    } catch {
      return nil
    }
  }
}
