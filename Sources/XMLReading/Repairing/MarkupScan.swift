/// A scan for literal `&` and `<` in a text.
struct MarkupScan {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0
  private var hasElement = false

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Returns the next literal character, or `nil` at the end.
  mutating func next() -> (offset: Int, isAmpersand: Bool)? {
    while index < bytes.count {
      if index + 8 <= bytes.count {
        let word = ByteWord(bytes, at: index)
        if !word.contains(UInt8(ascii: "<")), !word.contains(UInt8(ascii: "&")) {
          index += 8
          continue
        }
      }
      let byte = bytes[index]
      if byte == UInt8(ascii: "<") {
        let start = index
        if !skipMarkup() {
          index = start + 1
          return (start, false)
        }
      } else if byte == UInt8(ascii: "&"), !isReference {
        index += 1
        return (index - 1, true)
      } else {
        index += 1
      }
    }
    return nil
  }

  /// Moves past the `<` of a tag, or past a whole comment, CDATA section, instruction or document type.
  ///
  /// - Returns: `false` if no markup begins here.
  private mutating func skipMarkup() -> Bool {
    guard index + 1 < bytes.count else { return false }
    switch bytes[index + 1] {
    case UInt8(ascii: "!"): return skipDeclaration()
    case UInt8(ascii: "?"): return skip(past: "?>", from: index + 2)
    case UInt8(ascii: "/"):
      guard index + 2 < bytes.count, bytes[index + 2].beginsName else { return false }
      index += 2
    case let byte where byte.beginsName:
      hasElement = true
      index += 1
    default: return false
    }
    return true
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
    return !hasElement && begins(with: "<!DOCTYPE") && skipDocumentType()
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

  private func begins(with text: StaticString) -> Bool {
    guard index + text.utf8CodeUnitCount <= bytes.count else { return false }
    return (0..<text.utf8CodeUnitCount).allSatisfy { bytes[index + $0] == text.utf8Start[$0] }
  }

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

  /// Whether a reference to a character or an entity begins at the current `&`.
  private var isReference: Bool {
    var position = index + 1
    let limit = min(bytes.count, index + 64)
    guard position < limit else { return false }
    if bytes[position] == UInt8(ascii: "#") {
      position += 1
      let isHexadecimal = position < limit && bytes[position] == UInt8(ascii: "x")
      if isHexadecimal { position += 1 }
      let start = position
      while position < limit, isHexadecimal ? bytes[position].isHexadecimalDigit : bytes[position].isDigit {
        position += 1
      }
      return position > start && position < limit && bytes[position] == UInt8(ascii: ";")
    }
    guard bytes[position].beginsName else { return false }
    while position < limit, bytes[position].continuesName { position += 1 }
    return position < limit && bytes[position] == UInt8(ascii: ";")
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
  fileprivate var isHexadecimalDigit: Bool { isDigit || (0x61...0x66).contains(self | 0x20) }
  fileprivate var beginsName: Bool {
    (0x61...0x7A).contains(self | 0x20) || self == UInt8(ascii: "_") || self == UInt8(ascii: ":") || self >= 0x80
  }
  fileprivate var continuesName: Bool {
    beginsName || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
  }
}
