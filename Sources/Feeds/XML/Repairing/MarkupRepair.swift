internal import MixtapeModel

/// Escapes `&` and `<` that are not the start of a reference or of markup, as in `AT&T` and `a < b`, and mends attributes
/// without quotes, values or white space between them.
///
/// libxml2 drops such characters and attributes, and some of them end the document. This pass does not parse elements. It only
/// skips CDATA sections, comments, processing instructions and the document type, in which all characters are literal.
struct MarkupRepair {
  /// The repaired text; `nil` if it is unchanged.
  private(set) var text: [UInt8]?
  /// The repairs in the order of the text.
  private(set) var insertions: [TextInsertion] = []
  /// The faults, at most ``maximumFaults`` and that of the limit.
  private(set) var faults: [DocumentFault] = []
  /// Whether there are more faults than the limit.
  private var isLimited = false

  private static let maximumFaults = 100

  /// Repairs a text.
  ///
  /// - Parameter limit: The maximum number of insertions. They make the text longer, and their places are kept. At the next fault in a
  ///   text between tags, the rest of that text becomes blanks.
  /// - Complexity: O(*n*).
  init(_ source: [UInt8], limit: Int) {
    source.withUnsafeBufferPointer { buffer in
      var scan = MarkupScan(buffer)
      guard var place = scan.next() else { return }
      var repaired: [UInt8] = []
      repaired.reserveCapacity(source.count + min(source.count, limit) * MarkupFault.greatestGrowth)
      var start = 0
      while true {
        repaired.append(contentsOf: buffer[start..<place.offset])
        start = place.offset + place.fault.replaced
        if insertions.count < limit || place.fault.keepsLength {
          append(place.fault, to: &repaired)
        } else {
          noteLimit(limit, at: repaired.count)
          start = max(start, scan.skipText())
          for byte in buffer[place.offset..<start] { repaired.append(byte == 0x0A ? byte : UInt8(ascii: " ")) }
        }
        guard let next = scan.next() else { break }
        place = next
      }
      repaired.append(contentsOf: buffer[start...])
      text = repaired
    }
  }

  private mutating func append(_ fault: MarkupFault, to repaired: inout [UInt8]) {
    if faults.count < Self.maximumFaults, let message = fault.message {
      faults.append(DocumentFault(offset: repaired.count, message: message))
    }
    let replacement = fault.replacement
    let inserted = replacement.count - fault.replaced
    if inserted > 0 {
      insertions.append(TextInsertion(offset: repaired.count + fault.replaced, length: inserted))
    }
    repaired.append(contentsOf: replacement)
  }

  private mutating func noteLimit(_ limit: Int, at offset: Int) {
    guard !isLimited else { return }
    isLimited = true
    faults.append(
      DocumentFault(
        offset: offset, message: "more than \(limit) faults of the markup; texts are cut at others", isLoss: true))
  }

  /// Converts an offset in the original text to one in the repaired text.
  func offset(of original: Int) -> Int {
    var offset = original
    for insertion in insertions {
      if insertion.offset > offset { break }
      offset += insertion.length
    }
    return offset
  }
}

/// Bytes that a repair inserted into a text.
struct TextInsertion {
  /// The offset of the first inserted byte in the repaired text.
  let offset: Int
  /// The number of inserted bytes.
  let length: Int
}

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
      Array("&#\(String(scalar.value).paddedWithZeros(to: length - 3));".utf8)
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
}
