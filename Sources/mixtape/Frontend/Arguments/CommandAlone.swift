import ArgumentParser

/// A command without those that it stands among. Its arguments are the command's own, which the parser finds by looking at a
/// value: as a group of arguments in another command, they would take half as long again.
private struct CommandAlone<Command: MixtapeCommand>: ParsableCommand, CustomReflectable {
  static var configuration: CommandConfiguration {
    // With a name above it, the parser does not look for what is asked of programs, as for scripts of completions. Without
    // names for help, it does not make them.
    CommandConfiguration(
      commandName: Command._commandName, _superCommandName: Mixtape._commandName, helpNames: [])
  }

  let command: Command

  init() { command = Command() }
  init(from decoder: any Decoder) throws { command = try Command(from: decoder) }

  func validate() throws {
    var command = command
    try command.validate()
  }

  var customMirror: Mirror { Mirror(reflecting: command) }
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
