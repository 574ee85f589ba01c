internal import GitHistory
internal import MixtapeModel

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

  /// Returns whether an item has a file, or several.
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

  /// The maximum number of files whose former names are looked up.
  private static let mostFollowed = 20
}
