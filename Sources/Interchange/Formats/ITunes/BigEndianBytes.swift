/// Bytes with big-endian numbers.
struct BigEndianBytes {
  private let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// The number of bytes.
  var count: Int { bytes.count }

  /// Returns a number of 4 bytes; `nil` beyond the end.
  func number32(at offset: Int) -> UInt32? { number(at: offset, length: 4).map { UInt32(truncatingIfNeeded: $0) } }

  /// Returns a number of 8 bytes; `nil` beyond the end.
  func number64(at offset: Int) -> UInt64? { number(at: offset, length: 8) }

  /// Returns a byte; `nil` beyond the end.
  func byte(at offset: Int) -> UInt8? {
    offset >= 0 && offset < bytes.count ? bytes[bytes.startIndex + offset] : nil
  }

  /// Returns some of the bytes; `nil` beyond the end.
  func slice(at offset: Int, length: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, length >= 0, offset <= bytes.count, length <= bytes.count - offset else { return nil }
    return bytes[(bytes.startIndex + offset)..<(bytes.startIndex + offset + length)]
  }

  private func number(at offset: Int, length: Int) -> UInt64? {
    slice(at: offset, length: length)?.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
