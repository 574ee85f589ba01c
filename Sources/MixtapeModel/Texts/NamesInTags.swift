/// The names of discs: of directories such as `CD 2`, and at the end of titles such as `Weather (Disc Two)`.
package enum DiscName {
  private static let words = ["cd", "disc", "disk"]
  private static let numerals = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
  private static let separators = " -_."

  /// Returns the number of a directory such as `CD2`, `Disc 02`, `disk-1 live` or `Disc One`; `nil` for other names.
  package static func number(in name: String) -> Int64? {
    number(in: name[...]) { rest in rest.first.map { " -_.,:([".contains($0) } ?? true }
  }

  /// Returns a title without its disc: `Weather` for `Weather (Disc 2)`.
  package static func withoutDisc(_ title: String) -> String { albumAndDisc(in: title)?.album ?? title }

  /// Splits a title such as `Weather (Disc 2)`, `Weather - CD2`, `Weather (CD 2 of 3)` or `Weather [disc 2: Snow]`; `nil` for other
  /// titles.
  package static func albumAndDisc(in title: String) -> (album: String, disc: Int64)? {
    if let last = title.last, ")]".contains(last), let open = title.lastIndex(where: "([".contains) {
      let inner = title[title.index(after: open)...].dropLast()
      let album = title[..<open].trimmingSuffix(while: isAfterAlbum)
      guard !album.isEmpty, let number = number(in: inner, isRest: isAfterNumber) else { return nil }
      return (String(album), number)
    }
    let value = title[title.trimmingSuffix { $0.isLetter || $0.isNumber }.endIndex...]
    let rest = title.dropLast(value.count)
    for word in words {
      let number: Int64?
      let before: Substring
      if value.lowercased().hasPrefix(word) {
        (number, before) = (digits(value.dropFirst(word.count)), rest)
      } else {
        let stem = rest.trimmingSuffix(while: separators.contains)
        guard stem.lowercased().hasSuffix(word) else { continue }
        let isApart = stem.endIndex != rest.endIndex
        (number, before) = (isApart ? numeral(value) : digits(value), stem.dropLast(word.count))
      }
      let album = before.trimmingSuffix(while: isAfterAlbum)
      return number.flatMap { album.isEmpty || album.endIndex == before.endIndex ? nil : (String(album), $0) }
    }
    return nil
  }

  private static func number(in name: Substring, isRest: (Substring) -> Bool) -> Int64? {
    let name = name.lowercased()
    for word in words where name.hasPrefix(word) {
      let tail = name.dropFirst(word.count)
      let rest = tail.drop(while: separators.contains)
      let value = rest.prefix { $0.isLetter || $0.isNumber }
      guard let number = rest.startIndex == tail.startIndex ? digits(value) : numeral(value) else { return nil }
      return isRest(rest.dropFirst(value.count)) ? number : nil
    }
    return nil
  }

  /// Returns a number in digits, or a small one in letters.
  private static func numeral(_ text: Substring) -> Int64? {
    numerals.firstIndex(of: text.lowercased()).map { Int64($0 + 1) } ?? digits(text)
  }

  /// Returns a number of one or two digits.
  private static func digits(_ text: Substring) -> Int64? {
    guard (1...2).contains(text.utf8.count), text.utf8.allSatisfy(\.isDigit) else { return nil }
    return Int64(text).flatMap { $0 > 0 ? $0 : nil }
  }

  /// Returns whether a text can follow the number of a disc in brackets: a subtitle, or the number of discs.
  private static func isAfterNumber(_ text: Substring) -> Bool {
    let text = text.drop { $0 == " " }
    guard let first = text.first else { return true }
    if ":-–".contains(first) { return true }
    guard text.hasPrefix("of ") || first == "/" else { return false }
    return digits(text.drop { "of/ ".contains($0) }) != nil
  }

  private static func isAfterAlbum(_ character: Character) -> Bool { " -_.,([".contains(character) }
}

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
