internal import XMLReading

/// Plain text of text that may be HTML.
///
/// Feeds seldom say which of the two a text is. Only tags with names of HTML are removed, so that `a < b` and `<unknown>` stay.
enum HTMLText {
  /// Returns a text without tags and with references replaced once.
  ///
  /// - Complexity: O(*n*).
  static func plain(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else { return text }
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    var index = 0
    while index < scalars.count {
      switch scalars[index] {
      case "<":
        if let tag = Tag(in: scalars, at: index) {
          if tag.separatesWords { result.append(" ") }
          index = tag.end
          continue
        }
      case "&":
        if let (characters, end) = reference(in: scalars, at: index) {
          result.append(contentsOf: characters.unicodeScalars)
          index = end
          continue
        }
      default: break
      }
      result.append(scalars[index])
      index += 1
    }
    return String(result)
  }

  /// Reads `&name;`, `&#10;` or `&#xA;`. Characters of Windows-1252 in the range of control characters are what was meant.
  private static func reference(in scalars: [Unicode.Scalar], at start: Int) -> (String, end: Int)? {
    let limit = min(scalars.count, start + 12)
    guard let end = scalars[start..<limit].firstIndex(of: ";"), end > start + 1 else { return nil }
    var name = String(String.UnicodeScalarView(scalars[(start + 1)..<end]))
    guard name.hasPrefix("#") else {
      return HTMLEntities.character(named: name).map { (String(Character($0)), end + 1) }
    }
    name.removeFirst()
    let isHexadecimal = name.hasPrefix("x") || name.hasPrefix("X")
    let value = isHexadecimal ? UInt32(name.dropFirst(), radix: 16) : UInt32(name)
    guard let value, value > 0, let scalar = Unicode.Scalar(value) else { return nil }
    if (0x80...0x9F).contains(value) {
      return (WindowsControls.characters[Int(value) - 0x80].map(String.init) ?? "", end + 1)
    }
    return (String(Character(scalar)), end + 1)
  }
}

/// The characters that Windows-1252 has at 0x80 to 0x9F.
private enum WindowsControls {
  static let characters: [Character?] = [
    "€", nil, "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", nil, "Ž", nil, nil, "‘", "’", "“", "”", "•", "–",
    "—",
    "˜", "™", "š", "›", "œ", nil, "ž", "Ÿ",
  ]
}

extension HTMLText {
  /// A tag or comment of HTML in a text.
  fileprivate struct Tag {
    /// The index behind it.
    let end: Int
    /// Whether words before and after it are different words.
    let separatesWords: Bool

    private static let inline: Set<String> = [
      "a", "abbr", "b", "big", "cite", "code", "del", "em", "font", "i", "ins", "kbd", "mark", "q", "s", "small",
      "span",
      "strike", "strong", "sub", "sup", "tt", "u", "wbr",
    ]
    private static let block: Set<String> = [
      "address", "article", "aside", "audio", "blockquote", "body", "br", "center", "dd", "details", "div", "dl", "dt",
      "embed", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr",
      "html",
      "iframe", "img", "input", "label", "li", "link", "main", "meta", "nav", "object", "ol", "p", "param", "picture",
      "pre",
      "script", "section", "source", "style", "svg", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
      "video",
    ]

    init?(in scalars: [Unicode.Scalar], at start: Int) {
      var index = start + 1
      if scalars[start...].starts(with: "<!--".unicodeScalars) {
        while index < scalars.count, !scalars[index...].starts(with: "-->".unicodeScalars) { index += 1 }
        guard index < scalars.count else { return nil }
        (end, separatesWords) = (index + 3, false)
        return
      }
      if index < scalars.count, scalars[index] == "/" { index += 1 }
      var name = ""
      while index < scalars.count, name.utf8.count < 12, scalars[index].isASCII, scalars[index].isLetterOrDigit {
        name.unicodeScalars.append(scalars[index])
        index += 1
      }
      name = name.lowercased()
      guard index < scalars.count, Self.inline.contains(name) || Self.block.contains(name) else { return nil }
      guard scalars[index] == ">" || scalars[index] == "/" || scalars[index].isBlank else { return nil }
      guard let close = scalars[index...].firstIndex(of: ">") else { return nil }
      (end, separatesWords) = (close + 1, Self.block.contains(name))
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9": true
    default: false
    }
  }
}
