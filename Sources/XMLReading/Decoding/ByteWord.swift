/// Eight bytes at once, for scans that skip what is plain.
struct ByteWord {
  private let word: UInt64

  /// Reads the bytes at an offset, which need not be aligned. All eight have to be inside.
  init(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
    word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  private static let lowBits: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Whether all bytes are ASCII and none is below a space: so no line end and no control character either.
  var isPlain: Bool { word & Self.highBits == 0 && (word &- Self.lowBits &* 0x20) & Self.highBits == 0 }

  /// Whether all bytes are ASCII.
  var isASCII: Bool { word & Self.highBits == 0 }

  /// Whether a byte occurs.
  func contains(_ byte: UInt8) -> Bool {
    let difference = word ^ (Self.lowBits &* UInt64(byte))
    return (difference &- Self.lowBits) & ~difference & Self.highBits != 0
  }
}
