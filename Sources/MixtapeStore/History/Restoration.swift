public import GitHistory
public import MixtapeModel

/// The result of restoring an earlier version of a playlist or a podcast.
public struct RestoreResult: Sendable {
  /// The present playlist or podcast.
  public let content: FileContent
  /// The commit of the restored version.
  public let source: CommitID
  /// The commit of the restoration; `nil` if the file already had that version, so that nothing was done.
  public let commit: CommitID?
}

/// The restoration of an earlier version of a file, before it is made.
struct Restoration {
  let item: StoreItem
  let content: FileContent
  let source: CommitID
  /// The file to write; `nil` if it already has that version.
  let write: FileWrite?

  var message: CommitMessage {
    CommitMessage(
      "Restore \(item.id) as it was at \(source.abbreviated)", operation: CommitMessage.restoreOperation,
      trailers: [Commit.Trailer(key: CommitMessage.restoresKey, value: source.description)])
  }

  /// Plans a restoration.
  ///
  /// - Parameter revision: The commit of the version; `nil` for the last one that had the missing item. A renamed item is not missing.
  init(
    of item: StoreItem, at revision: CommitID?, in store: Store, _ repository: StoreRepository
  ) throws(MixtapeError) {
    let current = try StoreReader(store).locate(item)
    if revision == nil {
      if current != nil { throw MixtapeError(.alreadyExists, item.subject) }
      if let present = try RenameSearch(in: repository, of: store).renamed(item) {
        throw MixtapeError(.notFound, item.subject, cause: RenamedItem(item: item, present: present))
      }
    }
    source = if let revision { revision } else { try Self.lastCommit(with: item, in: repository, of: store) }
    let version = try CommittedFile(item, in: source, of: store, repository)
    let old = try current.flatMap { (file) throws(MixtapeError) in try store.bytes(at: file.path) }
    let place = current ?? SectionFile(section: item.section, folder: version.file.folder, name: item.id)
    guard let found = FileContent(parsing: version.source, at: place.path) else {
      throw .invalidVersion(FileReport(checking: version.source, at: place.path))
    }
    (self.item, content) = (item, found)
    write = old == version.source ? nil : FileWrite(path: place.path, old: old, new: version.source)
  }

  /// Returns the last commit that had a missing item. O(the number of commits since).
  private static func lastCommit(
    with item: StoreItem, in repository: StoreRepository, of store: Store
  ) throws(MixtapeError) -> CommitID {
    // A file that was deleted by hand is still in HEAD.
    if let head = try repository.head().commit, try repository.has(item, in: head) { return head }
    if let deletion = try repository.lastDeletion(of: item),
      let parent = try repository.parents(of: deletion.commit).first
    {
      return parent
    }
    throw try KnownItems(of: store, in: repository).notFound(item)
  }
}

// MARK: - Missing items

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

extension ItemFate {
  /// Finds the reason why an item is missing. See ``Store/fate(ofMissing:)``.
  static func find(
    of item: StoreItem, in store: Store, _ repository: StoreRepository
  ) throws(MixtapeError) -> ItemFate? {
    guard try store.path(of: item) == nil, let head = try repository.head().commit else { return nil }
    if let path = try repository.path(of: item, in: head) {
      let misnamed = try HandEditSurvey(of: store, repository).misnamed.first { $0.oldPath == path }
      if let misnamed { return .misnamed(misnamed) }
    } else if try repository.lastDeletion(of: item, readingAll: false) == nil {
      return nil
    }
    let search = RenameSearch(in: repository, of: store)
    return try search.renamed(item, readingAll: false).map(ItemFate.renamed) ?? .deleted
  }
}

extension StoreRepository {
  /// Returns the newest commit that deleted or renamed the file of an item; `nil` if none did. O(the number of commits since).
  ///
  /// - Parameter readsAll: Whether to search all commits. Otherwise, the trees of the newest ones are compared, and older ones count
  ///   if history was read before.
  func lastDeletion(of item: StoreItem, readingAll readsAll: Bool = true) throws(MixtapeError) -> ChangeWalk.Step? {
    guard let head = try head().commit else { return nil }
    let isRecorded = if readsAll { true } else { try CommitRecords(of: self, addingUpTo: nil).number(of: head) != nil }
    let walk = try isRecorded ? ChangeWalk(of: self, .item(item)) : ChangeWalk(newestOf: self)
    let mostUnrecorded = 64
    for _ in 0..<(isRecorded ? .max : mostUnrecorded) {
      guard let step = try walk.next() else { return nil }
      if step.deletes(item) { return step }
    }
    return nil
  }
}

extension ChangeWalk.Step {
  fileprivate func deletes(_ item: StoreItem) -> Bool {
    let files = changes.filter { $0.item == item }
    return files.contains { $0.old != nil } && files.allSatisfy { $0.new == nil }
  }
}
