internal import GitHistory
internal import MixtapeModel

/// The ids of a playlist or a podcast on a walk from newer to older commits. Its file was renamed, as `git log --follow` finds.
struct ItemTrail {
  /// The ids that were found: the present one, then the former ones, the last one first.
  private(set) var items: [StoreItem]
  /// The ids that the item has in the commits that come next. An older file with another one of the ``items`` is another item.
  private(set) var next: Set<StoreItem>
  private let history: FileHistory
  private var repository: StoreRepository { history.repository }

  /// Starts a trail.
  ///
  /// - Parameter item: The id in the first commit of the walk.
  init(of item: StoreItem, by history: FileHistory) {
    (items, next) = ([item], [item])
    self.history = history
  }

  /// Starts a trail at the present files. A renaming by hand that is not committed yet is followed, too.
  init(ofPresent item: StoreItem, in store: Store, _ repository: StoreRepository) throws(MixtapeError) {
    self.init(of: item, by: FileHistory(in: repository))
    guard let head = try repository.head().commit, try !repository.has(item, in: head) else { return }
    let edits = try HandEditSurvey(of: store, repository).edits
    let edit = edits.first { StoreItem(path: $0.edit.path) == item }
    if let former = edit?.edit.oldPath.flatMap(StoreItem.init(path:)) {
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
    guard let path = files.first?.path else { return [] }
    let isAdded = files.allSatisfy { $0.old == nil }
    if isAdded {
      guard step.changes.contains(where: { $0.new == nil && $0.item?.section == item.section }) else { return [] }
    } else {
      guard step.isMerge, try isMissing(path, inParentsOf: step.commit) else { return [] }
    }
    let origins: [String]
    if step.isMerge {
      origins = try history.origins(of: FilePlace(commit: step.commit, path: path)).map(\.path)
    } else {
      let pairs = FileMoves.pairs(
        of: step.changes, operation: try repository.operation(of: repository.commit(step.commit)))
      origins = pairs.filter { $0.added.path == path }.map(\.removed.path)
    }
    return Set(origins.compactMap(StoreItem.init(path:)))
  }

  /// Returns whether a parent of a merge does not have a file. The file has another name there, or another folder.
  private func isMissing(_ path: String, inParentsOf merge: CommitID) throws(MixtapeError) -> Bool {
    for parent in try repository.parents(of: merge)
    where try repository.entry(at: path, inTree: repository.tree(of: parent)) == nil { return true }
    return false
  }
}
