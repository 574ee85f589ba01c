/// The bounds of a document. The reader cuts off what exceeds them, and reports it.
public struct XMLLimits: Hashable, Sendable {
  /// The largest number of bytes that are read.
  public var bytes: Int
  /// The largest number of nested elements. Deeper elements are skipped.
  public var depth: Int
  /// The largest number of bytes in one text, and in one attribute value.
  public var text: Int
  /// The largest number of bytes that all references to declared entities expand to.
  public var expansion: Int
  /// The largest number of diagnostics that are kept.
  public var diagnostics: Int
  /// The largest number of times that the parser continues behind a fault that ends a document for other programs.
  public var recoveries: Int

  /// Makes limits.
  public init(
    bytes: Int = 64 << 20, depth: Int = 256, text: Int = 4 << 20, expansion: Int = 1 << 20, diagnostics: Int = 100,
    recoveries: Int = 10_000
  ) {
    self.bytes = bytes
    self.depth = depth
    self.text = text
    self.expansion = expansion
    self.diagnostics = diagnostics
    self.recoveries = recoveries
  }
}
