internal import GitHistory
public import MixtapeModel

/// The reason why a playlist or a podcast is missing.
public enum ItemFate: Hashable, Sendable {
  /// It was deleted, so that ``Store/restore(_:at:)`` restores it.
  case deleted
  /// Its file was renamed.
  case renamed(to: StoreItem)
  /// Its file seems to have an invalid name now.
  case misnamed(RenamedFile)
}

/// The cause of an error that a playlist or a podcast does not exist: its file was renamed, so that it has another id.
public struct RenamedItem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The missing item.
  public let item: StoreItem
  /// The item now.
  public let present: StoreItem

  /// Makes a cause.
  public init(item: StoreItem, present: StoreItem) { (self.item, self.present) = (item, present) }

  /// The cause in a few words.
  public var description: String { "\(item.id) is \(present.id) now" }
}

extension StoreHistory {
  /// Returns the reason why an item is missing. See ``Store/fate(ofMissing:)``.
  func fate(ofMissing item: StoreItem) throws(MixtapeError) -> ItemFate? {
    guard try store.path(of: item) == nil, let head = try repository.head().commit else { return nil }
    if let path = try repository.path(of: item, in: head) {
      let misnamed = try HandEditSurvey(of: store, repository).misnamed.first { $0.oldPath == path }
      if let misnamed { return .misnamed(misnamed) }
    } else if try repository.lastDeletion(of: item, readingAll: false) == nil {
      return nil
    }
    return try renamed(item, readingAll: false).map(ItemFate.renamed) ?? .deleted
  }
}

// MARK: - Items that exist or existed

extension StoreHistory {
  /// Returns the first of some items that exists or existed. See ``Store/knownItem(of:at:)``.
  func knownItem(of items: [StoreItem], at revisions: [Revision]) throws(MixtapeError) -> StoreItem {
    for item in items where try hasFile(of: item) { return item }
    for item in items {
      for revision in revisions where try wasKnown(item, at: revision) { return item }
    }
    for item in items where try wasKnown(item, inHistoryOf: nil) { return item }
    let errors = try items.map { (item) throws(MixtapeError) in try notFound(item) }
    throw MixtapeError(
      .notFound, items.first.map { .item($0.id) } ?? .none, candidates: errors.flatMap(\.candidates),
      cause: errors.last?.cause)
  }

  /// Throws an error unless an item exists, or existed in the history of one of the commits: that of HEAD, if none are given.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` with the existing ids as candidates.
  func require(_ item: StoreItem, inHistoryOf commits: [CommitID?] = [nil]) throws(MixtapeError) {
    if try store.path(of: item) != nil { return }
    for commit in commits where try wasKnown(item, inHistoryOf: commit) { return }
    throw try notFound(item)
  }

  /// Returns the error that the history of HEAD does not have an item. Its cause is a ``HistoryCutOff`` if older
  /// history, which may have the item, is missing.
  func notFound(_ item: StoreItem) throws(MixtapeError) -> MixtapeError {
    let error = try store.notFound(item)
    let walk = try ChangeWalk(of: repository, .store)
    while let step = walk.next() {
      guard step.isBoundary, let boundary = try repository.commit(step.id).boundary else { continue }
      return MixtapeError(
        error.code, error.subject, candidates: error.candidates, cause: HistoryCutOff(boundary: boundary))
    }
    return error
  }

  /// Returns whether an item existed in the history of a commit; `nil` stands for HEAD.
  func wasKnown(_ item: StoreItem, inHistoryOf commit: CommitID?) throws(MixtapeError) -> Bool {
    try ChangeWalk(of: repository, .item(item), from: commit).next() != nil
  }

  /// Returns whether an item existed in the history of a revision. A version such as `@{2}` exists only of a known item.
  private func wasKnown(_ item: StoreItem, at revision: Revision) throws(MixtapeError) -> Bool {
    do throws(MixtapeError) {
      return try wasKnown(item, inHistoryOf: commit(of: revision, for: item))
    } catch {
      guard error.code == .noSuchRevision || error.code == .notFound else { throw error }
      return false
    }
  }

  /// Returns whether the store has a file of an item, also if several have its id.
  private func hasFile(of item: StoreItem) throws(MixtapeError) -> Bool {
    do throws(MixtapeError) {
      return try store.path(of: item) != nil
    } catch {
      guard error.code == .invalidFile else { throw error }
      return true
    }
  }
}

// MARK: - Renamed and deleted files

extension StoreHistory {
  /// Returns the item itself, or, with a notice, the one that its file is now: it was renamed, and no other file has the id.
  func present(_ item: StoreItem) throws(MixtapeError) -> StoreItem {
    guard let present = try successor(of: item) else { return item }
    store.context.notify(.renamedItem(item, to: present))
    return present
  }

  /// Returns the item that the file of a missing one is now; `nil` if the item exists, was deleted, or never existed.
  ///
  /// - Parameter readsAll: Whether to search all commits. See ``StoreRepository/lastDeletion(of:readingAll:)``.
  func renamed(_ item: StoreItem, readingAll readsAll: Bool = true) throws(MixtapeError) -> StoreItem? {
    guard let present = try successor(of: item, readingAll: readsAll), try isTaken(present) else { return nil }
    return present
  }

  /// Returns whether files have the id of an item. Sends no notices about other files.
  private func isTaken(_ item: StoreItem) throws(MixtapeError) -> Bool {
    let scan = try SectionScan(item.section, of: store, lookingFor: [item.id])
    return !scan.files.isEmpty || !scan.clashes.isEmpty
  }

  /// Returns the item to which the file of a missing one was renamed, by commits, by hand edits or by both. The file can have been
  /// deleted by hand since.
  private func successor(of item: StoreItem, readingAll readsAll: Bool = true) throws(MixtapeError) -> StoreItem? {
    guard try !isTaken(item), let head = try repository.head().commit else { return nil }
    var committed = try repository.path(of: item, in: head)
    if committed == nil {
      guard let deletion = try repository.lastDeletion(of: item, readingAll: readsAll) else { return nil }
      let isRenaming = try repository.storeChanges(in: deletion).contains {
        $0.old == nil && $0.item?.section == item.section
      }
      guard isRenaming, let parent = try repository.parents(of: deletion).first,
        let path = try repository.path(of: item, in: parent)
      else { return nil }
      committed = try repository.currentPath(of: path, since: parent)
    }
    guard let committed else { return nil }
    let edit = try HandEditSurvey(of: store, repository).edits.first { $0.handEdit.oldPath == committed }
    let present = StoreItem(path: edit?.handEdit.path ?? committed)
    return present == item ? nil : present
  }

  /// Returns the renamed files among deleted and created ones. See ``Store/renamedFiles(among:)``.
  func renamedFiles(
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

extension StoreRepository {
  /// Returns the newest commit that deleted or renamed the file of an item; `nil` if none did. O(the number of commits since).
  ///
  /// - Parameter readsAll: Whether to search all commits. Otherwise, unless history was read before, the trees of the newest ones are
  ///   compared: an error message does not wait for the first look at history.
  func lastDeletion(of item: StoreItem, readingAll readsAll: Bool = true) throws(MixtapeError) -> CommitID? {
    guard let head = try head().commit else { return nil }
    let usesRecords = if readsAll { true } else { try hasRecords(near: head) }
    if usesRecords {
      let walk = try ChangeWalk(of: self, .item(item))
      while let commit = walk.next() { if commit.changes.areDeletion(of: item) { return commit.id } }
      return nil
    }
    var next: CommitID? = head
    for _ in 0..<Self.mostCompared {
      guard let commit = next else { return nil }
      if try storeChanges(in: commit).areDeletion(of: item) { return commit }
      next = try parents(of: commit).first
    }
    return nil
  }

  /// Returns whether the records reach up to a few commits before a commit. Commits of git itself have none until history is read.
  private func hasRecords(near head: CommitID) throws(MixtapeError) -> Bool {
    let records = try CommitRecords(of: self, addingUpTo: nil)
    var next: CommitID? = head
    for _ in 0..<Self.mostAdded {
      guard let commit = next else { return false }
      if records.number(of: commit) != nil { return true }
      next = try parents(of: commit).first
    }
    return false
  }

  /// The maximum number of missing records that are added.
  private static let mostAdded = 8
  /// The maximum number of commits whose trees are compared.
  private static let mostCompared = 64
}

extension [FileChange] {
  /// Returns whether the file of an item is removed, and not moved to another folder.
  fileprivate func areDeletion(of item: StoreItem) -> Bool {
    let files = filter { $0.item == item }
    return files.contains { $0.old != nil } && files.allSatisfy { $0.new == nil }
  }
}
