/// Commands that people type because another program has them, and the command that they mean.
enum TypedByHabit {
  /// The hints, by the words after `mixtape`.
  static let commands = [
    "rate": "`mixtape episode rate` rates episodes",
    "find": "`mixtape search` finds episodes",
    "fetch": updating, "refresh": updating, "update": "\(updating), and `mixtape set` changes values of playlists",
    "podcast fetch": updating, "podcast refresh": updating,
    "subscribe":
      "`mixtape podcast add URL` adds a podcast, and `mixtape podcast update ID --subscribe` subscribes to one",
    "podcast subscribe": "`mixtape podcast update ID --subscribe` subscribes to a podcast",
    "podcast move": "`mixtape podcast update ID --folder FOLDER` moves a podcast",
  ]

  private static let updating = "`mixtape feed update` fetches new episodes"

  /// Returns hints for a usage error: `podcast update` changes values, but people expect it to fetch feeds.
  static func hints(for message: String, _ invocation: Invocation) -> [String] {
    let path = invocation.path.map(\.name)
    let hasNoChange = message.hasPrefix("no change is given") || message.hasPrefix("Missing expected argument")
    guard path == ["podcast", "update"], hasNoChange else { return [] }
    return [updating]
  }
}
