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
  /// The playlists whose files the change touched, in order.
  public let playlists: [Playlist.ID]
  /// The podcasts and albums whose files the change touched, in order.
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

  init(_ commit: Commit, touching changes: [FileChange]) {
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
    let items = Set(changes.compactMap(\.item))
    playlists = items.compactMap { if case .playlist(let id) = $0 { id } else { nil } }.sorted()
    podcasts = items.compactMap { if case .podcast(let id) = $0 { id } else { nil } }.sorted()
    parents = commit.parents
  }

  /// Makes the entry of a change that a walk has found. At a boundary, the touched playlists are unknown.
  init(_ commit: Commit, of step: CommitRecord) {
    self.init(commit, touching: step.isBoundary ? [] : step.changes)
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

// MARK: - The search

/// A search of history for the changes that pass a filter.
struct HistorySearch {
  private let item: StoreItem?
  private let history: StoreHistory
  private let filter: HistoryFilter
  /// The trail of the item whose history is searched; `nil` for the store.
  private var trail: ItemTrail?
  private let since: Date?
  private let until: Date?

  init(of item: StoreItem?, _ filter: HistoryFilter, in store: Store) throws(MixtapeError) {
    (self.item, self.filter, history) = (item, filter, try StoreHistory(of: store))
    since = filter.since?.range(in: store.context).lowerBound
    until = filter.until?.range(in: store.context).upperBound
    try history.repository.requireBranch()
    trail = try item.map { [history] (item) throws(MixtapeError) in try ItemTrail(ofPresent: item, in: history) }
  }

  private var repository: StoreRepository { history.repository }

  mutating func page(limit: Int, skip: Int) throws(MixtapeError) -> HistoryPage {
    // By dates alone, a slow clock would put a change before those that it is based on.
    let walk = try ChangeWalk(
      of: repository, .touching(trail?.items), order: .childrenFirst, includingDecisions: trail == nil)
    var found = FoundEntries(limit: limit, skip: skip)
    while !found.hasMore, let step = walk.next() {
      guard isInScope(step) else { continue }
      try trail?.follow(step, on: walk)
      try add(step, to: &found)
    }
    return try page(found)
  }

  mutating func graph(limit: Int, skip: Int) throws(MixtapeError) -> HistoryGraph {
    let walk = try ChangeWalk(of: repository, .everyCommit, order: .childrenFirst)
    var found = FoundEntries(limit: limit, skip: skip)
    var nodes: [HistoryGraph.Node] = []
    while !found.hasMore, let step = walk.next() {
      let parents = walk.parents(of: step)
      let isInScope = isInScope(step)
      try trail?.follow(step, on: walk)
      // In the history of the store, each merge has a line, so that lanes split at a commit with a name.
      let isEntry = isInScope || (trail == nil && step.isMerge) ? try add(step, to: &found) : false
      // A merge that has the item of its first parent would only add an empty line beside it.
      nodes.append(
        HistoryGraph.Node(
          id: step.id, parents: isInScope || trail == nil ? parents : Array(parents.prefix(1)), isEntry: isEntry))
    }
    return HistoryGraph(page: try page(found), nodes: nodes)
  }

  /// Adds the entry of a commit if the filter allows it. Returns whether it does.
  @discardableResult
  private func add(_ step: CommitRecord, to found: inout FoundEntries) throws(MixtapeError) -> Bool {
    let commit = try repository.commit(step.id)
    found.boundary = found.boundary ?? commit.boundary
    let entry = HistoryEntry(commit, of: step)
    guard try matches(entry, of: step) else { return false }
    found.entries.append(entry)
    return true
  }

  /// Returns the page.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` if the item does not exist and never did.
  private func page(_ found: FoundEntries) throws(MixtapeError) -> HistoryPage {
    let entries = found.page
    if let item, entries.isEmpty, found.hasMore || found.boundary == nil {
      try history.require(item)
    }
    return HistoryPage(
      entries: entries, received: try repository.received(among: entries.map(\.id)),
      hasMore: found.hasMore, boundary: found.hasMore ? nil : found.boundary)
  }

  private func isInScope(_ step: CommitRecord) -> Bool {
    guard let trail else { return step.isDecision || !step.changes.isEmpty }
    return step.touches(trail.items)
  }

  private func matches(_ entry: HistoryEntry, of step: CommitRecord) throws(MixtapeError) -> Bool {
    // Dates in a history may be out of order, so the search continues after a date outside the bounds.
    guard since.map({ $0 <= entry.date }) ?? true, until.map({ entry.date <= $0 }) ?? true,
      filter.operations.isEmpty || filter.operations.contains(entry.operation)
    else { return false }
    // The commit is known, but its changes are not.
    if step.isBoundary { return trail == nil && filter.episode == nil }
    guard let episode = filter.episode else { return true }
    // A renamed file has two ids, but its list may be the same.
    let playlists = trail.map { [$0.items] } ?? entry.playlists.map { [.playlist($0)] }
    if let items = trail?.items, case .podcast = items.first {
      return try StoreDifference.episodes(
        of: step.changes.filter { $0.item.map(items.contains) == true }, in: repository
      )
      .contains(episode)
    }
    for items in playlists {
      let before = try step.episodes(of: items, on: \.old, in: repository) ?? []
      let after = try step.episodes(of: items, on: \.new, in: repository) ?? []
      if ListDifference(from: before, to: after).concerns(episode) { return true }
    }
    return false
  }
}

private struct FoundEntries {
  var entries: [HistoryEntry] = []
  /// The boundary of history, if the search has reached it.
  var boundary: HistoryBoundary?
  private let limit: Int
  private let skip: Int

  init(limit: Int, skip: Int) { (self.limit, self.skip) = (max(0, limit), max(0, skip)) }

  private var end: Int { limit < .max - skip ? skip + limit : .max - 1 }

  /// Whether an entry after the page is found, which ends the search.
  var hasMore: Bool { entries.count > end }

  var page: [HistoryEntry] { Array(entries.dropFirst(skip).prefix(limit)) }
}
