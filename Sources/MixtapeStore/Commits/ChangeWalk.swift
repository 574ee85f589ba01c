internal import GitHistory
internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A walk through history that yields commits, newest first, with the files that they changed.
///
/// `history` and its filters, `blame`, undo, revisions and times use this walk. Merges and reverts use ``SideHistory``.
/// The changed files come from ``CommitRecords``.
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

  /// A commit and the files that it changed.
  struct Step {
    let commit: CommitID
    fileprivate let node: Node
    /// The author's time.
    let date: Date
    /// The files of the store that differ from the first parent; at a boundary, all files of the commit.
    let changes: [FileChange]
    /// Whether history is cut off at this commit, so that its changes are unknown.
    let isBoundary: Bool
    /// Whether the commit is a decision that changed no file (``CommitRecord/isDecision``).
    let isDecision: Bool
    let isMerge: Bool
  }

  /// A commit with a record, by the number of the record, or a commit without one.
  fileprivate enum Node: Hashable {
    case record(Int)
    case commit(CommitID)
  }

  private let repository: StoreRepository
  private(set) var records: CommitRecords?
  private var scope: Scope
  private let firstParentOnly: Bool
  /// Whether the walk also yields decisions that changed no file (``CommitRecord/isDecision``).
  private let includesDecisions: Bool
  private var queue = CommitQueue<Node>()
  /// The numbers of children that the walk has not visited yet, by record; `nil` unless children come first.
  private var openChildren: [Int]?
  /// The number of commits without records so far.
  private var unrecordedCount = 0
  /// The maximum number of commits whose trees are compared before the records are read.
  private static let mostUnrecorded = 8

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
    guard let first else { return }
    let node = node(of: first)
    if order == .childrenFirst, case .record(let number) = node { openChildren = records?.childCounts(from: number) }
    try enqueue(node)
  }

  /// Starts another walk at a commit that the first one reaches: of the same kind, or with another scope.
  init(like walk: ChangeWalk, _ scope: Scope? = nil, from start: CommitID) throws(MixtapeError) {
    (repository, records, firstParentOnly) = (walk.repository, walk.records, walk.firstParentOnly)
    includesDecisions = walk.includesDecisions
    self.scope = scope ?? walk.scope
    try enqueue(node(of: start))
  }

  /// Starts a walk at HEAD or another commit along first parents, for a caller that usually needs few commits, such as undo.
  ///
  /// Compares the trees of the newest commits, and reads the records only if the walk becomes longer. Adds no
  /// records, so that the first undo in a new clone does not have to wait for them.
  init(newestOf repository: StoreRepository, from start: CommitID? = nil) throws(MixtapeError) {
    self.repository = repository
    scope = .everyCommit
    firstParentOnly = true
    includesDecisions = false
    let first = if let start { start as CommitID? } else { try repository.head().commit }
    if let first { try enqueue(.commit(first)) }
  }

  /// Returns the next commit, or `nil` at the end of history.
  func next() throws(MixtapeError) -> Step? {
    while let node = queue.next() {
      try readRecordsIfWalkIsLong(node)
      let parents = try parents(of: node)
      for parent in firstParentOnly ? parents.prefix(1) : parents[...] where visitChild(of: parent) {
        try enqueue(parent)
      }
      guard let record = try wantedRecord(at: node) else { continue }
      return Step(
        commit: record.id, node: node, date: record.date, changes: record.changes, isBoundary: record.isBoundary,
        isDecision: record.isDecision, isMerge: parents.count > 1)
    }
    return nil
  }

  /// Returns the parents of a commit, first parent first.
  func parents(of step: Step) throws(MixtapeError) -> [CommitID] {
    try parents(of: step.node).compactMap { node in
      switch node {
      case .record(let number): records?.id(of: number)
      case .commit(let id): id
      }
    }
  }

  /// Makes the walk yield the commits that changed the file of another item as well, from now on.
  func include(_ item: StoreItem) {
    if case .items(let items) = scope { scope = .items(items + [item]) }
  }

  /// Notes that the walk has visited a child of a commit. Returns whether the commit can be next.
  private func visitChild(of node: Node) -> Bool {
    guard case .record(let number) = node, let count = openChildren?[number] else { return true }
    openChildren?[number] = count - 1
    return count == 1
  }

  /// Reads the records if the walk has become long. The walk follows first parents, so it does not yield a commit
  /// twice.
  private func readRecordsIfWalkIsLong(_ node: Node) throws(MixtapeError) {
    guard records == nil, case .commit = node else { return }
    unrecordedCount += 1
    if unrecordedCount == Self.mostUnrecorded { records = try CommitRecords(of: repository, addingUpTo: nil) }
  }

  private func node(of commit: CommitID) -> Node {
    records?.number(of: commit).map(Node.record) ?? .commit(commit)
  }

  private func parents(of node: Node) throws(MixtapeError) -> [Node] {
    switch node {
    case .record(let number): records?.parents(of: number).map(Node.record) ?? []
    case .commit(let id): try repository.parents(of: id).map(self.node)
    }
  }

  private func enqueue(_ node: Node) throws(MixtapeError) {
    try queue.enqueue(node) { () throws(MixtapeError) in
      switch node {
      case .record(let number): records?.date(of: number) ?? 0
      case .commit(let id): Int64(try repository.commit(id).committer.date.timeIntervalSince1970)
      }
    }
  }

  /// Returns the record of a commit; `nil` if the walk does not yield the commit.
  private func wantedRecord(at node: Node) throws(MixtapeError) -> CommitRecord? {
    switch node {
    case .record(let number):
      let isDecision = includesDecisions && records?.recordIsDecision(number) == true
      return isDecision || isWanted(number) ? records?.record(number) : nil
    case .commit(let id):
      let record = try CommitRecord(of: id, parents: [], in: repository)
      return (includesDecisions && record.isDecision) || isWanted(record) ? record : nil
    }
  }

  /// Returns whether the walk yields a commit. Does not decode its record.
  private func isWanted(_ number: Int) -> Bool {
    switch scope {
    case .everyCommit: true
    case .store: records?.recordHasChanges(number) == true
    case .items(let items): items.contains { records?.record(number, touches: $0) == true }
    }
  }

  private func isWanted(_ record: CommitRecord) -> Bool {
    switch scope {
    case .everyCommit: true
    case .store: !record.changes.isEmpty
    case .items(let items): record.changes.contains { $0.item.map(items.contains) == true }
    }
  }
}

extension FileChange {
  /// The playlist or podcast in the file; `nil` for any other file.
  var item: StoreItem? { StoreItem(path: path) }
}

extension ChangeWalk.Step {
  /// Returns whether the commit changed the file of one of some items.
  func touches(_ items: some Sequence<StoreItem>) -> Bool {
    items.contains { item in changes.contains { $0.item == item } }
  }
}
