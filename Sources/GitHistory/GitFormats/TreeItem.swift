/// A file or a directory of a commit, without its name.
struct TreeItem: Hashable, Sendable {
  let id: ObjectID
  let mode: FileMode

  var isDirectory: Bool { mode == .directory }

  /// The id of the directory's tree; `nil` for a file.
  var directory: ObjectID? { isDirectory ? id : nil }

  /// The id of the file's content; `nil` for a directory.
  var file: ObjectID? { isDirectory ? nil : id }

  /// The content and the mode of the file; `nil` for a directory.
  var fileVersion: FileVersion? { isDirectory ? nil : FileVersion(id: id, mode: mode) }
}
