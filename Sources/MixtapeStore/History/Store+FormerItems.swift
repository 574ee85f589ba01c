internal import GitHistory
public import MixtapeModel

extension Store {
  /// Returns the ids that a playlist or a podcast had before its file was renamed, the last one first.
  ///
  /// - Complexity: O(the number of commits).
  public func formerItems(of item: StoreItem) throws(MixtapeError) -> [StoreItem] {
    try formerItems(of: item, in: try openRepository())
  }

  /// Returns the ids that a playlist or a podcast had before commits renamed its file.
  func formerItems(of item: StoreItem, in repository: StoreRepository) throws(MixtapeError) -> [StoreItem] {
    var (found, last) = ([StoreItem](), item)
    while let former = try formerItem(of: last, in: repository), former != item, !found.contains(former) {
      found.append(former)
      last = former
    }
    return found
  }

  private func formerItem(
    of item: StoreItem, in repository: StoreRepository
  ) throws(MixtapeError) -> StoreItem? {
    let walk = try ChangeWalk(of: repository, .item(item))
    while let step = try walk.next() {
      let files = step.changes.filter { $0.item == item }
      guard !step.isBoundary, files.allSatisfy({ $0.old == nil }) else { continue }
      let units = RevertUnit.units(of: step.changes, operation: try repository.operation(of: step.commit))
      let unit = units.first { $0.after.flatMap { StoreItem(path: $0.path) } == item }
      // The newest creation counts: an earlier file with this id is another one.
      return unit?.before.flatMap { StoreItem(path: $0.path) }
    }
    return nil
  }

  /// Returns the files that hand edits or commits have renamed, among deleted and created ones.
  ///
  /// - Complexity: O(the number of commits) for each deleted and created playlist and podcast, up to a limit.
  public func renamedFiles(among files: [FileDifference]) throws(MixtapeError) -> [RenamedFile] {
    let (deleted, created) = (files.filter(\.isDeletion), files.filter(\.isCreation))
    guard !deleted.isEmpty, !created.isEmpty else { return [] }
    let repository = try openRepository()
    var renamed = try HandEditSurvey(of: self, repository).edits.compactMap { edit in
      edit.edit.oldPath.map { RenamedFile(oldPath: $0, path: edit.edit.path) }
    }
    // An undo turns a renaming around.
    for (later, earlier) in [(created, deleted), (deleted, created)] {
      for file in later.prefix(Self.mostFollowed) {
        guard let item = StoreItem(path: file.path) else { continue }
        let former = Set(try formerItems(of: item, in: repository))
        let old = earlier.first { StoreItem(path: $0.path).map(former.contains) == true }
        if let old { renamed.append(RenamedFile(oldPath: old.path, path: file.path)) }
      }
    }
    return renamed
  }

  /// The maximum number of files whose former names are looked up.
  private static let mostFollowed = 20
}
