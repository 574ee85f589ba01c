import MixtapeModel

extension Completions {
  /// Returns the commands to a player, or the arguments of the one that is typed.
  func playerWords(_ prefix: String) -> [String] {
    let typed = words.drop { $0 != "player" }.dropFirst().filter { !$0.hasPrefix("-") }
    guard let command = typed.first, typed.count > 1 || command != prefix else {
      return PlayerCommand.names.filter { $0.hasPrefix(prefix) }
    }
    let choices: [String]
    switch command {
    case "now", "next-up", "enqueue", "add", "remove": return episodes(prefix)
    case "load": return playlists(prefix)
    case "chapter": choices = ["next", "previous"]
    case "shuffle": choices = ShuffleAlgorithm.allCases.map(\.rawValue)
    case "sleep": choices = ["off"]
    default: choices = []
    }
    return choices.filter { $0.hasPrefix(prefix) }
  }
}
