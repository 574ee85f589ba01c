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
  /// - Parameter revision: The commit of the version; `nil` for the last one that had the missing item. A renamed item is not missing.
  init(of item: StoreItem, at revision: CommitID?, in history: StoreHistory) throws(MixtapeError) {
    let store = history.store
    let current = try StoreReader(store).locate(item)
    if revision == nil {
      if current != nil { throw MixtapeError(.alreadyExists, item.subject) }
      if let present = try history.renamed(item) {
        throw MixtapeError(.notFound, item.subject, cause: RenamedItem(item: item, present: present))
      }
    }
    source = if let revision { revision } else { try Self.lastCommit(with: item, in: history) }
    let version = try PastFile(item, in: source, of: history)
    let old = try current.flatMap { (file) throws(MixtapeError) in try store.bytes(at: file.path) }
    let place = current ?? SectionFile(section: item.section, folder: version.file.folder, name: item.id)
    guard let found = FileContent(parsing: version.source, at: place.path) else {
      throw .invalidVersion(FileReport(checking: version.source, at: place.path))
    }
    (self.item, content) = (item, found)
    write = old == version.source ? nil : FileWrite(path: place.path, old: old, new: version.source)
  }

  /// Returns the last commit that had a missing item. O(the number of commits since).
  private static func lastCommit(with item: StoreItem, in history: StoreHistory) throws(MixtapeError) -> CommitID {
    let repository = history.repository
    // A file that was deleted by hand is still in HEAD.
    if let head = try repository.head().commit, try repository.has(item, in: head) { return head }
    if let deletion = try repository.lastDeletion(of: item), let parent = try repository.parents(of: deletion).first {
      return parent
    }
    throw try history.notFound(item)
  }
}
