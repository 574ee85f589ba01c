/// A commit, with its message taken apart.
public struct Commit: Hashable, Sendable, Identifiable {
  /// The id of the commit.
  public let id: CommitID

  /// The commits it follows: none for the first, several for a merge.
  public let parents: [CommitID]

  /// The tree it records.
  public let tree: ObjectID

  /// Who made the change.
  public let author: Signature

  /// Who made the commit.
  public let committer: Signature

  /// The whole message.
  public let message: String

  /// The first paragraph in one line.
  public let subject: String

  /// What follows the subject, trailers included, without white space at the ends. Empty where nothing follows.
  public let body: String

  /// The `Key: value` lines that end the message, in order.
  public let trailers: [Trailer]

  /// A line such as `Reviewed-by: …` at the end of a message.
  public struct Trailer: Hashable, Sendable {
    /// The word before the colon, as written.
    public let key: String

    /// What follows the colon, without white space at the ends.
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
