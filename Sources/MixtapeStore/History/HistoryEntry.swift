public import GitHistory
public import MixtapeModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One change in the history of a store.
public struct HistoryEntry: Hashable, Sendable, Identifiable {
  /// The commit.
  public let id: CommitID
  /// The time at which it was made.
  public let date: Date
  /// The offset of the author's clock from UTC, in minutes.
  public let utcOffset: Int
  /// The name of its author.
  public let author: String
  /// The change in one line.
  public let subject: String
  /// The rest of the commit message, without the trailers.
  public let body: String
  /// The kind of operation (`add`, `undo`, …); `nil` for a commit that Mixtape did not make.
  public let operation: String?
  /// The playlists whose files the change touched, in order. A decision for the present value of a playlist counts.
  public let playlists: [Playlist.ID]
  /// The podcasts and albums whose files the change touched, in order. A decision for the present value of one counts.
  public let podcasts: [Podcast.ID]
  /// The commits before it, first parent first: several for a merge, and none for the first commit.
  public let parents: [CommitID]

  /// The kinds of operations that this version writes.
  public static let operations =
    [CommitMessage.initialOperation] + PlaylistOperation.Kind.allCases.map(\.rawValue)
    + PodcastOperation.Kind.allCases.map(\.rawValue).filter { PlaylistOperation.Kind(rawValue: $0) == nil }
    + [
      CommitMessage.editOperation, CommitMessage.undoOperation, CommitMessage.redoOperation,
      CommitMessage.restoreOperation, CommitMessage.revertOperation, CommitMessage.repairOperation,
      CommitMessage.syncOperation, CommitMessage.decisionOperation,
    ]

  /// Makes the entry of a change.
  ///
  /// - Parameter decided: The items that a decision without changes of files is about.
  init(_ commit: Commit, touching changes: [FileChange], deciding decided: Set<StoreItem> = []) {
    id = commit.id
    date = commit.author.date
    utcOffset = commit.author.utcOffset
    author = commit.author.name
    subject = commit.subject
    operation = commit.trailer(CommitMessage.operationKey)
    let trailers = commit.trailers.isEmpty ? 0 : commit.body.split(separator: "\n\n").last?.utf8.count ?? 0
    var body = commit.body.utf8.dropLast(trailers)
    while body.last == UInt8(ascii: "\n") { body.removeLast() }
    self.body = String(Substring(body))
    let items = decided.union(changes.compactMap(\.item))
    playlists = items.compactMap { if case .playlist(let id) = $0 { id } else { nil } }.sorted()
    podcasts = items.compactMap { if case .podcast(let id) = $0 { id } else { nil } }.sorted()
    parents = commit.parents
  }

  /// Makes the entry of a change that a walk has found. At a boundary, the touched playlists are unknown.
  init(_ commit: Commit, of step: ChangeWalk.Step, deciding decided: Set<StoreItem> = []) {
    self.init(commit, touching: step.isBoundary ? [] : step.changes, deciding: decided)
  }
}

/// A part of a history, newest first.
public struct HistoryPage: Sendable {
  /// The changes.
  public let entries: [HistoryEntry]
  /// The changes among them that came by a sync, and were not made in this clone.
  public let received: Set<CommitID>
  /// Whether there are older changes.
  public let hasMore: Bool
  /// The reason why history is cut off after these entries; `nil` if it is not, or if there are more entries.
  public let boundary: HistoryBoundary?
}

/// A page of a history with the commits around its entries.
public struct HistoryGraph: Sendable {
  /// A commit of the graph.
  public struct Node: Hashable, Sendable, Identifiable {
    /// The commit.
    public let id: CommitID
    /// The commits to which its lines lead, first parent first.
    public let parents: [CommitID]
    /// Whether the commit is an entry of the history, on this page or an earlier one.
    public let isEntry: Bool

    /// Makes a node.
    public init(id: CommitID, parents: [CommitID], isEntry: Bool) {
      self.id = id
      self.parents = parents
      self.isEntry = isEntry
    }
  }

  /// The page.
  public let page: HistoryPage
  /// The commits from HEAD to the end of the page, children before parents. Some are not entries of the page.
  public let nodes: [Node]
}

/// A filter for the changes of a history. A change has to satisfy all conditions.
public struct HistoryFilter: Sendable {
  /// Changes that add this episode to a playlist, remove it or move it, by ``PlaylistDifference``. In the history of a
  /// podcast, also changes of the episode itself.
  public var episode: Episode.ID?
  /// Changes of these kinds (see ``HistoryEntry/operation``); `nil` stands for commits that Mixtape did not make. An
  /// empty set allows all kinds.
  public var operations: Set<String?>
  /// Changes since the start of this time.
  public var since: NamedTime?
  /// Changes until the end of this time.
  public var until: NamedTime?

  /// Makes a filter. Without arguments, it allows every change.
  public init(
    episode: Episode.ID? = nil, operations: Set<String?> = [], since: NamedTime? = nil, until: NamedTime? = nil
  ) {
    self.episode = episode
    self.operations = operations
    self.since = since
    self.until = until
  }
}
