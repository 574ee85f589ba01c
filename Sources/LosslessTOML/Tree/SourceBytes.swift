/// The bytes of a source, while somebody reads them.
///
/// A pointer, because eight bytes at a time cannot be read from an array. Every read is checked against the end of the
/// source, in release builds too: that costs nothing that the benchmarks show. A value of this type must not outlive
/// the call of `withSourceBytes` that made it.
struct SourceBytes {
  private let bytes: UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  var count: Int { bytes.count }

  /// The byte at `offset`, which must lie in the source.
  @inline(__always)
  subscript(offset: Int) -> UInt8 {
    precondition(offset >= 0 && offset < bytes.count, "read outside of the source")
    return bytes[offset]
  }

  /// The byte at `offset`, or 0 outside of the source; no byte of valid TOML is 0.
  @inline(__always)
  func byte(at offset: Int) -> UInt8 {
    offset < bytes.count ? bytes[offset] : 0
  }

  /// The eight bytes at `offset`, the first of them lowest; all must lie in the source.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset + 8 <= bytes.count, "read outside of the source")
    return UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
  }

  /// The text of a range of bytes, with invalid UTF-8 replaced.
  func text(_ range: Range<Int>) -> String {
    String(decoding: slice(range), as: UTF8.self)
  }

  /// Whether the bytes of two ranges are the same.
  func equals(_ range: Range<Int>, _ other: SourceBytes, _ otherRange: Range<Int>) -> Bool {
    range.count == otherRange.count
      && slice(range).elementsEqual(other.slice(otherRange))
  }

  private func slice(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count, "read outside of the source")
    return UnsafeBufferPointer(rebasing: bytes[range])
  }
}

extension Array<UInt8> {
  /// Calls `body` with a view of the bytes that is valid during the call.
  @inline(__always)
  func withSourceBytes<Result>(_ body: (SourceBytes) -> Result) -> Result {
    withUnsafeBufferPointer { body(SourceBytes($0)) }
  }
}
