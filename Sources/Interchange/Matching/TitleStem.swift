internal import MixtapeModel

/// The stem of a title: without the edition at its end, as in `Solo - Remastered 2011` and `Solo (Mono)`.
///
/// `(Live)` and `(Acoustic)` name another recording, so they stay.
enum TitleStem {
  /// Returns the normalized stem of a title; `nil` if the title names no edition.
  static func of(_ title: String) -> String? {
    guard let start = lastPart(of: title), isEdition(TagText.normalized(String(title[start...]))) else { return nil }
    return TagText.normalized(String(title[..<start])).nonEmpty
  }

  /// Returns the start of the part in parentheses at the end, or of that after the last dash.
  private static func lastPart(of title: String) -> String.Index? {
    if let last = title.last, ")]".contains(last) { return title.lastIndex { "([".contains($0) } }
    return title.range(ofLast: " - ") ?? title.range(ofLast: " – ")
  }

  /// Returns whether the words of a part are those of an edition of the same recording.
  private static func isEdition(_ text: String) -> Bool {
    let words = text.split(separator: " ")
    let isNamed = words.contains { editions.contains($0) }
    return isNamed && words.allSatisfy { editions.contains($0) || others.contains($0) || $0.utf8.allSatisfy(\.isDigit) }
  }

  private static let editions: Set<Substring> = [
    "remaster", "remastered", "remasterizado", "mono", "stereo", "version", "explicit", "deluxe", "bonus",
  ]
  private static let others: Set<Substring> = [
    "album", "single", "digital", "digitally", "original", "edition", "anniversary", "track", "in",
  ]
}

extension String {
  /// Returns the start of the last occurrence of a text.
  fileprivate func range(ofLast text: String) -> Index? {
    utf8.indices.last { utf8[$0...].starts(with: text.utf8) }
  }
}
