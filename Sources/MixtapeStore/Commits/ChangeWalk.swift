internal import GitHistory
internal import MixtapeModel

/// A walk through history that yields the records of commits, newest first. Merges and reverts use ``SideHistory``.
final class ChangeWalk {
  /// The commits that a walk yields.
  enum Scope {
    /// Every commit, including those that changed no file of the store.
    case everyCommit
    /// Commits that changed a file of the store.
    case store
    /// Commits that changed a file of one of some playlists or podcasts.
    case items([StoreItem])

    static func item(_ item: StoreItem) -> Scope { .items([item]) }

    /// Returns the commits that changed the file of one of some items, or any file of the store if `items` is `nil`.
    static func touching(_ items: [StoreItem]?) -> Scope { items.map(Scope.items) ?? .store }
  }

  enum Order {
    /// The order of the committer's dates, newest first, with no commit before its first child.
    case newestFirst
    /// The same order, with no commit before all its children, as in `git log --date-order`.
    case childrenFirst
  }

  private let repository: StoreRepository
  /// The records of all commits that the walk reaches.
  private let records: CommitRecords
  private var scope: Scope
  private let firstParentOnly: Bool
  /// Whether the walk also yields decisions that changed no file (``CommitRecord/isDecision``).
  private let includesDecisions: Bool
  /// The numbers of the records that come next.
  private var queue = CommitQueue<Int>()
  /// The numbers of children that the walk has not visited yet, by record; `nil` unless children come first.
  private var openChildren: [Int]?

  /// Starts a walk at HEAD or another commit, after adding the missing records.
  ///
  /// - Parameters:
  ///   - scope: The commits to yield.
  ///   - start: The first commit; `nil` for HEAD.
  ///   - firstParentOnly: Whether to follow only first parents, so that each step leads to the state before it.
  ///   - order: The order of the commits. `childrenFirst` takes O(the number of commits) before the first one.
  ///   - includesDecisions: Whether to yield decisions that changed no file, in addition to the scope.
  init(
    of repository: StoreRepository, _ scope: Scope, from start: CommitID? = nil, firstParentOnly: Bool = false,
    order: Order = .newestFirst, includingDecisions includesDecisions: Bool = false
  ) throws(MixtapeError) {
    let first = if let start { start as CommitID? } else { try repository.head().commit }
    self.repository = repository
    records = try CommitRecords(of: repository, addingUpTo: first)
    self.scope = scope
    self.firstParentOnly = firstParentOnly
    self.includesDecisions = includesDecisions
    guard let first, let number = records.number(of: first) else { return }
    if order == .childrenFirst { openChildren = records.childCounts(from: number) }
    enqueue(number)
  }

  /// Starts a walk of the same kind at another commit. If the first walk reaches that commit, no records are read.
  init(like walk: ChangeWalk, _ scope: Scope, from start: CommitID) throws(MixtapeError) {
    let known = walk.records.number(of: start)
    repository = walk.repository
    records = if known == nil { try CommitRecords(of: walk.repository, addingUpTo: start) } else { walk.records }
    self.scope = scope
    firstParentOnly = walk.firstParentOnly
    includesDecisions = walk.includesDecisions
    if let number = known ?? records.number(of: start) { enqueue(number) }
  }

  /// Returns the record of the next commit, or `nil` at the end of history.
  func next() -> CommitRecord? {
    while let number = queue.next() {
      let parents = records.parents(of: number)
      for parent in firstParentOnly ? parents.prefix(1) : parents[...] where visitChild(of: parent) { enqueue(parent) }
      if isWanted(number), let record = records.record(number) { return record }
    }
    return nil
  }

  /// Returns the parents of a commit that the walk has yielded, first parent first.
  func parents(of commit: CommitRecord) -> [CommitID] { commit.parents.compactMap { records.id(of: $0) } }

  /// Makes the walk yield the commits that changed the file of another item as well, from now on.
  func include(_ item: StoreItem) {
    if case .items(let items) = scope { scope = .items(items + [item]) }
  }

  /// Notes that the walk has visited a child of a commit. Returns whether the commit can be next.
  private func visitChild(of number: Int) -> Bool {
    guard let count = openChildren?[number] else { return true }
    openChildren?[number] = count - 1
    return count == 1
  }

  private func enqueue(_ number: Int) { queue.enqueue(number) { records.date(of: number) } }

  /// Returns whether the walk yields a commit. Does not decode its record.
  private func isWanted(_ number: Int) -> Bool {
    if includesDecisions, records.recordIsDecision(number) { return true }
    return switch scope {
    case .everyCommit: true
    case .store: records.recordHasChanges(number)
    case .items(let items): items.contains { records.record(number, touches: $0) }
    }
  }
}

extension FileChange {
  /// The playlist or podcast in the file; `nil` for any other file.
  var item: StoreItem? { StoreItem(path: path) }
}

extension CommitRecord {
  /// Returns whether the commit changed the file of one of some items.
  func touches(_ items: some Sequence<StoreItem>) -> Bool {
    items.contains { item in changes.contains { $0.item == item } }
  }
}
