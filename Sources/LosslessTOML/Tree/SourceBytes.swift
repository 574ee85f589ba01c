/// The bytes of a source, while somebody reads them.
///
/// Reads are checked in debug builds alone: the scanners ask for the end of the source themselves, and the second
/// check of every byte costs a tenth of the time of a parse. A value of this type must not outlive the call of
/// `withSourceBytes` that made it.
struct SourceBytes {
  private let bytes: UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  var count: Int { bytes.count }

  /// The byte at `offset`, which must lie in the source.
  @inline(__always)
  subscript(offset: Int) -> UInt8 {
    bytes[offset]
  }

  /// The byte at `offset`, or 0 outside of the source; no byte of valid TOML is 0.
  @inline(__always)
  func byte(at offset: Int) -> UInt8 {
    offset < bytes.count ? bytes[offset] : 0
  }

  /// The eight bytes at `offset`, the first of them lowest; all must lie in the source.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    assert(offset >= 0 && offset + 8 <= bytes.count)
    return UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
  }

  /// The text of a range of bytes, with invalid UTF-8 replaced.
  func text(_ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
  }

  /// Whether the bytes of two ranges are the same.
  func equals(_ range: Range<Int>, _ other: SourceBytes, _ otherRange: Range<Int>) -> Bool {
    range.count == otherRange.count
      && UnsafeBufferPointer(rebasing: bytes[range]).elementsEqual(
        UnsafeBufferPointer(rebasing: other.bytes[otherRange]))
  }
}

extension Array<UInt8> {
  /// Calls `body` with a view of the bytes that is valid during the call.
  @inline(__always)
  func withSourceBytes<Result>(_ body: (SourceBytes) -> Result) -> Result {
    withUnsafeBufferPointer { body(SourceBytes($0)) }
  }
}
