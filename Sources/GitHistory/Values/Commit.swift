/// A commit, with the parts of its message.
public struct Commit: Hashable, Sendable, Identifiable {
  /// The id of the commit.
  public let id: CommitID

  /// The effective parents of the commit: none for the first commit, several for a merge, and none at a ``boundary``.
  public let parents: [CommitID]

  /// The reason why history is cut off at this commit, whose changes are unknown then; `nil` for other commits.
  public let boundary: HistoryBoundary?

  /// The tree of the commit.
  public let tree: ObjectID

  /// The author and the date of the change.
  public let author: Signature

  /// The committer and the date of the commit.
  public let committer: Signature

  /// Whether the author or the committer is malformed, so that a name, an address or a date is unknown: the date is then that of
  /// the other person, or 1970 as in git.
  public let isMalformed: Bool

  /// The whole message.
  public let message: String

  /// The first paragraph of the message, in one line.
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

  /// Returns the value of the first trailer named `key`, ignoring ASCII case as git does.
  public func trailer(_ key: String) -> String? {
    trailers.first { $0.key.lowercased() == key.lowercased() }?.value
  }
}
