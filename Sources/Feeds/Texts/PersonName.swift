/// The name in a text about a person, such as `ann@example.org (Ann)` and `Ann <ann@example.org>`.
enum PersonName {
  /// Returns the name; the text itself if there is no address in it; `nil` if there is nothing.
  static func of(_ text: String) -> String? {
    let line = HTMLText.plain(text).oneLine()
    guard line.contains("@") else { return line.nonEmpty }
    if let open = line.firstIndex(of: "("), let close = line.lastIndex(of: ")"), open < close {
      if let name = String(line[line.index(after: open)..<close]).trimmed.nonEmpty { return name }
    }
    if let open = line.firstIndex(of: "<") {
      if let name = String(line[..<open]).trimmed.nonEmpty { return name }
    }
    return line.contains(" ") ? line : nil
  }
}
