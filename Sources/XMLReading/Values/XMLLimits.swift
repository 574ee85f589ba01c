/// The limits of a document. The reader truncates larger parts, and reports it.
public struct XMLLimits: Hashable, Sendable {
  /// The maximum size of the document in bytes.
  public var bytes: Int
  /// The maximum depth of elements. Deeper elements are skipped.
  public var depth: Int
  /// The maximum length of a text or an attribute value in bytes.
  public var text: Int
  /// The maximum number of elements. The rest of the document is ignored.
  public var elements: Int
  /// The maximum number of characters that are escaped, and of other insertions. In texts with more of them, the rest is dropped.
  public var repairs: Int
  /// The maximum total length of expanded references to declared entities in bytes.
  public var expansion: Int
  /// The maximum number of diagnostics.
  public var diagnostics: Int
  /// The maximum number of times that the parser restarts after an error.
  public var recoveries: Int

  /// Makes limits.
  public init(
    bytes: Int = 64 << 20, depth: Int = 256, text: Int = 4 << 20, elements: Int = 4_000_000, repairs: Int = 1_000_000,
    expansion: Int = 1 << 20, diagnostics: Int = 100, recoveries: Int = 10_000
  ) {
    self.bytes = bytes
    self.depth = depth
    self.text = text
    self.elements = elements
    self.repairs = repairs
    self.expansion = expansion
    self.diagnostics = diagnostics
    self.recoveries = recoveries
  }
}
