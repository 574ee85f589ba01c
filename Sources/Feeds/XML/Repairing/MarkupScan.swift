/// A scan of a text for faults of markup that a repair mends.
struct MarkupScan {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0
  private var hasElement = false
  /// Whether no processing instruction ends in the rest of the text.
  private var lacksInstructionEnd = false
  /// Whether a document type began and has no end.
  private var lacksTypeEnd = false
  /// Whether the last fault is in a tag.
  private var isInTag = false
  /// The faults of the last tag, the first one last.
  private var pending: [(offset: Int, fault: MarkupFault)] = []
  /// The number of bytes that scans of unclear tags may still read, so that all of them take linear time.
  private var scanBudget: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    scanBudget = bytes.count
  }

  /// Returns the next fault, or `nil` at the end.
  mutating func next() -> (offset: Int, fault: MarkupFault)? {
    if let fault = pending.popLast() { return fault }
    isInTag = false
    while index < bytes.count {
      if index + 8 <= bytes.count {
        let word = ByteWord(bytes, at: index)
        if !word.contains(UInt8(ascii: "<")), !word.contains(UInt8(ascii: "&")), !word.contains(UInt8(ascii: "]")) {
          index += 8
          continue
        }
      }
      let start = index
      switch bytes[start] {
      case UInt8(ascii: "<"):
        if !skipMarkup() {
          index = start + 1
          return (start, .lessThan)
        }
        if let fault = pending.popLast() {
          isInTag = true
          return fault
        }
      case UInt8(ascii: "&"):
        index += 1
        guard let fault = bytes.ampersandFault(at: start) else { break }
        index = start + fault.replaced
        return (start, fault)
      case UInt8(ascii: "]"):
        index += 1
        if bytes.contains("]]>", at: start) {
          index = start + 3
          return (start + 2, .sectionEnd)
        }
      default: index += 1
      }
    }
    return nil
  }

  /// Moves to the next markup after the last fault, and returns its offset. After a fault in a tag, does not move.
  ///
  /// Tags are not scanned any more.
  mutating func skipText() -> Int {
    scanBudget = 0
    guard pending.isEmpty, !isInTag else { return 0 }
    while index < bytes.count, bytes[index] != UInt8(ascii: "<") || !beginsMarkup { index += 1 }
    return index
  }

  /// Whether the `<` at the index may begin markup.
  private var beginsMarkup: Bool {
    guard index + 1 < bytes.count else { return false }
    let next = bytes[index + 1]
    return next.beginsName || "!/?".utf8.contains(next)
  }

  /// Moves past the `<` of a tag, or past a whole comment, CDATA section, instruction or document type.
  ///
  /// - Returns: `false` if no markup begins here.
  private mutating func skipMarkup() -> Bool {
    guard index + 1 < bytes.count else { return false }
    switch bytes[index + 1] {
    case UInt8(ascii: "!"): return skipDeclaration()
    case UInt8(ascii: "?"):
      // One search to the end is enough.
      if !lacksInstructionEnd { lacksInstructionEnd = !skip(past: "?>", from: index + 2) }
      return !lacksInstructionEnd
    case UInt8(ascii: "/"):
      guard index + 2 < bytes.count, bytes[index + 2].beginsName else { return false }
      index += 2
    case let byte where byte.beginsName:
      hasElement = true
      scanTag()
    default: return false
    }
    return true
  }

  /// Moves past a start tag. If it is unclear, moves into it, and leaves it as it is.
  private mutating func scanTag() {
    guard scanBudget > 0 else { return index += 1 }
    let scan = TagScan(bytes, at: index)
    if scan.isComplete {
      pending = scan.faults.reversed()
      index = scan.index
    } else {
      scanBudget -= scan.index - index
      index += 1
    }
  }

  private mutating func skipDeclaration() -> Bool {
    if begins(with: "<!--") {
      // The rest of the document is lost if a comment does not end.
      if !skip(past: "-->", from: index + 4) { index = bytes.count }
      return true
    }
    if begins(with: "<![CDATA[") {
      if !skip(past: "]]>", from: index + 9) { index = bytes.count }
      return true
    }
    guard !hasElement, !lacksTypeEnd, begins(with: "<!DOCTYPE") else { return false }
    lacksTypeEnd = !skipDocumentType()
    return !lacksTypeEnd
  }

  private mutating func skipDocumentType() -> Bool {
    var position = index
    var brackets = 0
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "["): brackets += 1
      case UInt8(ascii: "]"): brackets -= 1
      case UInt8(ascii: ">") where brackets <= 0:
        index = position + 1
        return true
      default: break
      }
      position += 1
    }
    return false
  }

  private func begins(with text: StaticString) -> Bool { bytes.contains(text, at: index) }

  /// Moves past the next occurrence of a text. Returns `false` if there is none.
  private mutating func skip(past text: StaticString, from start: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    let last = text.utf8Start[length - 1]
    var position = start
    while position + length <= bytes.count {
      if position + length + 7 <= bytes.count, !ByteWord(bytes, at: position + length - 1).contains(last) {
        position += 8
        continue
      }
      // The last byte of all three texts is the rare `>`.
      if bytes[position + length - 1] == last,
        (0..<length).allSatisfy({ bytes[position + $0] == text.utf8Start[$0] })
      {
        index = position + length
        return true
      }
      position += 1
    }
    return false
  }
}

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

extension UnsafeBufferPointer<UInt8> {
  /// Returns whether a text begins at an offset.
  func contains(_ text: StaticString, at offset: Int) -> Bool {
    guard offset + text.utf8CodeUnitCount <= count else { return false }
    return (0..<text.utf8CodeUnitCount).allSatisfy { self[offset + $0] == text.utf8Start[$0] }
  }

  /// Returns the fault of the `&` at an offset; `nil` if a valid reference begins there.
  func ampersandFault(at start: Int) -> MarkupFault? {
    guard start + 1 < count, self[start + 1] == UInt8(ascii: "#") else { return isEntity(at: start) ? nil : .ampersand }
    guard let (value, end) = characterReference(at: start) else { return .ampersand }
    guard value & 0xFFFF_FC00 == 0xD800, let (low, pairEnd) = characterReference(at: end),
      low & 0xFFFF_FC00 == 0xDC00, let scalar = Unicode.Scalar(0x10000 + (value & 0x3FF) << 10 + low & 0x3FF)
    else { return nil }
    return .surrogates(scalar, length: pairEnd - start)
  }

  /// Reads `&#10;` or `&#xA;`. A value that is too large is 0.
  func characterReference(at start: Int) -> (value: UInt32, end: Int)? {
    guard contains("&#", at: start) else { return nil }
    let limit = Swift.min(count, start + 64)
    let isHexadecimal = contains("&#x", at: start)
    let first = start + (isHexadecimal ? 3 : 2)
    var index = first
    while index < limit, isHexadecimal ? self[index].isHexadecimalDigit : self[index].isDigit { index += 1 }
    guard index > first, index < limit, self[index] == UInt8(ascii: ";") else { return nil }
    let digits = String(decoding: self[first..<index], as: UTF8.self)
    return (UInt32(digits, radix: isHexadecimal ? 16 : 10) ?? 0, index + 1)
  }

  private func isEntity(at start: Int) -> Bool {
    var index = start + 1
    let limit = Swift.min(count, start + 64)
    guard index < limit, self[index].beginsName else { return false }
    while index < limit, self[index].continuesName { index += 1 }
    return index < limit && self[index] == UInt8(ascii: ";")
  }
}
