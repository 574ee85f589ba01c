/// A commit, with the parts of its message.
public struct Commit: Hashable, Sendable, Identifiable {
  /// The id of the commit.
  public let id: CommitID

  /// The commits it follows, as git sees them: none for the first, several for a merge, and none at a ``boundary``.
  public let parents: [CommitID]

  /// Why history ends here although this is not the first commit; nil of any other commit. What the commit changed is not
  /// known then.
  public let boundary: HistoryBoundary?

  /// The tree it records.
  public let tree: ObjectID

  /// The person who made the change, and when.
  public let author: Signature

  /// The person who made the commit, and when.
  public let committer: Signature

  /// The whole message.
  public let message: String

  /// The first paragraph in one line.
  public let subject: String

  /// The message after the subject, trailers included, without white space at the ends.
  public let body: String

  /// The `Key: value` lines that end the message, in order.
  public let trailers: [Trailer]

  /// A line such as `Reviewed-by: …` at the end of a message.
  public struct Trailer: Hashable, Sendable {
    /// The word before the colon, as written.
    public let key: String

    /// The text after the colon, without white space at the ends.
    public let value: String

    /// Makes a trailer.
    public init(key: String, value: String) {
      self.key = key
      self.value = value
    }
  }

  /// The value of the first trailer named `key`, without regard to ASCII case, as git compares them.
  public func trailer(_ key: String) -> String? {
    trailers.first { $0.key.lowercased() == key.lowercased() }?.value
  }
}
