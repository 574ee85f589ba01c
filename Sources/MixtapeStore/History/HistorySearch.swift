internal import GitHistory
internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A search of history for the changes that pass a filter.
struct HistorySearch {
  private let item: StoreItem?
  private let store: Store
  private let filter: HistoryFilter
  /// The trail of the item whose history is searched; `nil` for the store.
  private var trail: ItemTrail?
  private let repository: StoreRepository
  private let since: Date?
  private let until: Date?

  /// Makes a search.
  ///
  /// - Parameter item: The playlist or podcast whose history is searched; `nil` for the store.
  init(of item: StoreItem?, _ filter: HistoryFilter, in store: Store) throws(MixtapeError) {
    (self.item, self.filter, self.store, repository) = (item, filter, store, try store.openRepository())
    since = filter.since?.range(in: store.context).lowerBound
    until = filter.until?.range(in: store.context).upperBound
    try repository.requireBranch()
    trail = try item.map { [repository] (item) throws(MixtapeError) in
      try ItemTrail(ofPresent: item, in: store, repository)
    }
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
    return try page(found)
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
    return HistoryGraph(page: try page(found), nodes: nodes)
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

  /// Returns the page.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` if the item does not exist and never did.
  private func page(_ found: FoundEntries) throws(MixtapeError) -> HistoryPage {
    let entries = found.page
    if let item, entries.isEmpty, found.hasMore || found.boundary == nil {
      try KnownItems(of: store, in: repository).require(item, inHistoryOf: [nil])
    }
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
      items.formUnion(try conflicts(decidedBy: message).compactMap(\.item))
      open += message.reversedCommits
    }
    return items
  }
}
