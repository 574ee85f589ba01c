/// A file of which the index and HEAD do not say the same.
public struct IndexDifference: Hashable, Sendable {
  /// The path from the top of the repository, with `/` between the parts.
  public let path: String

  /// The content that the index has, or nil where it has no such file.
  public let staged: ObjectID?

  /// The content that HEAD has, or nil where it has no such file.
  public let recorded: ObjectID?

  /// Describes a difference.
  public init(path: String, staged: ObjectID?, recorded: ObjectID?) {
    self.path = path
    self.staged = staged
    self.recorded = recorded
  }
}
