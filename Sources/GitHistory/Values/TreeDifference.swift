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
