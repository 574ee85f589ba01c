/// A half-open range of byte offsets into a source.
public struct SourceRange: Hashable, Sendable {
  /// The offset of the first byte of the range.
  public let lowerBound: Int

  /// The offset after the last byte of the range.
  public let upperBound: Int

  /// Makes a range from `lowerBound` up to, but not including, `upperBound`.
  ///
  /// An `upperBound` below `lowerBound` gives the empty range at `lowerBound`.
  public init(lowerBound: Int, upperBound: Int) {
    self.lowerBound = lowerBound
    self.upperBound = max(lowerBound, upperBound)
  }

  /// Makes a range from a range of the standard library.
  public init(_ range: Range<Int>) {
    self.init(lowerBound: range.lowerBound, upperBound: range.upperBound)
  }

  /// The number of bytes in the range.
  public var count: Int { upperBound - lowerBound }

  /// Whether the range holds no byte.
  public var isEmpty: Bool { lowerBound == upperBound }

  /// The offsets as a range of the standard library.
  public var offsets: Range<Int> { lowerBound..<upperBound }
}
