/// A block of bytes of a file.
package struct FileBlock: Hashable, Sendable {
  /// The offset of the block in the file.
  package let offset: Int
  /// The bytes.
  package let bytes: [UInt8]

  /// Makes a block.
  package init(at offset: Int, _ bytes: [UInt8]) {
    self.offset = offset
    self.bytes = bytes
  }

  /// The offset of the end.
  var end: Int { offset + bytes.count }

  /// Returns the 4 bytes at an offset of the file in big-endian order; `nil` if the block lacks one of them.
  func word(at place: Int) -> UInt32? {
    let start = place - offset
    guard start >= 0, start + 4 <= bytes.count else { return nil }
    return bytes[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
