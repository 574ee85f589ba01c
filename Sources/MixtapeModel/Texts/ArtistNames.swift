/// The names in the text of an artist: `Ann & Bob`, `Ann feat. Bob`, `Ann; Bob`.
public enum ArtistNames {
  /// Returns the text before the guests: `Rap` for `Rap feat. Y` and `Rap (ft. Y)`; the whole text if there are none.
  public static func withoutGuests(_ artist: String) -> String {
    guard let guest = guest(in: artist) else { return artist }
    let main = artist[..<guest].trimmingSuffix { $0.isWhitespace || "([,;&-".contains($0) }
    return main.isEmpty ? artist : String(main)
  }

  /// Returns the names in the text, in order. A name that contains `and` or a comma comes apart, too: the caller must have other evidence.
  public static func all(in artist: String) -> [String] {
    artist.split { ",;/&+()[]\0".contains($0) }
      .flatMap { part in
        part.split(whereSeparator: \.isWhitespace).split { isSeparator($0) }.map { $0.joined(separator: " ") }
      }
  }

  /// Returns whether a word introduces guests: `feat.`, `ft`, `Featuring`.
  public static func introducesGuests(_ word: some StringProtocol) -> Bool {
    ["feat", "feat.", "ft", "ft.", "featuring"].contains(word.lowercased())
  }

  private static func isSeparator(_ word: Substring) -> Bool {
    introducesGuests(word) || ["and", "with", "vs", "vs.", "x"].contains(word.lowercased())
  }

  /// Returns the start of the word that introduces guests, if another word is before it.
  private static func guest(in artist: String) -> String.Index? {
    let words = artist.split { $0.isWhitespace || "([".contains($0) }
    return words.dropFirst().first(where: introducesGuests)?.startIndex
  }
}
