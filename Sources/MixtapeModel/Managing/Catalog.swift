/// The existing playlists or podcasts, as far as a plan needs them.
public protocol Catalog<Item> {
  /// The type of the items: playlists or podcasts.
  associatedtype Item: FileBacked

  /// Returns the item with an id, or `nil`.
  func item(_ id: FileID<Item>) throws(MixtapeError) -> Item?
  /// Returns whether an id is taken, also by an item that cannot be read.
  func isTaken(_ id: FileID<Item>) throws(MixtapeError) -> Bool
  /// Returns all ids, for suggestions.
  func ids() throws(MixtapeError) -> [FileID<Item>]
  /// Returns the display names of all items.
  func names() throws(MixtapeError) -> Set<String>
  /// Returns all items, in order of id.
  func items() throws(MixtapeError) -> [Item]
  /// Returns all folders but the top one, in order; also empty ones, if they are known.
  func folders() throws(MixtapeError) -> [Folder]
  /// Returns the changes of an item by its user, newest first, without changes by sources such as feeds, and without plays.
  /// By default, no changes are known.
  func edits(of id: FileID<Item>) throws(MixtapeError) -> [ItemChange<Item>]
}

extension Catalog {
  /// Returns the display names of the items.
  public func names() throws(MixtapeError) -> Set<String> { Set(try items().map(\.displayName)) }

  /// Returns the folders of the items and the folders that contain them.
  public func folders() throws(MixtapeError) -> [Folder] { try items().folders }

  /// Returns no changes.
  public func edits(of id: FileID<Item>) throws(MixtapeError) -> [ItemChange<Item>] { [] }

  /// Returns the item with an id.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` with the existing ids as candidates.
  public func existing(_ id: FileID<Item>) throws(MixtapeError) -> Item {
    if let item = try item(id) { return item }
    throw MixtapeError(.notFound, Item.subject(id), candidates: try ids().map(\.rawValue))
  }
}

// MARK: - Folders

extension Catalog {
  /// Returns the changes that move a folder with its contents. The destination must be empty or missing.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` with the existing folders as candidates;
  ///   ``MixtapeError/Code/alreadyExists`` if the destination is not empty; ``MixtapeError/Code/invalidFolder`` for the
  ///   top folder, and for a destination inside the folder.
  func moving(_ folder: Folder, to destination: Folder) throws(MixtapeError) -> [ItemChange<Item>] {
    try require(folder)
    if folder == destination { return [] }
    if destination.isWithin(folder) {
      throw MixtapeError(.invalidFolder, .folder(destination), cause: FolderViolation.withinItself)
    }
    let items = try items()
    if items.contains(where: { $0.folder.isWithin(destination) }) {
      throw MixtapeError(.alreadyExists, .folder(destination))
    }
    return items.filter { $0.folder.isWithin(folder) }.compactMap {
      ItemChange(from: $0, to: $0.withFolder($0.folder.moved(from: folder, to: destination)))
    }
  }

  /// Returns the changes that delete a folder with its contents.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` with the existing folders as candidates;
  ///   ``MixtapeError/Code/invalidFolder`` for the top folder.
  func deleting(_ folder: Folder) throws(MixtapeError) -> [ItemChange<Item>] {
    try require(folder)
    return try items().filter { $0.folder.isWithin(folder) }.map(ItemChange.deleted)
  }

  private func require(_ folder: Folder) throws(MixtapeError) {
    if folder == .top { throw MixtapeError(.invalidFolder, .folder(folder), cause: FolderViolation.top) }
    let folders = try folders()
    if !folders.contains(folder) {
      throw MixtapeError(.notFound, .folder(folder), candidates: folders.map(\.path))
    }
  }
}

/// The reason why a folder cannot be moved or deleted.
public enum FolderViolation: Error, Hashable, Sendable {
  /// The top folder cannot be moved or deleted.
  case top
  /// A folder cannot be moved into itself.
  case withinItself
}

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
