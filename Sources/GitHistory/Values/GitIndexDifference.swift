/// A file that differs between the index and HEAD.
public struct GitIndexDifference: Hashable, Sendable {
  /// The path from the top of the repository, with `/` between the parts.
  public let path: String

  /// The content in the index; `nil` if the index does not have the file.
  public let staged: ObjectID?

  /// The content in HEAD; `nil` if HEAD does not have the file.
  public let recorded: ObjectID?

  /// Makes a difference.
  public init(path: String, staged: ObjectID?, recorded: ObjectID?) {
    self.path = path
    self.staged = staged
    self.recorded = recorded
  }
}
