/// A file that differs between the index and HEAD.
public struct GitIndexDifference: Hashable, Sendable {
  /// The path from the top of the repository, with `/` between the parts.
  public let path: String

  /// The content in the index, or nil where it has no such file.
  public let staged: ObjectID?

  /// The content in HEAD, or nil where it has no such file.
  public let recorded: ObjectID?

  /// Describes a difference.
  public init(path: String, staged: ObjectID?, recorded: ObjectID?) {
    self.path = path
    self.staged = staged
    self.recorded = recorded
  }
}
