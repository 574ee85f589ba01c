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
