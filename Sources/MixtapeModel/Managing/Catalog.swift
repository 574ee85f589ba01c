/// What a plan needs to know of the playlists, or of the podcasts, that are there.
public protocol Catalog<Item> {
  /// What the catalog is of.
  associatedtype Item: FileBacked

  /// The item of an id, or `nil`.
  func item(_ id: FileID<Item>) throws(MixtapeError) -> Item?
  /// Whether an id is taken, also by an item that cannot be read.
  func isTaken(_ id: FileID<Item>) throws(MixtapeError) -> Bool
  /// Every id, for suggestions.
  func ids() throws(MixtapeError) -> [FileID<Item>]
  /// Every item, in order of id.
  func items() throws(MixtapeError) -> [Item]
  /// Every folder but the top, in order; also those that hold nothing, where such are known.
  func folders() throws(MixtapeError) -> [Folder]
}

extension Catalog {
  /// The folders of the items and those around them.
  public func folders() throws(MixtapeError) -> [Folder] { try items().folders }

  /// The item of an id.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` with the ids there are as candidates.
  public func existing(_ id: FileID<Item>) throws(MixtapeError) -> Item {
    if let item = try item(id) { return item }
    throw MixtapeError(.notFound, Item.subject(id), candidates: try ids().map(\.rawValue))
  }
}

extension Sequence where Element: FileBacked {
  /// The folders that hold something, at whatever depth, in order; the top is none of them.
  public var folders: [Folder] { Set(flatMap(\.folder.selfAndParents)).sorted() }
}

// MARK: - Folders with all in them

extension Catalog {
  /// Puts a folder, with all in it, into the place of another, which must hold nothing.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` with the folders there are as candidates;
  ///   ``MixtapeError/Code/alreadyExists`` if something is in the other; ``MixtapeError/Code/invalidFolder`` for the top,
  ///   and for a folder within the one that moves.
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

  /// Removes a folder with all in it.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` with the folders there are as candidates;
  ///   ``MixtapeError/Code/invalidFolder`` for the top.
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

/// Why a folder cannot be moved or deleted.
public enum FolderViolation: Error, Hashable, Sendable {
  /// The top stays where it is.
  case top
  /// A folder cannot go into itself.
  case withinItself
}
