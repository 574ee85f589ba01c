/// A file of the work tree that differs from HEAD.
public struct WorkTreeChange: Hashable, Sendable {
  /// The path from the top of the repository, with `/` between the parts.
  public let path: String

  /// The content that HEAD records, or nil where it has no such file.
  public let old: ObjectID?

  /// The kind of difference.
  public let kind: Kind

  /// Describes a difference.
  public init(path: String, old: ObjectID?, kind: Kind) {
    self.path = path
    self.old = old
    self.kind = kind
  }

  /// The way in which a file differs from HEAD.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The content is another.
    case modified
    /// HEAD has no such file.
    case added
    /// The file is gone.
    case deleted
    /// A file is where HEAD has a symbolic link or a submodule.
    case typeChanged
    /// It cannot be recorded as a file: a symbolic link, a nested repository, a special file, a name that is not UTF-8 (which
    /// the path shows as `\xE9` and the like), or a file that cannot be read. Files of HEAD at and below the path are not
    /// reported as deleted.
    case unsupported
  }
}
