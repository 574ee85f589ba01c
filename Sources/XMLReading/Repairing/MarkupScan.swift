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
