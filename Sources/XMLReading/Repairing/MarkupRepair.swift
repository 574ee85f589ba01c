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
  /// The faults, at most ``maximumFaults``.
  private(set) var faults: [DocumentFault] = []

  private static let maximumFaults = 100

  /// Repairs a text.
  ///
  /// - Complexity: O(*n*).
  init(_ source: [UInt8]) {
    var places: [(offset: Int, fault: MarkupFault)] = []
    source.withUnsafeBufferPointer { buffer in
      var scan = MarkupScan(buffer)
      while let place = scan.next() { places.append(place) }
    }
    guard !places.isEmpty else { return }
    var repaired: [UInt8] = []
    repaired.reserveCapacity(source.count + 4 * places.count)
    var start = 0
    for (offset, fault) in places {
      repaired.append(contentsOf: source[start..<offset])
      if faults.count < Self.maximumFaults, let message = fault.message {
        faults.append(DocumentFault(offset: repaired.count, message: message))
      }
      let replacement = fault.replacement
      let inserted = replacement.count - fault.replaced
      if inserted > 0 {
        insertions.append(TextInsertion(offset: repaired.count + fault.replaced, length: inserted))
      }
      repaired.append(contentsOf: replacement)
      start = offset + fault.replaced
    }
    repaired.append(contentsOf: source[start...])
    text = repaired
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
