public import GitHistory
public import MixtapeModel

/// An uncommitted change of a store's file.
public struct HandEdit: Hashable, Sendable {
  /// The kind of the edit.
  public enum Kind: String, Hashable, Sendable {
    /// The file is new.
    case created
    /// The file has another content.
    case edited
    /// The file was deleted.
    case deleted
    /// The file was moved to another directory.
    case moved
    /// The file was renamed, which changes the id of the playlist.
    case renamed
  }

  /// The kind of the edit.
  public let kind: Kind
  /// The path below the store's directory; for a deleted file, its previous path.
  public let path: String
  /// The previous path of a moved or renamed file.
  public let oldPath: String?
  /// The paths of the other files, if many files were created, or an editor wrote a change of several files: they are one edit.
  public internal(set) var otherPaths: [String] = []
  /// The subject of the change that an editor was asked to write; `nil` for an edit that nobody planned.
  var plannedSubject: String?

  /// The subject of the commit that the edit gets.
  public var subject: String {
    if let plannedSubject { return plannedSubject }
    guard otherPaths.isEmpty else { return "Create \(counted(paths.count, "file")) by hand" }
    let name = SectionFile(path: path)?.name ?? path
    switch kind {
    case .created: return "Create \(name) by hand"
    case .edited: return "Edit \(name) by hand"
    case .deleted: return "Delete \(name) by hand"
    case .moved: return "Move \(name) by hand"
    case .renamed: return "Rename \(oldPath.flatMap(SectionFile.init)?.name ?? "a file") to \(name) by hand"
    }
  }

  /// The playlists whose files the edit changes.
  public var playlists: [Playlist.ID] { paths.compactMap(SectionFile.playlistID) }

  /// The podcasts whose files the edit changes.
  public var podcasts: [Podcast.ID] { paths.compactMap(SectionFile.podcastID) }

  /// The paths that the commit of this edit changes.
  var paths: [String] { (oldPath.map { [$0] } ?? []) + [path] + otherPaths }
}

/// A hand edit that was committed.
public struct CapturedEdit: Hashable, Sendable {
  /// The subject of its commit.
  public let subject: String
  /// The paths that the commit changed, below the store's directory.
  public let paths: [String]
  /// The commit.
  public let commit: CommitID
}

extension RepositoryState {
  /// Whether hand edits can be told from the changes of another branch.
  var allowsHandEdits: Bool { [.clean, .bisect].contains(self) }
}
