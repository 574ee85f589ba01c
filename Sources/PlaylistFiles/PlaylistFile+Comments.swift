internal import LosslessTOML
public import MixtapeModel

extension PlaylistFile {
  /// Returns the bytes that the file of a new playlist starts from: its episodes, with comments on the lines of some.
  ///
  /// - Parameters:
  ///   - comments: The texts without `#`, by the offsets of the episodes. They must not contain line ends or other control
  ///     characters.
  ///   - rules: Comments about rules, as `comments`. They stand above the rules, or above the episodes of a playlist without rules.
  ///   - isSmart: Whether the playlist has rules.
  public static func source(
    of episodes: [Episode.ID], comments: [Int: String], rules: [String] = [], isSmart: Bool = false
  ) -> [UInt8] {
    let aboutRules = Array(rules.map { "# \($0)\n" }.joined().utf8)
    var source = Array("name = \"-\"\n\n".utf8)
    if !isSmart { source += aboutRules }
    source += "episodes = [\n".utf8
    for (offset, episode) in episodes.enumerated() {
      // Ids have no characters that need escapes.
      source += "  \"".utf8
      source += episode.rawValue.utf8
      source += "\",".utf8
      if let comment = comments[offset] {
        source += "  # ".utf8
        source += comment.utf8
      }
      source.append(UInt8(ascii: "\n"))
    }
    source += "]\n".utf8
    if isSmart, !rules.isEmpty { source += aboutRules + "conditions = [\n]\n".utf8 }
    return source
  }

  /// Returns the comment after an episode on its line, without `#`; `nil` without a comment.
  ///
  /// - Complexity: O(*n*) in the length of the line.
  public func comment(ofEpisodeAt offset: Int) -> String? {
    rangeOfComment(ofEpisodeAt: offset).map { String(decoding: source[$0].dropFirst(), as: UTF8.self) }
  }

  /// Returns the place of the comment after an episode on its line; `nil` without a comment.
  ///
  /// - Complexity: O(*n*) in the length of the line.
  func rangeOfComment(ofEpisodeAt offset: Int) -> Range<Int>? {
    guard episodeRanges.indices.contains(offset) else { return nil }
    var index = episodeRanges[offset].upperBound
    var hasComma = false
    while index < source.count {
      switch source[index] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"): index += 1
      case UInt8(ascii: ",") where !hasComma:
        hasComma = true
        index += 1
      case UInt8(ascii: "#"):
        let text = source[index...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        return index..<text.endIndex
      default: return nil
      }
    }
    return nil
  }
}
