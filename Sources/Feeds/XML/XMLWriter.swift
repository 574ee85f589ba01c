internal import MixtapeModel

/// Text in XML.
package enum XMLText {
  /// Returns text with escapes for the special characters of XML. Replaces characters that XML 1.0 does not allow with
  /// spaces.
  ///
  /// - Parameter inAttribute: Whether to escape line feeds and tabs, which parsers read as spaces in attributes.
  package static func escaped(_ text: String, inAttribute: Bool = false) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      (0x20..<0x7F).contains(byte) && !"&<>\"'".utf8.contains(byte)
    }
    if isPlain { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
      // Parsers read an unescaped carriage return as a line feed.
      case "\r": result.append(contentsOf: "&#13;".unicodeScalars)
      case "\n", "\t":
        if inAttribute { result.append(contentsOf: "&#\(scalar.value);".unicodeScalars) } else { result.append(scalar) }
      default: result.append(isAllowed(scalar) ? scalar : " ")
      }
    }
    return String(result)
  }

  /// Returns whether XML 1.0 allows a character.
  package static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: true
    case ..<0x20, 0xFFFE, 0xFFFF: false
    default: true
    }
  }

  /// Returns text without characters that XML does not allow: they become `\u` with four hexadecimal digits, and a backslash
  /// becomes two. Returns `nil` if XML allows all characters.
  package static func encoded(_ text: String) -> String? {
    guard !text.unicodeScalars.allSatisfy(isAllowed) else { return nil }
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar == "\\" {
        result += "\\\\"
      } else if isAllowed(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        result += "\\u" + String(scalar.value, radix: 16).paddedWithZeros(to: 4)
      }
    }
    return result
  }

  /// Returns the text that ``encoded(_:)`` made another text of.
  package static func decoded(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\", let next = rest.popFirst() else {
        result.append(scalar)
        continue
      }
      let digits = String(String.UnicodeScalarView(rest.prefix(4)))
      if next == "u", digits.unicodeScalars.count == 4,
        let value = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
      {
        result.append(value)
        rest.removeFirst(4)
      } else {
        result.append(next)
      }
    }
    return String(result)
  }
}

/// A writer of indented XML elements, one per line.
package struct XMLWriter {
  private var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  private var depth = 0

  /// Makes a writer of a document without elements.
  package init() {}

  /// The document in UTF-8.
  package var bytes: [UInt8] { Array(text.utf8) }

  /// Writes an element with text, unless the text is `nil`.
  package mutating func leaf(_ name: String, _ content: String?, _ attributes: [(String, String?)] = []) {
    guard let content else { return }
    indent()
    text += "<\(name)\(Self.text(of: attributes))>\(XMLText.escaped(content))</\(name)>\n"
  }

  /// Writes an element whose text keeps every character. Text that XML cannot express is encoded, with an attribute.
  package mutating func exactLeaf(_ name: String, _ content: String?, _ attributes: [(String, String?)] = []) {
    guard let content else { return }
    if let encoded = XMLText.encoded(content) {
      leaf(name, encoded, attributes + [("encoding", "escapes")])
    } else {
      leaf(name, content, attributes)
    }
  }

  /// Writes an element without content.
  package mutating func emptyElement(_ name: String, _ attributes: [(String, String?)]) {
    indent()
    text += "<\(name)\(Self.text(of: attributes))/>\n"
  }

  /// Writes an element with child elements.
  package mutating func element(
    _ name: String, _ attributes: [(String, String?)] = [], _ body: (inout XMLWriter) -> Void
  ) {
    indent()
    text += "<\(name)\(Self.text(of: attributes))>\n"
    depth += 1
    body(&self)
    depth -= 1
    indent()
    text += "</\(name)>\n"
  }

  private mutating func indent() { text += String(repeating: "  ", count: depth) }

  private static func text(of attributes: [(String, String?)]) -> String {
    attributes.compactMap { name, value in value.map { " \(name)=\"\(XMLText.escaped($0, inAttribute: true))\"" } }
      .joined()
  }
}
