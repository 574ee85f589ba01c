/// A search for tags, comments and document types of HTML in a text.
///
/// A search to the end that finds nothing is not repeated, so that all searches together take linear time.
struct HTMLTagScanner {
  /// A tag, comment or document type, or a script with its tags.
  struct Tag {
    /// The index after it.
    let end: Int
    /// Whether words before and after it are different words.
    let separatesWords: Bool
  }

  private let scalars: [Unicode.Scalar]
  /// The searches that found nothing in the rest of the text.
  private var missing: Set<Needle> = []
  /// The number of characters that searches for the ends of tags with quotes may still read without finding them.
  private var quoteBudget: Int

  private enum Needle: String {
    case tagEnd = ">"
    case commentEnd = "-->"
    case scriptEnd = "</script"
    case styleEnd = "</style"
  }

  /// Makes a scanner of a text.
  init(_ scalars: [Unicode.Scalar]) {
    self.scalars = scalars
    quoteBudget = scalars.count
  }

  /// Returns the tag or comment that begins with the `<` at an index; `nil` if it is a plain character.
  ///
  /// Indices of calls ascend.
  mutating func tag(at start: Int) -> Tag? {
    if start + 1 < scalars.count, scalars[start + 1] == "!" { return declaration(at: start) }
    var index = start + 1
    let isEnd = index < scalars.count && scalars[index] == "/"
    if isEnd { index += 1 }
    var name = ""
    while index < scalars.count, name.utf8.count < 12, scalars[index].isASCIIAlphanumeric {
      name.unicodeScalars.append(scalars[index])
      index += 1
    }
    name = name.lowercased()
    let isBlock = HTMLNames.block.contains(name)
    guard index < scalars.count, isBlock || HTMLNames.inline.contains(name) else { return nil }
    guard scalars[index] == ">" || scalars[index] == "/" || scalars[index].isBlank else { return nil }
    guard let close = endOfQuotedTag(from: index) ?? find(.tagEnd, from: index) else { return nil }
    return Tag(end: isEnd ? close + 1 : endOfScript(name, from: close + 1), separatesWords: isBlock)
  }

  /// Returns the comment or the document type at an index; `nil` for other text.
  private mutating func declaration(at start: Int) -> Tag? {
    if begins(with: Self.commentStart, at: start) { return Tag(end: endOfComment(from: start), separatesWords: false) }
    guard begins(with: Self.typeStart, at: start) else { return nil }
    return find(.tagEnd, from: start).map { Tag(end: $0 + 1, separatesWords: true) }
  }

  private static let commentStart = Array("<!--".unicodeScalars)
  private static let typeStart = Array("<!doctype".unicodeScalars)

  private func begins(with text: [Unicode.Scalar], at start: Int) -> Bool {
    start + text.count <= scalars.count && text.indices.allSatisfy { scalars[start + $0].isSame(as: text[$0]) }
  }

  /// Returns the index after a comment. One without an end ends with the next `>`, else with the text.
  private mutating func endOfComment(from start: Int) -> Int {
    if let end = find(.commentEnd, from: start + 4) { return end + 3 }
    return find(.tagEnd, from: start + 4).map { $0 + 1 } ?? scalars.count
  }

  /// Returns the index after the content and the end tag of a script or a style; `start` for other elements.
  private mutating func endOfScript(_ name: String, from start: Int) -> Int {
    guard name == "script" || name == "style" else { return start }
    guard let end = find(name == "script" ? .scriptEnd : .styleEnd, from: start) else { return start }
    return find(.tagEnd, from: end).map { $0 + 1 } ?? start
  }

  /// Returns the index of the `>` of a tag; `nil` if its quotes are not closed. A `>` in quotes does not end the tag.
  private mutating func endOfQuotedTag(from start: Int) -> Int? {
    guard quoteBudget > 0 else { return nil }
    var quote: Unicode.Scalar?
    var index = start
    while index < scalars.count, index - start < quoteBudget {
      let scalar = scalars[index]
      if let open = quote {
        if scalar == open { quote = nil }
      } else if scalar == ">" {
        return index
      } else if scalar == "<" {
        break
      } else if scalar == "\"" || scalar == "'", scalars[index - 1] == "=" {
        quote = scalar
      }
      index += 1
    }
    quoteBudget -= index - start
    return nil
  }

  /// Returns the index of the next occurrence of a text, in any case of letters.
  private mutating func find(_ needle: Needle, from start: Int) -> Int? {
    guard !missing.contains(needle) else { return nil }
    let text = Array(needle.rawValue.unicodeScalars)
    var index = start
    while index + text.count <= scalars.count {
      if text.indices.allSatisfy({ scalars[index + $0].isSame(as: text[$0]) }) { return index }
      index += 1
    }
    missing.insert(needle)
    return nil
  }
}

extension Unicode.Scalar {
  /// Returns whether it is a character of ASCII in lower case, or the same letter in upper case.
  fileprivate func isSame(as other: Unicode.Scalar) -> Bool {
    self == other || ("A"..."Z").contains(self) && value | 0x20 == other.value
  }
}
