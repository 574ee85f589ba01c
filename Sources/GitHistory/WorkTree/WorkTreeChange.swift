/// A file of the work tree that differs from HEAD.
public struct WorkTreeChange: Hashable, Sendable {
  /// The path from the top of the repository, with `/` between the parts.
  public let path: String

  /// The content in HEAD; `nil` if HEAD does not have the file.
  public let old: ObjectID?

  /// The kind of difference.
  public let kind: Kind

  /// Makes a difference.
  public init(path: String, old: ObjectID?, kind: Kind) {
    self.path = path
    self.old = old
    self.kind = kind
  }

  /// The kind of difference between a file and HEAD.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The content differs.
    case modified
    /// HEAD does not have the file.
    case added
    /// The file was deleted.
    case deleted
    /// A regular file replaces a symbolic link or a submodule.
    case typeChanged
    /// The item cannot be recorded as a file: a symbolic link, a nested repository, a special file, an unreadable
    /// file, or a name that is not UTF-8, whose path has escapes such as `\xE9`. Files of HEAD at and below the path
    /// are not reported as deleted.
    case unsupported
  }
}
