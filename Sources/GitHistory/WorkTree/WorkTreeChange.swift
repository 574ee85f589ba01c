/// A file of the work tree that is not what HEAD records.
public struct WorkTreeChange: Hashable, Sendable {
  /// The path from the top of the repository, with `/` between the parts.
  public let path: String

  /// The content that HEAD records, or nil where it has no such file.
  public let old: ObjectID?

  /// How the file differs.
  public let kind: Kind

  /// Describes a difference.
  public init(path: String, old: ObjectID?, kind: Kind) {
    self.path = path
    self.old = old
    self.kind = kind
  }

  /// How a file differs from what HEAD records.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The content is another.
    case modified
    /// HEAD has no such file.
    case added
    /// The file is gone.
    case deleted
    /// A file is where HEAD has a symbolic link or a submodule.
    case typeChanged
    /// It is nothing that can be recorded as a file: a symbolic link, a nested repository, a special file, a name that is
    /// not UTF-8 (which the path shows as `\xE9` and the like), or what cannot be read. What HEAD has at and below the path
    /// is not reported as deleted.
    case unsupported
  }
}
