/// The name in a text about a person, such as `ann@example.org (Ann)` and `Ann <ann@example.org>`.
enum PersonName {
  /// Returns the name; the text itself if there is no address in it; `nil` if there is nothing.
  static func of(_ text: String) -> String? {
    let line = HTMLText.plain(text).oneLine()
    guard line.contains("@") else { return line.nonEmpty }
    if let open = line.firstIndex(of: "("), let close = line.lastIndex(of: ")"), open < close {
      let name = String(line[line.index(after: open)..<close]).trimmed
      if !name.isEmpty, !name.contains("@") { return name }
    }
    let words = line.split(separator: " ")
    guard words.contains(where: isAddress) else { return words.count > 1 ? line : nil }
    var name = ""
    for word in words {
      if !isAddress(word) {
        name += name.isEmpty ? word : " \(word)"
      } else if !name.isEmpty, word.hasSuffix(",") || word.hasSuffix(";") {
        name += ","
      }
    }
    return String(name.drop(while: isSeparator).reversed().drop(while: isSeparator).reversed()).nonEmpty
  }

  /// Returns whether a word is an address of mail, perhaps in brackets. `R@dio` and `@ann` are names.
  private static func isAddress(_ word: Substring) -> Bool {
    let parts = word.split(separator: "@")
    guard parts.count == 2, parts[0].contains(where: \.isLetter) else { return false }
    return parts[1].dropFirst().contains(".") || word.hasPrefix("<") || word.hasPrefix("(")
  }

  private static func isSeparator(_ character: Character) -> Bool { " \"',;:-–|/".contains(character) }
}
