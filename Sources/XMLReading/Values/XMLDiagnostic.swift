/// A fault in a document. The reader continues after it.
public struct XMLDiagnostic: Hashable, Sendable {
  /// The position.
  public let position: XMLPosition
  /// The message, without a full stop.
  public let message: String
  /// Whether a part of the document is lost.
  public let isLoss: Bool

  /// Makes a diagnostic.
  public init(_ message: String, at position: XMLPosition, isLoss: Bool = false) {
    self.isLoss = isLoss
    self.position = position
    self.message = message
  }
}
