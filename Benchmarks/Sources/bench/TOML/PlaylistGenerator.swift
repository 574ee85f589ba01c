/// Generates realistic playlist files: episodes on separate lines, some with comments, and the other keys.
struct PlaylistGenerator {
  private var state: UInt64

  /// Makes a generator. The playlists depend only on `seed`.
  init(seed: UInt64) {
    state = seed
  }

  /// Returns a playlist of `count` episodes.
  mutating func playlist(episodes count: Int) -> [UInt8] {
    var lines = [
      "# \(word()) \(word()), collected by hand.",
      "name = \"\(word()) \(word())\"",
      "description = \"\(word()) news first, then one long \(word()).\"",
      "continuous = true          # go on to the next episode",
      "shuffle = \(next() % 2 == 0)",
      "",
      "episodes = [",
    ]
    for index in 0..<count {
      if index % 12 == 0 { lines.append("  # \(word()), \(word()) and \(word())") }
      let comment = index % 4 == 0 ? "   # \(word()) \(word())" : ""
      lines.append("  \"\(word())-\(word())/\(100 + next() % 900)-\(word())\",\(comment)")
    }
    lines += ["]", "", "sort = [\"-dateAdded\", \"title\"]", "limit = 25", "", "[extra]", "mood = \"\(word())\"", ""]
    return Array(lines.joined(separator: "\n").utf8)
  }

  private static let words = [
    "night", "sky", "daily", "byte", "aurora", "history", "garden", "harbour", "letters", "morning", "signal", "über",
  ]

  private mutating func word() -> String { Self.words[Int(next() % UInt64(Self.words.count))] }

  /// Returns the next number of a linear congruential sequence. Its upper bits are random enough for words.
  private mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 33
  }
}
