import MixtapeModel

extension JSONOutput {
  /// The episode that a player is at, if it is at one.
  static func playing(_ episode: Episode?) -> [(String, JSONValue)] {
    guard let episode else { return [] }
    return [
      ("episode", .string(episode.id.rawValue)), ("title", .string(episode.title)),
      ("duration", episode.duration.map(JSONValue.number) ?? .null),
    ]
  }
}
