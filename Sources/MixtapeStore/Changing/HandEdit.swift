public import GitHistory
public import MixtapeModel

/// A change to the store's files that is not committed yet.
public struct HandEdit: Hashable, Sendable {
  /// The kind of the edit.
  public enum Kind: String, Hashable, Sendable {
    /// The file is new.
    case created
    /// The file has another content.
    case edited
    /// The file is gone.
    case deleted
    /// The file went to another directory.
    case moved
    /// The file has another name, and so the playlist another id.
    case renamed
  }

  /// The kind of the edit.
  public let kind: Kind
  /// The path below the store's directory; of a deleted file, the one it had.
  public let path: String
  /// The path that a moved or renamed file had.
  public let oldPath: String?

  /// The change in words, as the subject of its commit.
  public var subject: String {
    let name = StoredFile(path: path)?.name ?? path
    switch kind {
    case .created: return "Create \(name) by hand"
    case .edited: return "Edit \(name) by hand"
    case .deleted: return "Delete \(name) by hand"
    case .moved: return "Move \(name) by hand"
    case .renamed: return "Rename \(oldPath.flatMap(StoredFile.init)?.name ?? "a file") to \(name) by hand"
    }
  }

  /// The playlists whose files it touches.
  public var playlists: [Playlist.ID] { paths.compactMap(StoredFile.playlistID) }

  /// The podcasts whose files it touches.
  public var podcasts: [Podcast.ID] { paths.compactMap(StoredFile.podcastID) }

  /// The paths that the commit of this edit changes.
  var paths: [String] { (oldPath.map { [$0] } ?? []) + [path] }
}

/// A hand edit that was committed.
public struct CapturedEdit: Hashable, Sendable {
  /// The subject of its commit.
  public let subject: String
  /// The paths below the store's directory that it changed.
  public let paths: [String]
  /// The commit.
  public let commit: CommitID
}
