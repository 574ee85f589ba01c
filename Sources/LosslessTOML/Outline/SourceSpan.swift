/// A range of the source, in half of the memory of `Range<Int>`. Offsets fit, because the parser refuses larger sources.
@propertyWrapper
public struct SourceSpan: Sendable {
  private var start: Int32
  private var end: Int32

  /// Makes a span.
  public init(wrappedValue range: Range<Int>) {
    (start, end) = (Int32(range.lowerBound), Int32(range.upperBound))
  }

  /// The range, in bytes.
  public var wrappedValue: Range<Int> {
    get { Int(start)..<Int(end) }
    set { self = Self(wrappedValue: newValue) }
  }
}
