internal import GitHistory
internal import MixtapeModel

/// The ids of a playlist or a podcast on a walk from newer to older commits. Its file can have been renamed.
struct ItemTrail {
  /// The ids that were found: the present one, then the former ones, the last one first.
  private(set) var items: [StoreItem]
  /// The ids that the item has in the commits that come next. An older file with another one of the ``items`` is another item.
  private(set) var next: Set<StoreItem>
  private let renames: RecordedRenames

  init(of item: StoreItem, by renames: RecordedRenames) {
    (items, next) = ([item], [item])
    self.renames = renames
  }

  /// Starts a trail at the present files. A renaming by hand that is not committed yet is followed, too.
  init(ofPresent item: StoreItem, in store: Store, _ repository: StoreRepository) throws(MixtapeError) {
    self.init(of: item, by: RecordedRenames(in: repository))
    guard let head = try repository.head().commit, try !repository.has(item, in: head) else { return }
    let edits = try HandEditSurvey(of: store, repository).edits
    let edit = edits.first { StoreItem(path: $0.handEdit.path) == item }
    if let former = edit?.handEdit.oldPath.flatMap(StoreItem.init(path:)) {
      items.append(former)
      next = [former]
    }
  }

  /// Follows the item through a commit of a walk. If the commit renamed its file, the walk looks for the former id from now on.
  mutating func follow(_ step: ChangeWalk.Step, on walk: ChangeWalk) throws(MixtapeError) {
    guard !step.isBoundary else { return }
    for item in next {
      let former = try formerItems(of: item, in: step)
      guard !former.isEmpty else { continue }
      next.remove(item)
      next.formUnion(former)
      for item in former.sorted(by: { $0.id < $1.id }) where !items.contains(item) {
        items.append(item)
        walk.include(item)
      }
    }
  }

  /// Returns the ids that an item had in the parents of a commit that renamed its file, or merged a side that did; empty for any
  /// other commit.
  private func formerItems(of item: StoreItem, in step: ChangeWalk.Step) throws(MixtapeError) -> Set<StoreItem> {
    let files = step.changes.filter { $0.item == item }
    guard !files.isEmpty, step.isMerge || files.allSatisfy({ $0.old == nil }) else { return [] }
    var former: Set<StoreItem> = []
    for number in try renames.repository.parents(of: step.commit).indices {
      if let earlier = try renames.renames(in: step.commit, sinceParent: number).earlier(item) {
        former.insert(earlier)
      }
    }
    return former == [item] ? [] : former
  }
}

extension ChangeWalk.Step {
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
    while let step = try walk.next() { try trail.follow(step, on: walk) }
    return Array(trail.items.dropFirst())
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

/// The search for files that were renamed, by commits or by hand edits.
struct RenameSearch {
  private let repository: StoreRepository
  private let store: Store

  init(in repository: StoreRepository, of store: Store) { (self.repository, self.store) = (repository, store) }

  /// Returns the item itself, or, with a notice, the one that its file is now: it was renamed, and no other file has the id.
  func present(_ item: StoreItem) throws(MixtapeError) -> StoreItem {
    guard try !exists(item), let path = try renamedPath(of: item), let present = StoreItem(path: path), present != item
    else { return item }
    store.context.notify(.renamedItem(item, to: present))
    return present
  }

  /// Returns the item that the file of a missing one is now; `nil` if the item exists, was deleted, or never existed.
  ///
  /// - Parameter readsAll: Whether to search all commits. See ``StoreRepository/lastDeletion(of:readingAll:)``.
  func renamed(_ item: StoreItem, readingAll readsAll: Bool = true) throws(MixtapeError) -> StoreItem? {
    guard try !exists(item), let path = try renamedPath(of: item, readingAll: readsAll),
      let present = StoreItem(path: path), present != item
    else { return nil }
    return try exists(present) ? present : nil
  }

  private func exists(_ item: StoreItem) throws(MixtapeError) -> Bool {
    let scan = try SectionScan(item.section, of: store, lookingFor: [item.id])
    return !scan.files.isEmpty || !scan.clashes.isEmpty
  }

  /// Returns the present path of the file of a missing item that was renamed by commits, by hand edits or by both; the path at HEAD or
  /// `nil` if it was deleted.
  private func renamedPath(of item: StoreItem, readingAll readsAll: Bool = true) throws(MixtapeError) -> String? {
    guard let head = try repository.head().commit else { return nil }
    var committed = try repository.path(of: item, in: head)
    if committed == nil {
      guard let deletion = try repository.lastDeletion(of: item, readingAll: readsAll),
        deletion.changes.contains(where: { $0.old == nil && $0.item?.section == item.section }),
        let parent = try repository.parents(of: deletion.commit).first,
        let path = try repository.path(of: item, in: parent)
      else { return nil }
      committed = try repository.currentPath(of: path, since: parent)
    }
    guard let committed else { return nil }
    return try HandEditSurvey(of: store, repository).edits.first { $0.handEdit.oldPath == committed }?.handEdit.path
      ?? committed
  }

  /// Returns the renamed files among deleted and created ones. See ``Store/renamedFiles(among:)``.
  func files(
    _ deleted: [FileDifference], _ created: [FileDifference]
  ) throws(MixtapeError) -> [RenamedFile] {
    var renamed = try HandEditSurvey(of: store, repository).edits.compactMap { edit in
      edit.handEdit.oldPath.map { RenamedFile(oldPath: $0, path: edit.handEdit.path) }
    }
    let renames = RecordedRenames(in: repository)
    // An undo turns a renaming around.
    for (later, earlier) in [(created, deleted), (deleted, created)] {
      for file in later.prefix(Self.mostFollowed) {
        guard let item = StoreItem(path: file.path) else { continue }
        let former = Set(try repository.formerItems(on: ItemTrail(of: item, by: renames)))
        let old = earlier.first { StoreItem(path: $0.path).map(former.contains) == true }
        if let old { renamed.append(RenamedFile(oldPath: old.path, path: file.path)) }
      }
    }
    return renamed
  }

  private static let mostFollowed = 20
}
