/// A text that can list several values: genres, artists, composers. The model has one text, in which `; ` separates them; in files, a
/// list of texts can stand for it.
public enum ListedText {
  /// Joins values to a text.
  public static func joined(_ values: [String]) -> String { values.joined(separator: "; ") }

  /// Returns the values that ``joined(_:)`` has joined to a text; `nil` if there is only one.
  public static func list(in text: String) -> [String]? {
    guard text.contains("; ") else { return nil }
    let values = values(in: text)
    return joined(values) == text ? values : nil
  }

  /// Returns the values in a text: those between `;`, ` / ` and NUL, as tags and people write them. `AC/DC` is one.
  public static func values(in text: String) -> [String] {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "/") || $0 == 0 }) else {
      return [text]
    }
    let parts = text.split { $0 == ";" || $0 == "\0" }.flatMap { part in
      part.split(whereSeparator: \.isWhitespace).split { $0 == "/" }.map { $0.joined(separator: " ") }
    }
    return parts.isEmpty ? [text] : parts.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
