internal import GitHistory
internal import MixtapeModel

/// The ids of playlists and podcasts between two commits, one of which has the other in its history.
///
/// It follows one line of parents. One is enough: a merge records the renamings since each of its parents. An item keeps its id
/// along a commit that does not rename it, so that one which is deleted and restored stays the same.
struct Lineage {
  /// The renamings of the commits that have some, oldest first.
  private let edges: [ItemRenames]
  private let isForward: Bool

  /// Reads the renamings between two commits.
  ///
  /// Between commits of which none has the other in its history, items keep their ids.
  ///
  /// - Complexity: O(the number of commits between them).
  init(from start: CommitID, to end: CommitID, by renames: RecordedRenames) throws(MixtapeError) {
    let repository = renames.repository
    isForward = try repository.reaches(start, from: end)
    let (older, newer) = isForward ? (start, end) : (end, start)
    var edges: [ItemRenames] = []
    let containing = try repository.commits(having: older, upTo: newer)
    var next = newer
    while next != older, containing.contains(next) {
      let parents = try repository.parents(of: next)
      guard let number = parents.firstIndex(where: containing.contains) else { break }
      let found = try renames.renames(in: next, sinceParent: number)
      if !found.isEmpty { edges.append(found) }
      next = parents[number]
    }
    self.edges = edges.reversed()
  }

  /// Returns the id at the end of an item at the start; `nil` if another item has its id there. The item can have been removed.
  func end(of item: StoreItem) -> StoreItem? { isForward ? Self.later(item, edges) : Self.earlier(item, edges) }

  /// Returns the id at the start of an item at the end; `nil` if another item has its id there. It need not exist there.
  func start(of item: StoreItem) -> StoreItem? { isForward ? Self.earlier(item, edges) : Self.later(item, edges) }

  private static func later(_ item: StoreItem, _ edges: [ItemRenames]) -> StoreItem? {
    edges.reduce(item as StoreItem?) { item, edge in item.flatMap(edge.later) }
  }

  private static func earlier(_ item: StoreItem, _ edges: [ItemRenames]) -> StoreItem? {
    edges.reversed().reduce(item as StoreItem?) { item, edge in item.flatMap(edge.earlier) }
  }
}

extension StoreRepository {
  /// Returns the commits that have a commit in their histories, itself included, among those that another one reaches.
  ///
  /// - Complexity: O(the number of commits since the first).
  func commits(having old: CommitID, upTo new: CommitID) throws(MixtapeError) -> Set<CommitID> {
    guard old != new else { return [old] }
    var children: [CommitID: [CommitID]] = [:]
    for commit in try commits(reachableFrom: new, butNotFrom: [old]) {
      for parent in try parents(of: commit) { children[parent, default: []].append(commit) }
    }
    var (found, open): (Set<CommitID>, [CommitID]) = ([old], [old])
    while let next = open.popLast() { open += (children[next] ?? []).filter { found.insert($0).inserted } }
    return found
  }
}
