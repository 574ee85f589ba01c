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

extension Store {
  /// Restores the bytes of the file of a playlist or a podcast at a revision.
  ///
  /// A missing item returns to its previous folder. An existing one stays in its folder. If its file was renamed since the revision,
  /// it keeps its present id.
  ///
  /// - Parameter revision: A revision, as in ``playlist(_:at:)``; `nil` for the last version of a deleted item. It is
  ///   resolved before hand edits are captured.
  /// - Throws: ``MixtapeError/Code/noSuchRevision``; ``MixtapeError/Code/notFound`` if the revision does not have the
  ///   item, or if it never existed; ``MixtapeError/Code/alreadyExists`` without a revision, if the item exists;
  ///   ``MixtapeError/Code/invalidVersion`` if the file has errors at the revision;
  ///   ``MixtapeError/Code/invalidFile`` if the present file has errors.
  @discardableResult
  public func restore(_ item: StoreItem, at revision: Revision? = nil) throws(MixtapeError) -> RestoreResult {
    let source = try revision.map { (name) throws(MixtapeError) in try resolve(name, for: item) }
    return try transaction { (transaction) throws(MixtapeError) in
      let plan = try planRestoration(of: item, at: source, in: transaction.repository)
      let made: CommitID? =
        if let write = plan.write { try commitAndAnnounce([write], plan.message, in: transaction) } else { nil }
      return RestoreResult(content: plan.content, source: plan.source, commit: made)
    }
  }

  /// Previews ``restore(_:at:)``. Takes no lock, commits nothing, writes nothing.
  ///
  /// - Throws: The errors of ``restore(_:at:)``; ``MixtapeError/Code/interrupted`` if it would first finish another
  ///   change.
  public func restorePreview(_ item: StoreItem, at revision: Revision? = nil) throws(MixtapeError) -> ChangePreview {
    let dryRun = try DryRun(of: self)
    let source = try revision.map { (name) throws(MixtapeError) in try resolve(name, for: item, in: dryRun.repository) }
    let plan = try planRestoration(of: item, at: source, in: dryRun.repository)
    return try dryRun.preview(of: plan.write.map { [$0] } ?? [], plan.message)
  }

  private struct Restoration {
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
  }

  private func planRestoration(
    of item: StoreItem, at revision: CommitID?, in repository: StoreRepository
  ) throws(MixtapeError) -> Restoration {
    let current = try StoreReader(self).locate(item)
    if revision == nil, current != nil { throw MixtapeError(.alreadyExists, item.subject) }
    let source = if let revision { revision } else { try lastCommit(with: item, in: repository) }
    let version = try CommittedFile(item, in: source, of: self, repository)
    let old = try current.flatMap { (file) throws(MixtapeError) in try bytes(at: file.path) }
    let place = current ?? StoredFile(section: item.section, folder: version.file.folder, name: item.id)
    guard let content = FileContent(parsing: version.source, at: place.path) else {
      throw Self.invalidVersion(FileReport(checking: version.source, at: place.path))
    }
    return Restoration(
      item: item, content: content, source: source,
      write: old == version.source ? nil : FileWrite(path: place.path, old: old, new: version.source))
  }

  /// Returns the last commit that had a missing item. O(the number of commits since).
  private func lastCommit(with item: StoreItem, in repository: StoreRepository) throws(MixtapeError) -> CommitID {
    // A file that was deleted by hand is still in HEAD.
    if let head = try repository.head().commit, try repository.has(item, in: head) { return head }
    if let deletion = try repository.lastDeletion(of: item),
      let parent = try repository.parents(of: deletion.commit).first
    {
      return parent
    }
    throw try notFound(item, inHistoryOf: repository)
  }

  /// Returns whether an item was deleted, so that ``restore(_:at:)`` restores it. Compares the trees of the newest commits only:
  /// older ones count if history was read before.
  ///
  /// - Complexity: O(the number of commits whose changes are recorded).
  public func wasDeleted(_ item: StoreItem) throws(MixtapeError) -> Bool {
    let repository = try openRepository()
    guard try path(of: item) == nil, let head = try repository.head().commit else { return false }
    if try repository.has(item, in: head) { return true }
    let isRecorded = try CommitRecords(of: repository, addingUpTo: nil).number(of: head) != nil
    let walk = try isRecorded ? ChangeWalk(of: repository, .item(item)) : ChangeWalk(newestOf: repository)
    for _ in 0..<(isRecorded ? .max : Self.mostUnrecorded) {
      guard let step = try walk.next() else { return false }
      if step.deletes(item) { return true }
    }
    return false
  }

  private static let mostUnrecorded = 64
}

extension StoreRepository {
  /// Returns the newest commit that deleted or renamed the file of an item; `nil` if none did. O(the number of commits since).
  func lastDeletion(of item: StoreItem) throws(MixtapeError) -> ChangeWalk.Step? {
    let walk = try ChangeWalk(of: self, .item(item))
    while let step = try walk.next() { if step.deletes(item) { return step } }
    return nil
  }
}

extension ChangeWalk.Step {
  /// Returns whether the commit deleted the file of an item.
  fileprivate func deletes(_ item: StoreItem) -> Bool {
    let files = changes.filter { $0.item == item }
    return files.contains { $0.old != nil } && files.allSatisfy { $0.new == nil }
  }
}
