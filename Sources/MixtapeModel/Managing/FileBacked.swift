/// What is kept as one file, in a folder: a playlist or a podcast.
public protocol FileBacked: Hashable, Sendable, Identifiable where ID == FileID<Self> {
  /// The directory of the file.
  var folder: Folder { get }

  /// A copy in another folder.
  func withFolder(_ folder: Folder) -> Self

  /// Whether two values say the same, apart from what is known of them from history.
  func hasContents(of other: Self) -> Bool

  /// What an error about an id is about.
  static func subject(_ id: ID) -> MixtapeError.Subject
}

extension FileBacked {
  /// Values without anything from history are the same if they are equal.
  public func hasContents(of other: Self) -> Bool { self == other }
}

extension Playlist: FileBacked {
  /// Times come from history.
  public func hasContents(of other: Playlist) -> Bool {
    withTimes(created: other.created, updated: other.updated) == other
  }

  /// The playlist of an id.
  public static func subject(_ id: ID) -> MixtapeError.Subject { .playlist(id) }
}

extension Podcast: FileBacked {
  /// The podcast of an id.
  public static func subject(_ id: ID) -> MixtapeError.Subject { .podcast(id) }
}
