/// A fault of markup that a repair mends.
enum MarkupFault {
  /// An `&` that begins no reference.
  case ampersand
  /// A `<` that begins no markup, or is in the value of an attribute.
  case lessThan
  /// The `>` of a `]]>` outside a CDATA section.
  case sectionEnd
  /// An attribute value without quotes begins or ends.
  case quote(isFirst: Bool)
  /// An attribute follows another one without white space.
  case space
  /// An attribute has no value.
  case value
  /// Two references are the halves of a character in UTF-16.
  case surrogates(Unicode.Scalar, length: Int)
  /// Attributes beyond the limit.
  case excess(length: Int)

  /// The number of bytes that are replaced.
  var replaced: Int {
    switch self {
    case .ampersand, .lessThan, .sectionEnd: 1
    case .quote, .space, .value: 0
    case .surrogates(_, let length), .excess(let length): length
    }
  }

  /// The bytes in place of the replaced ones; at least as many as those.
  var replacement: [UInt8] {
    switch self {
    case .ampersand: Array("&amp;".utf8)
    case .lessThan: Array("&lt;".utf8)
    case .sectionEnd: Array("&gt;".utf8)
    case .quote: [UInt8(ascii: "\"")]
    case .space: [UInt8(ascii: " ")]
    case .value: Array("=\"\"".utf8)
    case .surrogates(let scalar, let length):
      Array("&#".utf8) + Self.digits(of: scalar, count: length - 3) + [UInt8(ascii: ";")]
    case .excess(let length): Array(repeating: UInt8(ascii: " "), count: length)
    }
  }

  /// Whether the repaired text is as long as before.
  var keepsLength: Bool {
    switch self {
    case .surrogates, .excess: true
    case .ampersand, .lessThan, .sectionEnd, .quote, .space, .value: false
    }
  }

  /// The maximum number of bytes that a repair adds.
  static let greatestGrowth = 4

  /// The message; `nil` if the fault before it is about the same attribute.
  var message: String? {
    switch self {
    case .ampersand: "\"&\" is not escaped as \"&amp;\""
    case .lessThan: "\"<\" is not escaped as \"&lt;\""
    case .sectionEnd: "\"]]>\" outside a CDATA section"
    case .quote(let isFirst): isFirst ? "the value of an attribute has no quotes" : nil
    case .space: "white space is missing in a tag"
    case .value: "an attribute has no value"
    case .surrogates: "a character is written as two references"
    case .excess: "only the first \(TagScan.maximumAttributes) attributes of a tag are read"
    }
  }

  private static func digits(of scalar: Unicode.Scalar, count: Int) -> [UInt8] {
    let digits = Array(String(scalar.value).utf8)
    return Array(repeating: UInt8(ascii: "0"), count: max(0, count - digits.count)) + digits
  }
}
