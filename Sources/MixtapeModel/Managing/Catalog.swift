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

/// A value that is kept as one file in a folder: a playlist or a podcast.
public protocol FileBacked: Hashable, Sendable, Identifiable where ID == FileID<Self> {
  /// The directory of the file.
  var folder: Folder { get }

  /// The name that people see.
  var displayName: String { get }

  /// Returns a copy in another folder.
  func withFolder(_ folder: Folder) -> Self

  /// Returns whether two values are equal, without regard to properties that come from history.
  func hasContents(of other: Self) -> Bool

  /// Returns the subject of an error about an id.
  static func subject(_ id: ID) -> MixtapeError.Subject
}

extension FileBacked {
  /// Returns whether two values are equal.
  public func hasContents(of other: Self) -> Bool { self == other }
}

extension Playlist: FileBacked {
  /// The playlist's name.
  public var displayName: String { name }

  /// Returns whether two playlists are equal, without regard to their times.
  public func hasContents(of other: Playlist) -> Bool {
    withTimes(created: other.created, updated: other.updated) == other
  }

  /// Returns a playlist as the subject of an error.
  public static func subject(_ id: ID) -> MixtapeError.Subject { .playlist(id) }
}

extension Podcast: FileBacked {
  /// The title.
  public var displayName: String { title }

  /// Returns a podcast as the subject of an error.
  public static func subject(_ id: ID) -> MixtapeError.Subject { .podcast(id) }
}

extension Sequence where Element: FileBacked {
  /// The folders that contain an item at any depth, in order, without the top folder.
  public var folders: [Folder] { Set(flatMap(\.folder.selfAndParents)).sorted() }
}

/// A playlist or a podcast of a store: something that has a file and a history.
public enum StoreItem: Hashable, Sendable {
  case playlist(Playlist.ID)
  case podcast(Podcast.ID)

  /// The id.
  public var id: String {
    switch self {
    case .playlist(let id): id.rawValue
    case .podcast(let id): id.rawValue
    }
  }
}
