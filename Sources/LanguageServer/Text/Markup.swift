/// The form of texts that a client shows.
enum Markup: String {
  case markdown, plaintext

  /// Returns a text whose signs the client does not interpret, such as those in a feed's descriptions.
  func plain(_ text: String) -> String {
    guard self == .markdown else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(Self.escaped).joined(separator: "\n")
  }

  func strong(_ text: String) -> String { self == .markdown ? "**\(plain(text))**" : text }

  func code(_ text: String) -> String { self == .markdown ? "`\(text)`" : text }

  func block(_ text: String) -> String { self == .markdown ? "```\n\(text)\n```" : text }

  /// Returns lines that stay lines.
  func lines(_ lines: [String]) -> String { lines.map(plain).joined(separator: self == .markdown ? "  \n" : "\n") }

  /// Escapes signs that begin something anywhere, and those that make a heading, a quote or a list of a line.
  private static func escaped(_ line: Substring) -> String {
    var result = ""
    var isStart = true
    for character in line {
      let opensLine = isStart && "#+-=.)".contains(character)
      if opensLine || "\\`*_[]<>|~&".contains(character) { result.append("\\") }
      result.append(character)
      isStart = isStart && (character.isWhitespace || character.isNumber)
    }
    return result
  }
}
