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
