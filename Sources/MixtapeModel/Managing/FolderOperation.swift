/// An operation that may move or delete a whole folder.
protocol FolderOperation {
  /// The folder that the operation moves or deletes, and its destination; `nil` for other operations.
  var folder: (folder: Folder, destination: Folder?)? { get }
}

extension FolderOperation {
  /// Whether the operation moves a folder to another place or deletes it. An empty folder has no file, so there is no other change.
  var changesFolder: Bool { folder.map { $0.folder != $0.destination } ?? false }
}

extension PlaylistOperation: FolderOperation {}

extension PodcastOperation: FolderOperation {}
