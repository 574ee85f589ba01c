/// A file as a commit records it.
public struct TreeEntry: Hashable, Sendable {
  /// The path from the top of the repository, with `/` between the parts.
  public let path: String

  /// The blob with the content of the file; of a submodule, the commit.
  public let id: ObjectID

  /// The kind of file.
  public let mode: FileMode

  /// Describes a file.
  public init(path: String, id: ObjectID, mode: FileMode) {
    self.path = path
    self.id = id
    self.mode = mode
  }
}

/// The kind of a tree's entry, in the numbers of git.
public struct FileMode: RawRepresentable, Hashable, Sendable {
  /// The number, as in `git ls-tree`, where it is written in octal.
  public let rawValue: UInt32

  /// Takes over a mode as git writes it.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A file.
  public static let regular = FileMode(rawValue: 0o100644)
  /// A file that may be executed.
  public static let executable = FileMode(rawValue: 0o100755)
  /// A symbolic link; its blob holds the target.
  public static let symbolicLink = FileMode(rawValue: 0o120000)
  /// A submodule; its id is a commit of another repository.
  public static let submodule = FileMode(rawValue: 0o160000)
  /// A directory; its id is a tree.
  public static let directory = FileMode(rawValue: 0o040000)

  /// Whether it is a file with content of its own, executable or not.
  ///
  /// Old versions of git recorded other permission bits, so only the type is looked at.
  public var isRegularFile: Bool { rawValue & 0o170000 == 0o100000 }
}

/// One file that a new commit records differently from the commit before.
public struct TreeChange: Hashable, Sendable {
  /// The path from the top of the repository, with `/` between the parts.
  public var path: String

  /// The new content, or nil to remove the file.
  public var blob: ObjectID?

  /// Sets the content of a file, or removes it.
  public init(path: String, blob: ObjectID?) {
    self.path = path
    self.blob = blob
  }
}

/// One file that differs between two commits.
public struct FileChange: Hashable, Sendable {
  /// The path from the top of the repository, with `/` between the parts.
  public let path: String

  /// The content before, or nil of a file that was added.
  public let old: ObjectID?

  /// The content after, or nil of a file that was deleted.
  public let new: ObjectID?

  /// Describes a difference.
  public init(path: String, old: ObjectID?, new: ObjectID?) {
    self.path = path
    self.old = old
    self.new = new
  }
}
