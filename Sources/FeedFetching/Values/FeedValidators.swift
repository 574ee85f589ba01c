/// The validators of a response, for conditional requests.
///
/// See [RFC 9110, section 8.8](https://www.rfc-editor.org/rfc/rfc9110#section-8.8).
public struct FeedValidators: Hashable, Sendable {
  /// The value of `ETag`, with its quotation marks.
  public let entityTag: String?
  /// The value of `Last-Modified`, as the server wrote it.
  public let lastModified: String?

  /// Makes validators. Drops values that cannot be sent in a header: those that are too long or not printable ASCII.
  public init(entityTag: String? = nil, lastModified: String? = nil) {
    self.entityTag = entityTag.flatMap { Self.isHeaderValue($0, limit: 1_024) ? $0 : nil }
    self.lastModified = lastModified.flatMap { Self.isHeaderValue($0, limit: 64) ? $0 : nil }
  }

  /// No validators, for unconditional requests.
  public static let none = FeedValidators()

  private static func isHeaderValue(_ text: String, limit: Int) -> Bool {
    (1...limit).contains(text.utf8.count) && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }
}
