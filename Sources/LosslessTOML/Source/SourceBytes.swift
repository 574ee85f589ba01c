/// The bytes of a source, during a call of `withSourceBytes`.
///
/// This is a pointer, because an array cannot be read eight bytes at a time. A `RawSpan` can, but storing one in the
/// parser requires lifetime annotations that are experimental in Swift 6.2. Every read is checked against both ends
/// of the source, in release builds too. A value of this type must not outlive the call that made it.
struct SourceBytes {
  private let bytes: UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  var count: Int { bytes.count }

  /// The byte at `offset`, which must lie in the source.
  @inline(__always)
  subscript(offset: Int) -> UInt8 {
    precondition(contains(offset), "read outside the source")
    return bytes[offset]
  }

  /// Returns the byte at `offset`, or 0 outside the source. No byte of valid TOML is 0.
  @inline(__always)
  func byte(at offset: Int) -> UInt8 {
    contains(offset) ? bytes[offset] : 0
  }

  /// Returns the eight bytes at `offset`, the first of them in the lowest bits. All must lie in the source.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset <= bytes.count - 8, "read outside the source")
    return UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
  }

  /// Returns whether an offset lies in the source. One comparison checks both ends: a negative offset is a huge `UInt`.
  @inline(__always)
  private func contains(_ offset: Int) -> Bool {
    UInt(bitPattern: offset) < UInt(bitPattern: bytes.count)
  }

  /// Returns the text of a range of bytes. Invalid UTF-8 becomes U+FFFD.
  func text(_ range: Range<Int>) -> String {
    String(decoding: slice(range), as: UTF8.self)
  }

  /// Returns whether the bytes of two ranges are equal.
  func equals(_ range: Range<Int>, _ other: SourceBytes, _ otherRange: Range<Int>) -> Bool {
    range.count == otherRange.count
      && slice(range).elementsEqual(other.slice(otherRange))
  }

  private func slice(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count, "read outside the source")
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
