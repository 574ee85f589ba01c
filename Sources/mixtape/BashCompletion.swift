import ArgumentParser

/// The completion script for bash.
enum BashCompletion {
  /// Returns a completion script in which commands complete also under their aliases, which the parser leaves out for bash.
  /// Scripts for other shells stay unchanged.
  static func addingAliases(to script: String) -> String {
    guard script.hasPrefix("#!/bin/bash") else { return script }
    let commands = Mixtape.configuration.subcommands.map { $0.configuration }
    let list = commands.map { "\($0.commandName ?? "")|" }.joined()
    // The first such list belongs to the program, the others to its groups of commands.
    guard let place = script.firstRange(of: list) else { return script }
    var (aliases, functions) = ("", "")
    for command in commands {
      for alias in command.aliases {
        aliases += "\(alias)|"
        functions += "\n_mixtape_\(alias)() {\n    _mixtape_\(command.commandName ?? "")\n}\n"
      }
    }
    var result = script
    result.insert(contentsOf: aliases, at: place.lowerBound)
    return result + functions
  }
}
