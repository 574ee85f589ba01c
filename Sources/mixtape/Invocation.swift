import ArgumentParser

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
      if let next = group.configuration.subcommands.first(where: { $0.configuration.isNamed(word) }),
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
      let isShuffling = path.last?.command is any ShufflingCommand.Type
      rest = options + (isShuffling ? ShuffleArgument.filled(words) : Array(words))
      self.arguments = path.map(\.name) + rest
    } else {
      rest = Array(words)
      // The parser has only one name for its option.
      self.arguments = path.isEmpty && words.first == "-V" ? ["--version"] : arguments
    }
  }

  /// The command; `nil` if the line has no command or only a group.
  var command: (any MixtapeCommand.Type)? { path.last?.command as? any MixtapeCommand.Type }

  /// Whether the line asks for a completion script.
  var asksForCompletions: Bool { arguments.contains { $0.hasPrefix("--generate-completion-script") } }
}

extension CommandConfiguration {
  /// Returns whether a word is the name of the command or an alias.
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
