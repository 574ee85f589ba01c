public import GitHistory
public import MixtapeModel
internal import PlaylistFiles

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A key of a file that both sides of a merge changed to different values. The newer change wins, unless the user decides.
public struct MergeConflict: Hashable, Sendable {
  /// The playlist, podcast or episode whose key it is.
  public enum Subject: Hashable, Sendable {
    /// A key of a playlist.
    case playlist(Playlist.ID)
    /// A key of a podcast or an album.
    case podcast(Podcast.ID)
    /// A key of an episode in the library.
    case episode(Episode.ID)
    /// A template or `mixtape.toml`.
    case file
  }

  /// The value of one side, and the change that set it.
  public struct Version: Hashable, Sendable {
    /// The value as TOML; `nil` if the side removed the key.
    public let value: String?
    /// The name of the author of the change.
    public let author: String
    /// The date of the change.
    public let date: Date
    /// The commit of the change.
    public let commit: CommitID
  }

  /// The path of the merged file, below the store's directory.
  public let path: String
  /// The playlist, podcast or episode.
  public let subject: Subject
  /// The name of the key in the file, with the names of tables around it, such as `extra.colour` or `extra."a.b"`. An episode
  /// is named by the subject instead.
  public let key: String
  /// The value of ours.
  public let ours: Version
  /// The value of theirs.
  public let theirs: Version
  /// The side that the user chose; `nil` if the user was not asked.
  public internal(set) var decision: MergeSide?

  /// Whether the changes of both sides have one date, so that none is newer.
  public var hasEqualTimes: Bool { ours.date == theirs.date }

  /// The side with the newer change, or with the greater commit id if both changes have one date.
  public var newer: MergeSide {
    (ours.date, ours.commit.description) >= (theirs.date, theirs.commit.description) ? .ours : .theirs
  }

  /// The side whose value the merged file has: the one that the user chose, else the one with the newer change.
  public var winner: MergeSide { decision ?? newer }

  /// Returns whether another conflict is about the same key of the same file.
  func hasKey(of other: MergeConflict) -> Bool { (path, subject, key) == (other.path, other.subject, other.key) }

  /// Returns the value of a side.
  public subscript(side: MergeSide) -> Version { side == .ours ? ours : theirs }
}

extension MergeConflict.Version {
  init(value: String?, of change: Commit) {
    self.init(value: value, author: change.author.name, date: change.author.date, commit: change.id)
  }
}

extension MergeConflict {
  /// Makes a conflict about a key of a merged file.
  init(at key: [String], inFileAt path: String, ours: Version, theirs: Version) {
    let (subject, name) = Self.subject(of: key, inFileAt: path)
    self.init(path: path, subject: subject, key: name, ours: ours, theirs: theirs)
  }

  private static func subject(of key: [String], inFileAt path: String) -> (Subject, String) {
    let name = FileConflict.name(of: key)
    if let id = StoredFile.playlistID(at: path) { return (.playlist(id), name) }
    guard let id = StoredFile.podcastID(at: path) else { return (.file, name) }
    if key.count > 2, key[0] == "episodes", let episode = Episode.ID(podcast: id, name: key[1]) {
      return (.episode(episode), FileConflict.name(of: key[2...]))
    }
    return (.podcast(id), name)
  }
}

/// The sides that the user chose for keys that both sides of a merge changed. The conflicts have no decision themselves.
typealias MergeDecisions = [MergeConflict: MergeSide]
