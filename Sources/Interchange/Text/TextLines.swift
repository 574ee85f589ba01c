/// The lines of a text, which end with LF, CRLF or CR.
struct TextLines: Sequence, IteratorProtocol {
  /// A line without its end.
  struct Line {
    /// The number of the line, counted from 1.
    let number: Int
    /// The bytes.
    let bytes: ArraySlice<UInt8>
  }

  private let source: [UInt8]
  private var position = 0
  private var number = 0

  init(_ source: [UInt8]) { self.source = source }

  mutating func next() -> Line? {
    guard position < source.count else { return nil }
    let start = position
    let end = source.withUnsafeBufferPointer { buffer in
      var index = start
      while index < buffer.count, buffer[index] != 0x0A, buffer[index] != 0x0D { index += 1 }
      return index
    }
    position = end + 1
    if end + 1 < source.count, source[end] == 0x0D, source[end + 1] == 0x0A { position += 1 }
    number += 1
    return Line(number: number, bytes: source[start..<end])
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without spaces, tabs and zeros at both ends.
  var trimmed: ArraySlice<UInt8> {
    var slice = self
    while let first = slice.first, first == 0x20 || first == 0x09 || first == 0 { slice.removeFirst() }
    while let last = slice.last, last == 0x20 || last == 0x09 || last == 0 { slice.removeLast() }
    return slice
  }

  /// Returns whether the bytes begin with an ASCII text. Ignores case.
  func hasPrefix(_ prefix: StaticString) -> Bool {
    guard count >= prefix.utf8CodeUnitCount else { return false }
    return prefix.withUTF8Buffer { prefix in
      for offset in prefix.indices where self[startIndex + offset].lowercased != prefix[offset].lowercased {
        return false
      }
      return true
    }
  }
}

extension UInt8 {
  /// The ASCII letter in lower case; other bytes are unchanged.
  var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }

  /// Whether the byte is an ASCII digit.
  var isDigit: Bool { (0x30...0x39).contains(self) }
  /// Whether the byte is an ASCII letter.
  var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
}
