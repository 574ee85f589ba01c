internal import GitHistory
internal import MixtapeModel

/// The commits of a history that came by a sync or a pull, and were not made in this clone.
///
/// HEAD's line has the commits that were made here. After a commit that HEAD moved forward to, the line continues with the commit
/// before; after a merge by a sync or a pull, with the first parent; after another commit, with all parents. Everything else was
/// received. What a clone began with counts as made here.
struct ReceivedCommits {
  private let repository: StoreRepository
  private let records: CommitRecords
  private let fastForwards: FastForwards

  /// Reads the records of syncs and pulls; `nil` if this clone has none.
  init?(of repository: StoreRepository, _ walk: ChangeWalk) throws(MixtapeError) {
    let hasRecord = try Disk.exists(repository.privateState.syncRecord)
    fastForwards = try FastForwards(of: repository)
    guard hasRecord || !fastForwards.isEmpty, let records = walk.records else { return nil }
    self.repository = repository
    self.records = records
  }

  /// A reason why a commit counts as made here.
  private enum Mark {
    /// The commit is on HEAD's line.
    case line
    /// The commit is older than this clone.
    case beginning
  }

  /// Returns the commits of a list that came by a sync or a pull.
  ///
  /// - Complexity: O(the number of records since the oldest of the commits).
  func among(_ commits: [CommitID]) throws(MixtapeError) -> Set<CommitID> {
    guard let head = try repository.head().commit, let start = records.number(of: head) else { return [] }
    var (open, received) = (Set(commits), Set<CommitID>())
    // Parents have smaller numbers than their children, so each commit has its mark when its number comes.
    var marks: [Int: Mark] = [start: .line]
    var beforeSyncs: Set<CommitID> = []
    for number in (0...start).reversed() {
      guard !open.isEmpty else { break }
      guard let id = records.id(of: number) else { continue }
      let isBeforeSync = beforeSyncs.remove(id) != nil
      let mark = marks.removeValue(forKey: number) ?? (isBeforeSync ? .line : nil)
      let forward = mark == .line ? try fastForwards.commit(before: id) : nil
      if open.remove(id) != nil, mark == nil || forward.map({ $0 != nil }) == true { received.insert(id) }
      guard let mark else { continue }
      if case .some(.some(let before)) = forward {
        beforeSyncs.insert(before)
        continue
      }
      let parents = records.parents(of: number)
      let isMerge = mark == .line && forward == nil && parents.count > 1
      let isSync = isMerge ? try isSync(id) : false
      let next = forward == nil ? mark : .beginning
      for parent in isSync ? parents.prefix(1) : parents[...] where marks[parent] != .beginning { marks[parent] = next }
    }
    return received
  }

  private func isSync(_ merge: CommitID) throws(MixtapeError) -> Bool {
    if fastForwards.isPullMerge(merge) { return true }
    return try repository.commit(merge).trailer(CommitMessage.operationKey) == CommitMessage.syncOperation
  }
}
