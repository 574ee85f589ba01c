public import GitHistory
internal import LosslessTOML
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

  /// The name of the playlist, podcast, episode or file, as the user types it.
  public var name: String { subject.name(at: path) }

  /// Returns the value of a side.
  public subscript(side: MergeSide) -> Version { side == .ours ? ours : theirs }
}

extension MergeConflict.Subject {
  /// Returns the name of the playlist, podcast or episode; the path of another file.
  func name(at path: String) -> String {
    switch self {
    case .playlist(let id): id.rawValue
    case .podcast(let id): id.rawValue
    case .episode(let id): id.rawValue
    case .file: path
    }
  }
}

extension MergeConflict.Version {
  init(value: String?, of change: Commit) {
    self.init(value: value, author: change.author.name, date: change.author.date, commit: change.id)
  }
}

extension MergeConflict {
  init(at key: [String], inFileAt path: String, ours: Version, theirs: Version) {
    let (subject, name) = Self.subject(of: key, inFileAt: path)
    self.init(path: path, subject: subject, key: name, ours: ours, theirs: theirs)
  }

  private static func subject(of key: [String], inFileAt path: String) -> (Subject, String) {
    let name = FileConflict.name(of: key)
    if let id = SectionFile.playlistID(at: path) { return (.playlist(id), name) }
    guard let id = SectionFile.podcastID(at: path) else { return (.file, name) }
    if key.count > 2, key[0] == "episodes", let episode = Episode.ID(podcast: id, name: key[1]) {
      return (.episode(episode), FileConflict.name(of: key[2...]))
    }
    return (.podcast(id), name)
  }
}

/// The sides that the user chose for keys that both sides of a merge changed. The conflicts have no decision themselves.
typealias MergeDecisions = [MergeConflict: MergeSide]

extension MergeConflict {
  /// The conflict as the value of a trailer: an inline table of TOML in one line.
  var trailer: String {
    var entries = [
      TOMLInlineTable.Entry(key: "path", value: .string(path)), TOMLInlineTable.Entry(key: "key", value: .string(key)),
      TOMLInlineTable.Entry(key: "taken", value: .string(winner.rawValue)),
    ]
    if decision != nil { entries.append(TOMLInlineTable.Entry(key: "decided", value: .boolean(true))) }
    if case .episode(let id) = subject {
      entries.append(TOMLInlineTable.Entry(key: "episode", value: .string(id.name)))
    }
    for side in MergeSide.allCases {
      if let value = self[side].value {
        entries.append(TOMLInlineTable.Entry(key: side.rawValue, value: .string(value)))
      }
      let commit = TOMLLiteral.string(self[side].commit.description)
      entries.append(TOMLInlineTable.Entry(key: "\(side.rawValue)-commit", value: commit))
    }
    return String(decoding: TOMLLiteral.inlineTable(TOMLInlineTable(entries)).text, as: UTF8.self)
  }
}

/// One of the two sides of a merge.
public enum MergeSide: String, Hashable, Sendable, CaseIterable {
  /// The side that merges, and whose state changes.
  case ours
  /// The side that is merged into ours.
  case theirs

  var other: MergeSide { self == .ours ? .theirs : .ours }
}

/// A value for each side of a merge.
struct MergeSides<Value> {
  var ours: Value
  var theirs: Value

  subscript(side: MergeSide) -> Value {
    get { side == .ours ? ours : theirs }
    set { if side == .ours { ours = newValue } else { theirs = newValue } }
  }
}

extension MergeSides: Sendable where Value: Sendable {}

/// A decision of a merge about whole files, or about an episode that both sides moved.
public enum MergeNotice: Hashable, Sendable {
  /// One side deleted a file that the other side changed. The file stays, at the path where the other side moved it from `base`.
  case kept(path: String, base: String, deletedBy: MergeSide)
  /// Both sides moved or renamed a file to different paths, or created it there if it has no `base`. The newer change wins.
  case movedDifferently(path: String, insteadOf: String, base: String?, winner: MergeSide)
  /// The sides have different files with one id. The file `by` keeps it, and the one at `path` gets another id: that of `side`,
  /// or of both sides if it is `nil`.
  case idTaken(path: String, by: String, replacement: String, of: MergeSide?)
  /// Both sides moved an episode to different podcasts.
  case episodeMovedDifferently(Episode.ID, to: Episode.ID, insteadOf: Episode.ID)
  /// Paths of both sides differ only in upper and lower case. Not every file system can hold both.
  case sameExceptCase(String, String)
  /// Comments have no other place in a merged file than its end.
  case commentsAtEnd([String], path: String)
}

extension MergeNotice {
  /// Returns notices of paths that differ only in upper and lower case.
  static func caseClashes(among paths: [String]) -> [MergeNotice] {
    let groups = Dictionary(grouping: Set(paths)) { $0.lowercased() }.values.map { $0.sorted() }
    return groups.sorted { $0[0] < $1[0] }.flatMap { group in
      group.dropFirst().map { .sameExceptCase(group[0], $0) }
    }
  }
}
