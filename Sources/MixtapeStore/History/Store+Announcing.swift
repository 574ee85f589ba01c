internal import GitHistory
internal import MixtapeModel

extension Store {
  /// Commits the writes of an undo, a revert, a restoration, a decision or a sync, and sends the changed playlists and podcasts to
  /// listeners. Nothing fails after the commit.
  func commitAndAnnounce(
    _ writes: [FileWrite], _ message: CommitMessage, _ kind: PendingOperation.Kind = .change,
    from origin: Admission.Origin = .command, in transaction: borrowing Transaction
  ) throws(MixtapeError) -> CommitID {
    let commit = try transaction.commitWrites(writes, message, kind, from: origin)
    announce(writes, on: broadcaster, taking: \.playlist)
    announce(writes, on: libraryBroadcaster, taking: \.podcast)
    warnOfRules(naming: writes.removedPlaylists)
    return commit
  }

  /// Sends the changes that writes have made, in order of id. A file with errors counts as missing: a step may restore one that
  /// somebody committed with git.
  ///
  /// Reads no files: after the commit, a failure to read would report the change as failed.
  private func announce<Item: FileBacked>(
    _ writes: [FileWrite], on broadcaster: ChangeBroadcaster<ItemChange<Item>>, taking item: (FileContent) -> Item?
  ) {
    // Listeners that begin later read the files after this change.
    guard broadcaster.hasListeners else { return }
    func items(_ side: KeyPath<FileWrite, [UInt8]?>) -> [FileID<Item>: Item] {
      let contents = writes.compactMap { write in
        write[keyPath: side].flatMap { FileContent(parsing: $0, at: write.path) }
      }
      return Dictionary(contents.compactMap(item).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }
    let (before, after) = (items(\.old), items(\.new))
    for id in Set(before.keys).union(after.keys).sorted() {
      ItemChange(from: before[id], to: after[id]).map(broadcaster.send)
    }
  }
}
