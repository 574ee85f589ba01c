/// A file in a commit.
public struct TreeEntry: Hashable, Sendable {
  /// The path from the top of the repository, with `/` between the parts.
  public let path: String

  /// The blob with the content of the file; for a submodule, a commit.
  public let id: ObjectID

  /// The kind of file.
  public let mode: FileMode

  /// Makes an entry.
  public init(path: String, id: ObjectID, mode: FileMode) {
    self.path = path
    self.id = id
    self.mode = mode
  }
}

/// The mode of a tree's entry.
public struct FileMode: RawRepresentable, Hashable, Sendable {
  /// The number, as in `git ls-tree`, where it is written in octal.
  public let rawValue: UInt32

  /// Makes a mode from git's number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A regular file.
  public static let regular = FileMode(rawValue: 0o100644)
  /// An executable file.
  public static let executable = FileMode(rawValue: 0o100755)
  /// A symbolic link; its blob holds the target.
  public static let symbolicLink = FileMode(rawValue: 0o120000)
  /// A submodule; its id is a commit of another repository.
  public static let submodule = FileMode(rawValue: 0o160000)
  /// A directory; its id is a tree.
  public static let directory = FileMode(rawValue: 0o040000)

  /// Whether it is a file with content, executable or not.
  ///
  /// Old versions of git recorded other permission bits, so only the type is compared.
  public var isRegularFile: Bool { rawValue & 0o170000 == 0o100000 }
}

/// A change of one file by a new commit.
public struct TreeEdit: Hashable, Sendable {
  /// The path from the top of the repository, with `/` between the parts.
  public var path: String

  /// The new content; `nil` to remove the file.
  public var blob: ObjectID?

  /// The new kind of file; `nil` to keep the mode of an existing file, and for a new file that is not executable.
  public var mode: FileMode?

  /// Makes a change.
  public init(path: String, blob: ObjectID?, mode: FileMode? = nil) {
    self.path = path
    self.blob = blob
    self.mode = mode
  }
}

/// A file that differs between two commits.
public struct FileChange: Hashable, Sendable {
  /// The path from the top of the repository, with `/` between the parts.
  public let path: String

  /// The content before; `nil` if the file was added.
  public let old: ObjectID?

  /// The content after; `nil` if the file was deleted.
  public let new: ObjectID?

  /// Makes a change.
  public init(path: String, old: ObjectID?, new: ObjectID?) {
    self.path = path
    self.old = old
    self.new = new
  }
}

/// The content and the mode of a file in a commit.
public struct FileVersion: Hashable, Sendable {
  /// The blob with the content of the file; for a submodule, a commit.
  public let id: ObjectID

  /// The kind of file.
  public let mode: FileMode

  /// Makes a version.
  public init(id: ObjectID, mode: FileMode) {
    self.id = id
    self.mode = mode
  }
}

/// A file that differs between two trees in its content or its mode.
public struct TreeDifference: Hashable, Sendable {
  /// The path from the top of the repository, with `/` between the parts. Bytes that are not UTF-8 are replaced.
  public let path: String

  /// Whether the path in the tree is UTF-8. Otherwise, ``path`` is not the path of the file, and several files can have it.
  public let hasValidPath: Bool

  /// The file before; `nil` if the file was added.
  public let old: FileVersion?

  /// The file after; `nil` if the file was deleted.
  public let new: FileVersion?

  /// Makes a difference.
  public init(path: String, old: FileVersion?, new: FileVersion?, hasValidPath: Bool = true) {
    self.path = path
    self.hasValidPath = hasValidPath
    self.old = old
    self.new = new
  }
}

/// A file that differs between the index and HEAD.
public struct GitIndexDifference: Hashable, Sendable {
  /// The path from the top of the repository, with `/` between the parts.
  public let path: String

  /// The content in the index; `nil` if the index does not have the file.
  public let staged: ObjectID?

  /// The content in HEAD; `nil` if HEAD does not have the file.
  public let recorded: ObjectID?
}
