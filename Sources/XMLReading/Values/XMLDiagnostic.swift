/// A fault in a document. The reader continues after it.
public struct XMLDiagnostic: Hashable, Sendable {
  /// The position.
  public let position: XMLPosition
  /// The message, without a full stop.
  public let message: String

  /// Makes a diagnostic.
  public init(_ message: String, at position: XMLPosition) {
    self.position = position
    self.message = message
  }
}
