import ArgumentParser

/// The completion scripts for shells.
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
