public import GitHistory
internal import MixtapeModel

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
  /// - Parameter revision: The commit of the version; `nil` for the last one that had the missing item.
  init(
    of item: StoreItem, at revision: CommitID?, in store: Store, _ repository: StoreRepository
  ) throws(MixtapeError) {
    let current = try StoreReader(store).locate(item)
    if revision == nil, current != nil { throw MixtapeError(.alreadyExists, item.subject) }
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

// MARK: - Deletions

extension StoreRepository {
  /// Returns the newest commit that deleted or renamed the file of an item; `nil` if none did. O(the number of commits since).
  func lastDeletion(of item: StoreItem) throws(MixtapeError) -> ChangeWalk.Step? {
    let walk = try ChangeWalk(of: self, .item(item))
    while let step = try walk.next() { if step.deletes(item) { return step } }
    return nil
  }

  /// Returns whether an item that HEAD does not have was deleted. See ``Store/wasDeleted(_:)``.
  func hasDeleted(_ item: StoreItem) throws(MixtapeError) -> Bool {
    guard let head = try head().commit else { return false }
    if try has(item, in: head) { return true }
    let isRecorded = try CommitRecords(of: self, addingUpTo: nil).number(of: head) != nil
    let walk = try isRecorded ? ChangeWalk(of: self, .item(item)) : ChangeWalk(newestOf: self)
    let mostUnrecorded = 64
    for _ in 0..<(isRecorded ? .max : mostUnrecorded) {
      guard let step = try walk.next() else { return false }
      if step.deletes(item) { return true }
    }
    return false
  }
}

extension ChangeWalk.Step {
  /// Returns whether the commit deleted the file of an item.
  fileprivate func deletes(_ item: StoreItem) -> Bool {
    let files = changes.filter { $0.item == item }
    return files.contains { $0.old != nil } && files.allSatisfy { $0.new == nil }
  }
}
