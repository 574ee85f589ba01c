public import GitHistory
public import MixtapeModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Store {
  /// Returns a page of the history of the store, or of a playlist or podcast, newest first. The item may have been
  /// deleted. If its file was renamed, its earlier changes under other ids are included.
  ///
  /// - Parameters:
  ///   - item: The playlist or podcast; `nil` for all changes of the store's files.
  ///   - filter: A filter for the changes.
  ///   - limit: The maximum number of entries.
  ///   - skip: The number of newest entries to leave out.
  /// - Throws: ``MixtapeError/Code/notFound`` if the item does not exist and never did.
  /// - Complexity: O(the number of commits that are examined).
  public func history(
    of item: StoreItem?, matching filter: HistoryFilter = HistoryFilter(), limit: Int, skip: Int = 0
  ) throws(MixtapeError) -> HistoryPage {
    let repository = try openRepository()
    var search = HistorySearch(filter, along: try trail(of: item, in: repository), in: repository, context)
    let page = try search.page(limit: limit, skip: skip)
    try requireKnown(item, with: page, repository)
    return page
  }

  /// Returns a page of the history with the commits between its entries, for drawing. Children come before their parents.
  ///
  /// - Parameters: Those of ``history(of:matching:limit:skip:)``.
  /// - Throws: ``MixtapeError/Code/notFound`` if the item does not exist and never did.
  /// - Complexity: O(the number of commits).
  public func historyGraph(
    of item: StoreItem?, matching filter: HistoryFilter = HistoryFilter(), limit: Int, skip: Int = 0
  ) throws(MixtapeError) -> HistoryGraph {
    let repository = try openRepository()
    var search = HistorySearch(filter, along: try trail(of: item, in: repository), in: repository, context)
    let graph = try search.graph(limit: limit, skip: skip)
    try requireKnown(item, with: graph.page, repository)
    return graph
  }

  private func trail(of item: StoreItem?, in repository: StoreRepository) throws(MixtapeError) -> ItemTrail? {
    try repository.requireBranch()
    return try item.map { (item) throws(MixtapeError) in try ItemTrail(ofPresent: item, in: self, repository) }
  }

  private func requireKnown(
    _ item: StoreItem?, with page: HistoryPage, _ repository: StoreRepository
  ) throws(MixtapeError) {
    guard let item, page.entries.isEmpty, page.boundary == nil else { return }
    try requireKnown(item, inHistoryOf: [nil], repository)
  }

  /// Returns the first of some items that exists, else the first one that existed in the history of a revision, else in that of HEAD.
  ///
  /// - Parameters:
  ///   - items: The playlist and the podcast with one id, or one of them.
  ///   - revisions: Other states that may have the item, such as another branch.
  /// - Throws: ``MixtapeError/Code/notFound`` with the existing ids as candidates. Its cause is a ``HistoryCutOff`` if older history,
  ///   which may have the item, is missing.
  public func knownItem(of items: [StoreItem], at revisions: [Revision] = []) throws(MixtapeError) -> StoreItem {
    for item in items where try exists(item) { return item }
    let repository = try openRepository()
    for item in items {
      for revision in revisions where try wasKnown(item, at: revision, in: repository) { return item }
    }
    for item in items where try wasKnown(item, inHistoryOf: nil, repository) { return item }
    let errors = try items.map { (item) throws(MixtapeError) in try notFound(item, inHistoryOf: repository) }
    throw MixtapeError(
      .notFound, items.first.map { .item($0.id) } ?? .none, candidates: errors.flatMap(\.candidates),
      cause: errors.last?.cause)
  }

  /// Returns whether an item existed in the history of a revision. A version such as `@{2}` exists only of a known item.
  private func wasKnown(
    _ item: StoreItem, at revision: Revision, in repository: StoreRepository
  ) throws(MixtapeError) -> Bool {
    do throws(MixtapeError) {
      return try wasKnown(item, inHistoryOf: resolve(revision, for: item, in: repository), repository)
    } catch {
      guard error.code == .noSuchRevision || error.code == .notFound else { throw error }
      return false
    }
  }

  /// Returns whether an item has a file, or several.
  private func exists(_ item: StoreItem) throws(MixtapeError) -> Bool {
    do throws(MixtapeError) {
      return try path(of: item) != nil
    } catch {
      guard error.code == .invalidFile else { throw error }
      return true
    }
  }

  /// Returns whether an item exists, or existed in the history of HEAD.
  public func isKnown(_ item: StoreItem) throws(MixtapeError) -> Bool {
    if try path(of: item) != nil { return true }
    return try wasKnown(item, inHistoryOf: nil, try openRepository())
  }

  /// Throws an error unless an item exists, or existed in the history of one of the commits; `nil` stands for HEAD.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` with the existing ids as candidates.
  func requireKnown(
    _ item: StoreItem, inHistoryOf commits: [CommitID?], _ repository: StoreRepository
  ) throws(MixtapeError) {
    if try path(of: item) != nil { return }
    for commit in commits where try wasKnown(item, inHistoryOf: commit, repository) { return }
    throw try notFound(item, inHistoryOf: repository)
  }

  private func wasKnown(
    _ item: StoreItem, inHistoryOf commit: CommitID?, _ repository: StoreRepository
  ) throws(MixtapeError) -> Bool {
    try ChangeWalk(of: repository, .item(item), from: commit).next() != nil
  }

  /// Returns the error that the history of HEAD does not have an item. Its cause is a ``HistoryCutOff`` if older
  /// history, which may have the item, is missing.
  func notFound(
    _ item: StoreItem, inHistoryOf repository: StoreRepository
  ) throws(MixtapeError) -> MixtapeError {
    let error = try notFound(item)
    let walk = try ChangeWalk(of: repository, .store)
    while let step = try walk.next() {
      guard step.isBoundary, let boundary = try repository.commit(step.commit).boundary else { continue }
      return MixtapeError(
        error.code, error.subject, candidates: error.candidates, cause: HistoryCutOff(boundary: boundary))
    }
    return error
  }

  /// Returns a playlist at a revision.
  ///
  /// - Throws: ``MixtapeError/Code/noSuchRevision``; ``MixtapeError/Code/notFound`` if the revision does not have the
  ///   playlist; ``MixtapeError/Code/invalidVersion`` if its file has errors at the revision.
  public func playlist(_ id: Playlist.ID, at revision: Revision) throws(MixtapeError) -> Playlist {
    let repository = try openRepository()
    return try CommittedFile.playlist(
      id, in: try resolve(revision, for: .playlist(id), in: repository), of: self, repository)
  }

  /// Returns a podcast or an album at a revision.
  ///
  /// - Throws: The errors of ``playlist(_:at:)``.
  public func podcast(_ id: Podcast.ID, at revision: Revision) throws(MixtapeError) -> Podcast {
    let repository = try openRepository()
    let commit = try resolve(revision, for: .podcast(id), in: repository)
    guard case .podcast(let podcast) = try CommittedFile(.podcast(id), in: commit, of: self, repository).content else {
      throw MixtapeError(.notFound, .podcast(id))
    }
    return podcast
  }
}

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
    [Store.initialOperation] + PlaylistOperation.Kind.allCases.map(\.rawValue)
    + PodcastOperation.Kind.allCases.map(\.rawValue).filter { PlaylistOperation.Kind(rawValue: $0) == nil }
    + [
      "edit", CommitMessage.undoOperation, CommitMessage.redoOperation, "restore", CommitMessage.revertOperation,
      "repair", CommitMessage.syncOperation, CommitMessage.decisionOperation,
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

/// A search of history for the changes that pass a filter.
struct HistorySearch {
  private let filter: HistoryFilter
  /// The trail of the item whose history is searched; `nil` for the store.
  private var trail: ItemTrail?
  private let repository: StoreRepository
  private let since: Date?
  private let until: Date?

  init(_ filter: HistoryFilter, along trail: ItemTrail?, in repository: StoreRepository, _ context: Store.Context) {
    self.filter = filter
    self.trail = trail
    self.repository = repository
    since = filter.since?.range(in: context).lowerBound
    until = filter.until?.range(in: context).upperBound
  }

  /// Returns a page of the entries, newest first.
  mutating func page(limit: Int, skip: Int) throws(MixtapeError) -> HistoryPage {
    // By dates alone, a slow clock would put a change before those that it is based on.
    let walk = try ChangeWalk(of: repository, .touching(trail?.items), order: .childrenFirst, includingDecisions: true)
    var found = FoundEntries(limit: limit, skip: skip)
    while !found.hasMore, let step = try walk.next() {
      guard try isInScope(step) else { continue }
      try trail?.follow(step, on: walk)
      try add(step, to: &found)
    }
    return try page(found, of: walk)
  }

  /// Returns a page of the entries with the commits between them, children before parents.
  mutating func graph(limit: Int, skip: Int) throws(MixtapeError) -> HistoryGraph {
    let walk = try ChangeWalk(of: repository, .everyCommit, order: .childrenFirst)
    var found = FoundEntries(limit: limit, skip: skip)
    var nodes: [HistoryGraph.Node] = []
    while !found.hasMore, let step = try walk.next() {
      let parents = try walk.parents(of: step)
      let isInScope = try isInScope(step)
      try trail?.follow(step, on: walk)
      // In the history of the store, each merge has a line, so that lanes split at a commit with a name.
      let isEntry = isInScope || (trail == nil && step.isMerge) ? try add(step, to: &found) : false
      // A merge that has the item of its first parent would only add an empty line beside it.
      nodes.append(
        HistoryGraph.Node(
          id: step.commit, parents: isInScope || trail == nil ? parents : Array(parents.prefix(1)), isEntry: isEntry))
    }
    return HistoryGraph(page: try page(found, of: walk), nodes: nodes)
  }

  /// Adds the entry of a commit if the filter allows it. Returns whether it does.
  @discardableResult
  private func add(_ step: ChangeWalk.Step, to found: inout FoundEntries) throws(MixtapeError) -> Bool {
    let commit = try repository.commit(step.commit)
    found.boundary = found.boundary ?? commit.boundary
    let entry = HistoryEntry(commit, of: step, deciding: try decidedItems(by: step))
    guard try matches(entry, of: step) else { return false }
    found.entries.append(entry)
    return true
  }

  private func page(_ found: FoundEntries, of walk: ChangeWalk) throws(MixtapeError) -> HistoryPage {
    let entries = found.page
    return HistoryPage(
      entries: entries, received: try repository.received(among: entries.map(\.id)),
      hasMore: found.hasMore, boundary: found.hasMore ? nil : found.boundary)
  }

  private func isInScope(_ step: ChangeWalk.Step) throws(MixtapeError) -> Bool {
    guard let trail else { return step.isDecision || !step.changes.isEmpty }
    if step.touches(trail.items) { return true }
    return try !decidedItems(by: step).isDisjoint(with: trail.items)
  }

  /// Returns the items that a decision without changes of files is about; none for another commit.
  private func decidedItems(by step: ChangeWalk.Step) throws(MixtapeError) -> Set<StoreItem> {
    step.isDecision ? try repository.decidedItems(by: step.commit) : []
  }

  private func matches(_ entry: HistoryEntry, of step: ChangeWalk.Step) throws(MixtapeError) -> Bool {
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
      return try Store.episodes(of: step.changes.filter { $0.item.map(items.contains) == true }, in: repository)
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

/// The entries that a search has found.
private struct FoundEntries {
  var entries: [HistoryEntry] = []
  /// The boundary of history, if the search has reached it.
  var boundary: HistoryBoundary?
  private let limit: Int
  private let skip: Int

  init(limit: Int, skip: Int) { (self.limit, self.skip) = (max(0, limit), max(0, skip)) }

  /// The number of entries up to the end of the page.
  private var end: Int { limit < .max - skip ? skip + limit : .max - 1 }

  /// Whether an entry after the page is found, which ends the search.
  var hasMore: Bool { entries.count > end }

  var page: [HistoryEntry] { Array(entries.dropFirst(skip).prefix(limit)) }
}

extension StoreRepository {
  /// Returns the playlists and podcasts whose conflicts a commit decided, or whose decisions it undid, redid or reverted. They have
  /// the ids that they had in the merge.
  ///
  /// - Complexity: O(*n*) in the number of commits that the messages name.
  func decidedItems(by commit: CommitID) throws(MixtapeError) -> Set<StoreItem> {
    var (items, open, met) = (Set<StoreItem>(), [commit], Set<CommitID>())
    while let id = open.popLast() {
      guard met.insert(id).inserted, let message = try existingCommit(id) else { continue }
      for trailer in message.trailers where trailer.key == CommitMessage.decidesKey {
        guard let id = OpenConflict.merge(ofPlace: trailer.value), let merge = try existingCommit(id) else { continue }
        let conflict = OpenConflict.all(in: merge).first { $0.place == trailer.value }
        if let item = conflict?.item { items.insert(item) }
      }
      for key in [CommitMessage.undoesKey, CommitMessage.redoesKey, CommitMessage.revertsKey] {
        open += message.commits(named: key)
      }
    }
    return items
  }
}

extension OpenConflict {
  /// The playlist of the conflict, or the podcast with the key or the episode; `nil` for another file.
  fileprivate var item: StoreItem? {
    switch subject {
    case .playlist(let id): .playlist(id)
    case .podcast(let id): .podcast(id)
    case .episode(let id): .podcast(id.podcast)
    case .file: nil
    }
  }
}
