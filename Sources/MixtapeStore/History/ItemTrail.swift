internal import GitHistory
internal import MixtapeModel

/// The ids of a playlist or a podcast on a walk from newer to older commits. Its file can have been renamed.
struct ItemTrail {
  /// The ids that were found: the present one, then the former ones, the last one first.
  private(set) var items: [StoreItem]
  /// The ids that the item has in the commits that come next. An older file with another one of the ``items`` is another item.
  private(set) var upcoming: Set<StoreItem>
  private let renames: RecordedRenames

  init(of item: StoreItem, by renames: RecordedRenames) {
    (items, upcoming) = ([item], [item])
    self.renames = renames
  }

  /// Starts a trail at the present files. A renaming by hand that is not committed yet is followed, too.
  init(ofPresent item: StoreItem, in history: StoreHistory) throws(MixtapeError) {
    let repository = history.repository
    self.init(of: item, by: RecordedRenames(in: repository))
    guard let head = try repository.head().commit, try !repository.has(item, in: head) else { return }
    let edits = try HandEditSurvey(of: history.store, repository).edits
    let edit = edits.first { StoreItem(path: $0.handEdit.path) == item }
    if let former = edit?.handEdit.oldPath.flatMap(StoreItem.init(path:)) {
      items.append(former)
      upcoming = [former]
    }
  }

  /// Follows the item through a commit of a walk. If the commit renamed its file, the walk looks for the former id from now on.
  mutating func follow(_ step: CommitRecord, on walk: ChangeWalk) throws(MixtapeError) {
    guard !step.isBoundary else { return }
    for item in upcoming {
      let former = try formerItems(of: item, in: step)
      guard !former.isEmpty else { continue }
      upcoming.remove(item)
      upcoming.formUnion(former)
      for item in former.sorted(by: { $0.id < $1.id }) where !items.contains(item) {
        items.append(item)
        walk.include(item)
      }
    }
  }

  /// Returns the ids that an item had in the parents of a commit that renamed its file, or merged a side that did; empty for any
  /// other commit.
  private func formerItems(of item: StoreItem, in step: CommitRecord) throws(MixtapeError) -> Set<StoreItem> {
    let files = step.changes.filter { $0.item == item }
    guard !files.isEmpty, step.isMerge || files.allSatisfy({ $0.old == nil }) else { return [] }
    var former: Set<StoreItem> = []
    for number in step.parents.indices {
      if let earlier = try renames.renames(in: step.id, sinceParent: number).earlier(item) {
        former.insert(earlier)
      }
    }
    return former == [item] ? [] : former
  }
}

extension CommitRecord {
  /// Returns the hand-picked episodes of a playlist, or those of a podcast, before or after the commit: an empty array if it did
  /// not exist, and `nil` if its file had errors.
  ///
  /// - Parameter items: The ids of the item before and after the commit.
  func episodes(
    of items: some Sequence<StoreItem>, on side: KeyPath<FileChange, ObjectID?>, in repository: StoreRepository
  ) throws(MixtapeError) -> [Episode.ID]? {
    var episodes: [Episode.ID] = []
    for item in items {
      for change in changes where change.item == item {
        guard let blob = change[keyPath: side] else { continue }
        guard let content = FileContent(parsing: try repository.blob(blob), at: change.path) else { return nil }
        episodes += content.episodes
      }
    }
    return episodes
  }
}

extension StoreRepository {
  /// Returns the ids that a playlist or a podcast had before its file was renamed, the last one first.
  ///
  /// - Parameters:
  ///   - trail: The trail of the item.
  ///   - start: The commit at which the trail starts; `nil` for HEAD.
  /// - Complexity: O(the number of commits).
  func formerItems(on trail: ItemTrail, from start: CommitID? = nil) throws(MixtapeError) -> [StoreItem] {
    var trail = trail
    let walk = try ChangeWalk(of: self, .items(trail.items), from: start)
    while let step = walk.next() { try trail.follow(step, on: walk) }
    return Array(trail.items.dropFirst())
  }

  /// Returns the ids that an item has before and after a commit; empty if the commit did not change it.
  func ids(of item: StoreItem, around commit: CommitID) throws(MixtapeError) -> Set<StoreItem> {
    var trail = ItemTrail(of: item, by: RecordedRenames(in: self))
    let walk = try ChangeWalk(of: self, .item(item))
    while let step = walk.next() {
      let after = trail.upcoming
      try trail.follow(step, on: walk)
      if step.id == commit { return after.union(trail.upcoming) }
    }
    return []
  }

  /// Returns the path at HEAD of a file of the store in a commit, which may have been moved or renamed since; `nil` if it was deleted, or if the
  /// commit is not in the history of HEAD.
  ///
  /// - Complexity: O(the number of commits since).
  func currentPath(of path: String, since commit: CommitID) throws(MixtapeError) -> String? {
    guard let head = try head().commit, let item = StoreItem(path: path), try reaches(commit, from: head) else {
      return nil
    }
    let present = try RecordedRenames(in: self).lineage(from: commit, to: head).end(of: item)
    return try present.flatMap { (item) throws(MixtapeError) in try self.path(of: item, in: head) }
  }
}
