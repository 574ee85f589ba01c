/// A scan of one start tag for faults that a repair mends.
struct TagScan {
  /// The faults in the order of the text.
  private(set) var faults: [(offset: Int, fault: MarkupFault)] = []
  /// The offset after the tag, or where the scan stopped.
  private(set) var index: Int
  /// Whether the tag has an end, and its attributes are clear.
  private(set) var isComplete = false

  private let bytes: UnsafeBufferPointer<UInt8>

  /// libxml2 compares each attribute of a tag to all others.
  static let maximumAttributes = 1000
  /// A tag with more faults is left as it is. They are kept until its end.
  private static let maximumFaults = 10_000

  /// Scans a tag.
  ///
  /// - Parameter start: The offset of its `<`.
  /// - Complexity: O(*n*) up to the end of the tag, or the end of the text.
  init(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) {
    self.bytes = bytes
    index = start + 1
    skipName()
    isComplete = scan()
  }

  private mutating func scan() -> Bool {
    var count = 0
    var excess: Int?
    while index < bytes.count {
      let blanks = index
      skipBlanks()
      guard index < bytes.count else { return false }
      let byte = bytes[index]
      if byte == UInt8(ascii: ">") || begins(with: "/>") {
        if let excess { drop(from: excess) }
        index += byte == UInt8(ascii: ">") ? 1 : 2
        return true
      }
      guard byte.beginsName else { return false }
      count += 1
      if count == Self.maximumAttributes + 1 { excess = index }
      guard scanAttribute(isSeparate: blanks < index) else { return false }
    }
    return false
  }

  /// Scans an attribute. Returns `false` if it is unclear.
  private mutating func scanAttribute(isSeparate: Bool) -> Bool {
    if !isSeparate { faults.append((index, .space)) }
    skipName()
    let end = index
    skipBlanks()
    guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else {
      // After a stray quote, words of a value look like attributes.
      guard isSeparate, index > end || begins(with: ">") || begins(with: "/>") else { return false }
      faults.append((end, .value))
      index = end
      return true
    }
    index += 1
    skipBlanks()
    guard index < bytes.count else { return false }
    let isQuoted = bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'")
    return isQuoted ? scanQuoted() : scanUnquoted()
  }

  private mutating func scanQuoted() -> Bool {
    let quote = bytes[index]
    index += 1
    var hasTagStart = false
    var hasTagEnd = false
    while index < bytes.count, bytes[index] != quote {
      guard faults.count < Self.maximumFaults else { return false }
      switch bytes[index] {
      case UInt8(ascii: "<"):
        hasTagStart = true
        faults.append((index, .lessThan))
      case UInt8(ascii: ">"): hasTagEnd = true
      case UInt8(ascii: "&"): scanAmpersand()
      default: break
      }
      index += 1
    }
    index += 1
    // Whole tags in a value: a quote may be missing.
    return index <= bytes.count && (!(hasTagStart && hasTagEnd) || endsValue(quoteAt: index - 1))
  }

  /// Returns whether a quote ends a value. After a missing quote, it begins the next one, or is in the text after the tag.
  private func endsValue(quoteAt quote: Int) -> Bool {
    guard quote + 1 < bytes.count else { return false }
    let next = bytes[quote + 1]
    guard next.isXMLSpace || next == UInt8(ascii: ">") || next == UInt8(ascii: "/") else { return false }
    return bytes[..<quote].last { !$0.isXMLSpace } != UInt8(ascii: "=")
  }

  private mutating func scanUnquoted() -> Bool {
    let start = index
    faults.append((start, .quote(isFirst: true)))
    while index < bytes.count, !bytes[index].isXMLSpace, bytes[index] != UInt8(ascii: ">"), !begins(with: "/>") {
      guard faults.count < Self.maximumFaults else { return false }
      switch bytes[index] {
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"): return false
      case UInt8(ascii: "&"): scanAmpersand()
      default: break
      }
      index += 1
    }
    guard index > start, index < bytes.count else { return false }
    faults.append((index, .quote(isFirst: false)))
    return true
  }

  private mutating func scanAmpersand() {
    if let fault = bytes.ampersandFault(at: index) { faults.append((index, fault)) }
  }

  /// Drops the attributes from an offset to the present one.
  private mutating func drop(from start: Int) {
    faults.removeAll { $0.offset >= start }
    faults.append((start, .excess(length: index - start)))
  }

  private mutating func skipName() {
    while index < bytes.count, bytes[index].continuesName { index += 1 }
  }

  private mutating func skipBlanks() {
    while index < bytes.count, bytes[index].isXMLSpace { index += 1 }
  }

  private func begins(with text: StaticString) -> Bool { bytes.contains(text, at: index) }
}
