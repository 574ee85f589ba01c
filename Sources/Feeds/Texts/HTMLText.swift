internal import MixtapeModel

/// Plain text of text that may be HTML.
///
/// Feeds seldom say which of the two a text is. Only tags with names of HTML are removed, so that `a < b` and `<unknown>` stay.
package enum HTMLText {
  /// Returns a text without tags, comments and scripts, and with references replaced once. C1 control characters, which only
  /// wrong conversions from Windows-1252 make, are replaced by the characters of that encoding.
  ///
  /// - Parameter separator: The character at the ends of paragraphs and other blocks.
  /// - Complexity: O(*n*).
  package static func plain(_ text: String, separator: Unicode.Scalar = " ") -> String {
    // 0xC2 begins the control characters in UTF-8.
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") || $0 == 0xC2 }) else {
      return text
    }
    let scalars = Array(text.unicodeScalars)
    var tags = HTMLTagScanner(scalars)
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    var index = 0
    while index < scalars.count {
      switch scalars[index] {
      case "<":
        if let tag = tags.tag(at: index) {
          if tag.separatesWords { result.append(separator) }
          index = tag.end
          continue
        }
      case "&":
        if let reference = HTMLReference(in: scalars, at: index) {
          if let scalar = reference.scalar { result.append(scalar) }
          index = reference.end
          continue
        }
      case "\u{80}"..."\u{9F}":
        if let scalar = Windows1252.character(at: scalars[index].value) { result.append(scalar) }
        index += 1
        continue
      default: break
      }
      result.append(scalars[index])
      index += 1
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns the HTML of a text that looks like HTML, else the text itself: ``plain(_:)`` makes the same text of it.
  package static func unambiguous(_ text: String) -> String { plain(text) == text ? text : escaped(text) }

  /// Returns the HTML of a text.
  package static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }
}

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
      if begins(with: text, at: index) { return index }
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

/// A reference to a character in HTML: `&name;`, `&#10;`, `&#xA;`, or one of the old names without a semicolon.
struct HTMLReference {
  /// The character; `nil` for a control character that means nothing.
  let scalar: Unicode.Scalar?
  /// The index after the reference.
  let end: Int

  private static let maximumLength = 12

  private init(_ scalar: Unicode.Scalar?, end: Int) {
    self.scalar = scalar
    self.end = end
  }

  /// Reads the reference that begins with the `&` at an index; `nil` if the text there is not a reference.
  init?(in scalars: [Unicode.Scalar], at start: Int) {
    if let (value, end) = Self.number(in: scalars, at: start) {
      self.init(value, end, in: scalars)
      return
    }
    var end = start + 1
    while end < scalars.count, end - start < Self.maximumLength, scalars[end].isASCIIAlphanumeric { end += 1 }
    let name = String(String.UnicodeScalarView(scalars[start + 1..<end]))
    guard let scalar = HTMLEntities.character(named: name) else { return nil }
    let isClosed = end < scalars.count && scalars[end] == ";"
    // HTML has these names without a semicolon for the sake of old pages. In `?a=1&copy=2`, it is a parameter.
    let isOld = scalar.value < 0x100 && name != "apos" && !(end < scalars.count && scalars[end] == "=")
    guard isClosed || isOld else { return nil }
    self.init(scalar, end: isClosed ? end + 1 : end)
  }

  private init?(_ value: UInt32, _ end: Int, in scalars: [Unicode.Scalar]) {
    switch value {
    case 0: return nil
    case 0x80...0x9F: self.init(Windows1252.character(at: value), end: end)
    case 0xD800...0xDBFF:
      // Some programs write the two halves of UTF-16 as two references.
      guard let (low, pairEnd) = Self.number(in: scalars, at: end), low & 0xFFFF_FC00 == 0xDC00 else { return nil }
      self.init(Unicode.Scalar(0x10000 + (value & 0x3FF) << 10 + low & 0x3FF), end: pairEnd)
    default:
      guard let scalar = Unicode.Scalar(value) else { return nil }
      self.init(scalar, end: end)
    }
  }

  /// Reads `&#10;` or `&#xA;`, also without the semicolon.
  private static func number(in scalars: [Unicode.Scalar], at start: Int) -> (value: UInt32, end: Int)? {
    guard start + 2 < scalars.count, scalars[start] == "&", scalars[start + 1] == "#" else { return nil }
    let isHexadecimal = scalars[start + 2] == "x" || scalars[start + 2] == "X"
    let first = start + (isHexadecimal ? 3 : 2)
    var end = first
    while end < scalars.count, end - start < maximumLength, scalars[end].isDigit(isHexadecimal: isHexadecimal) {
      end += 1
    }
    let digits = String(String.UnicodeScalarView(scalars[first..<end]))
    guard let value = UInt32(digits, radix: isHexadecimal ? 16 : 10) else { return nil }
    return (value, end < scalars.count && scalars[end] == ";" ? end + 1 : end)
  }
}

extension Windows1252 {
  /// Returns the character at a value from 0x80 to 0x9F; `nil` if the encoding has no character there.
  fileprivate static func character(at value: UInt32) -> Unicode.Scalar? {
    Unicode.Scalar(value).map(character).flatMap { $0.value == value ? nil : $0 }
  }
}

extension Unicode.Scalar {
  /// Whether it is a letter or a digit of ASCII.
  var isASCIIAlphanumeric: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9": true
    default: false
    }
  }

  fileprivate func isDigit(isHexadecimal: Bool) -> Bool {
    switch self {
    case "0"..."9": true
    case "a"..."f", "A"..."F": isHexadecimal
    default: false
    }
  }
}

/// The names of elements of HTML.
enum HTMLNames {
  /// Elements inside a word or a sentence.
  static let inline: Set<String> = [
    "a", "abbr", "acronym", "b", "basefont", "bdi", "bdo", "big", "blink", "cite", "code", "data", "del", "dfn", "em",
    "font", "i", "ins", "kbd", "mark", "meter", "nobr", "output", "progress", "q", "rb", "rp", "rt", "ruby", "s",
    "samp", "slot", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
  ]

  /// All other elements. Words before and after their tags are different words.
  static let block: Set<String> = [
    "address", "applet", "area", "article", "aside", "audio", "base", "bgsound", "blockquote", "body", "br", "button",
    "canvas", "caption", "center", "col", "colgroup", "datalist", "dd", "details", "dialog", "dir", "div", "dl", "dt",
    "embed", "fieldset", "figcaption", "figure", "footer", "form", "frame", "frameset", "h1", "h2", "h3", "h4", "h5",
    "h6", "head", "header", "hgroup", "hr", "html", "iframe", "img", "input", "label", "legend", "li", "link",
    "listing", "main", "map", "marquee", "menu", "meta", "nav", "noembed", "noframes", "noscript", "object", "ol",
    "optgroup", "option", "p", "param", "picture", "plaintext", "pre", "script", "section", "select", "source", "style",
    "summary", "svg", "table", "tbody", "td", "template", "textarea", "tfoot", "th", "thead", "title", "tr", "track",
    "ul", "video", "xmp",
  ]
}
