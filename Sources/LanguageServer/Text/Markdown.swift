/// Texts in Markdown, which clients show.
enum Markdown {
  /// Returns a text without signs that Markdown or HTML would interpret, such as those in a feed's descriptions.
  static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if "\\`*_{}[]<>()#+-.!|~&".contains(character) { result.append("\\") }
      result.append(character)
    }
  }
}
