/// Text in XML.
enum XMLText {
  /// Returns text with escapes for the special characters of XML. Replaces characters that XML 1.0 does not allow with
  /// spaces.
  ///
  /// - Parameter inAttribute: Whether to escape line feeds and tabs, which parsers read as spaces in attributes.
  static func escaped(_ text: String, inAttribute: Bool = false) -> String {
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
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: result.append(" ")
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}

/// A writer of indented XML elements, one per line.
struct XMLWriter {
  private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  private var depth = 0

  init() {}

  /// The document in UTF-8.
  var bytes: [UInt8] { Array(text.utf8) }

  /// Writes an element with text, unless the text is `nil`.
  mutating func leaf(_ name: String, _ content: String?, _ attributes: [(String, String?)] = []) {
    guard let content else { return }
    indent()
    text += "<\(name)\(Self.text(of: attributes))>\(XMLText.escaped(content))</\(name)>\n"
  }

  /// Writes an element without content.
  mutating func emptyElement(_ name: String, _ attributes: [(String, String?)]) {
    indent()
    text += "<\(name)\(Self.text(of: attributes))/>\n"
  }

  /// Writes an element with child elements.
  mutating func element(_ name: String, _ attributes: [(String, String?)] = [], _ body: (inout XMLWriter) -> Void) {
    indent()
    text += "<\(name)\(Self.text(of: attributes))>\n"
    depth += 1
    body(&self)
    depth -= 1
    indent()
    text += "</\(name)>\n"
  }

  /// Writes an element whose content is already XML.
  mutating func element(_ name: String, _ attributes: [(String, String?)], xml: String) {
    indent()
    text += "<\(name)\(Self.text(of: attributes))>\(xml)</\(name)>\n"
  }

  private mutating func indent() { text += String(repeating: "  ", count: depth) }

  private static func text(of attributes: [(String, String?)]) -> String {
    attributes.compactMap { name, value in value.map { " \(name)=\"\(XMLText.escaped($0, inAttribute: true))\"" } }
      .joined()
  }
}
