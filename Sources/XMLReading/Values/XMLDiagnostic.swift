/// A fault in a document. The reader goes on after it.
public struct XMLDiagnostic: Hashable, Sendable {
  /// The place.
  public let position: XMLPosition
  /// The fault in words, without a full stop.
  public let message: String

  /// Makes a diagnostic.
  public init(_ message: String, at position: XMLPosition) {
    self.position = position
    self.message = message
  }
}
