public import XMLReading

/// A fault of a feed. What is sound around it is read.
public struct FeedDiagnostic: Hashable, Sendable {
  /// The severities.
  public enum Severity: String, Hashable, Sendable {
    /// An episode or a value is lost.
    case error
    /// A fault that loses nothing.
    case warning
  }

  /// The severity.
  public let severity: Severity
  /// The place.
  public let position: XMLPosition
  /// The fault in words, without a full stop.
  public let message: String

  /// Makes a diagnostic.
  public init(_ severity: Severity, _ message: String, at position: XMLPosition) {
    self.severity = severity
    self.position = position
    self.message = message
  }
}
