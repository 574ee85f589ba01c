/// Eight bytes at once, for fast scans.
struct ByteWord {
  private let word: UInt64

  /// Reads 8 bytes at an offset, which may be unaligned. All of them must be in the buffer.
  init(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
    word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  private static let lowBits: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Whether all bytes are ASCII without control characters below 0x20.
  var isPlain: Bool { word & Self.highBits == 0 && (word &- Self.lowBits &* 0x20) & Self.highBits == 0 }

  /// Whether all bytes are ASCII.
  var isASCII: Bool { word & Self.highBits == 0 }

  /// Returns whether a byte occurs.
  func contains(_ byte: UInt8) -> Bool {
    let difference = word ^ (Self.lowBits &* UInt64(byte))
    return (difference &- Self.lowBits) & ~difference & Self.highBits != 0
  }
}
