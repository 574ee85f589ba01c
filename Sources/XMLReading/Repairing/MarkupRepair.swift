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
