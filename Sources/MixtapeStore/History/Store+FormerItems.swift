internal import GitHistory
public import MixtapeModel

extension Store {
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

  /// Returns the item itself, or, with a notice, the one that its file is now: it was renamed, and no other file has the id.
  func present(_ item: StoreItem, in repository: StoreRepository) throws(MixtapeError) -> StoreItem {
    let scan = try SectionScan(item.section, of: self, lookingFor: [item.id])
    guard scan.files.isEmpty, scan.clashes.isEmpty, let path = try renamedPath(of: item, in: repository),
      let present = StoreItem(path: path), present != item
    else { return item }
    context.notify(.renamedItem(item, to: present))
    return present
  }

  /// Returns the present path of the file of a missing item that was renamed by commits, by hand edits or by both; the path at HEAD or
  /// `nil` if it was deleted.
  private func renamedPath(of item: StoreItem, in repository: StoreRepository) throws(MixtapeError) -> String? {
    guard let head = try repository.head().commit else { return nil }
    var committed = try repository.path(of: item, in: head)
    if committed == nil {
      guard let deletion = try repository.lastDeletion(of: item),
        deletion.changes.contains(where: { $0.old == nil && $0.item?.section == item.section }),
        let parent = try repository.parents(of: deletion.commit).first,
        let path = try repository.path(of: item, in: parent)
      else { return nil }
      committed = try repository.currentPath(of: path, since: parent)
    }
    guard let committed else { return nil }
    return try HandEditSurvey(of: self, repository).edits.first { $0.edit.oldPath == committed }?.edit.path ?? committed
  }

  /// The maximum number of files whose former names are looked up.
  private static let mostFollowed = 20
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

  /// Returns the path at HEAD of a file of a commit, which may have been moved or renamed since; `nil` if it was deleted, or if the
  /// commit is not in the history of HEAD.
  ///
  /// - Complexity: O(the number of commits since).
  func currentPath(of path: String, since commit: CommitID) throws(MixtapeError) -> String? {
    guard let head = try head().commit, try reaches(commit, from: head) else { return nil }
    guard let item = StoreItem(path: path) else {
      return try entry(at: path, inTree: tree(of: head)) == nil ? nil : path
    }
    let present = try RecordedRenames(in: self).lineage(from: commit, to: head).end(of: item)
    return try present.flatMap { (item) throws(MixtapeError) in try self.path(of: item, in: head) }
  }
}
