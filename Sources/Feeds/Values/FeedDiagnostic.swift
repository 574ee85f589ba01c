public import XMLReading

/// A fault of a feed, or an item that is no episode. What is sound around it is read.
public struct FeedDiagnostic: Hashable, Sendable {
  /// The severities.
  public enum Severity: String, Hashable, Sendable {
    /// An episode or a value is lost.
    case error
    /// A fault that loses nothing.
    case warning
    /// An item that is skipped although it has no fault, such as one without an enclosure.
    case note
  }

  /// The severity.
  public let severity: Severity
  /// The place.
  public let position: XMLPosition
  /// The address of the page with the place; `nil` for the first page of a feed.
  public internal(set) var page: String?
  /// The fault in words, without a full stop.
  public let message: String
  /// The item that is skipped; `nil` if all items are read.
  public let skippedItem: SkippedItem?

  /// Makes a diagnostic.
  public init(
    _ severity: Severity, _ message: String, at position: XMLPosition, skipping skippedItem: SkippedItem? = nil
  ) {
    self.severity = severity
    self.position = position
    self.message = message
    self.skippedItem = skippedItem
  }
}

/// An item of a feed that is no episode of the podcast.
public struct SkippedItem: Hashable, Sendable {
  /// The title, or the beginning of the description.
  public let title: String?
  /// The guid.
  public let guid: String?

  /// Makes the names of an item.
  public init(title: String?, guid: String?) {
    self.title = title
    self.guid = guid
  }
}
