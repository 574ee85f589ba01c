internal import GitHistory
internal import MixtapeModel
internal import PlaylistFiles

extension Store {
  /// Commits the writes of an undo, a revert, a restoration or a sync, and sends the changed playlists and podcasts to
  /// listeners.
  func commit(
    _ writes: [FileWrite], _ message: CommitMessage, _ kind: PendingOperation.Kind = .change,
    in transaction: borrowing Transaction
  ) throws(MixtapeError) -> CommitID {
    let commit = try commitAndAnnounce(writes, message, kind, in: transaction)
    warnOfRules(naming: writes.removedPlaylists)
    return commit
  }

  private func commitAndAnnounce(
    _ writes: [FileWrite], _ message: CommitMessage, _ kind: PendingOperation.Kind,
    in transaction: borrowing Transaction
  ) throws(MixtapeError) -> CommitID {
    // Listeners that begin later read the files after this change.
    guard broadcaster.hasListeners || libraryBroadcaster.hasListeners else {
      return try transaction.commitWrites(writes, message, kind)
    }
    let playlists = try readable(writes, StoredFile.playlistID) { (id) throws(MixtapeError) in
      try StoreReader(self).playlistFile(id)?.playlist
    }
    let podcasts = try readable(writes, StoredFile.podcastID) { (id) throws(MixtapeError) in
      try StoreReader(self).podcastFile(id)?.podcast
    }
    let commit = try transaction.commitWrites(writes, message, kind)
    try announce(playlists, on: broadcaster)
    try announce(podcasts, on: libraryBroadcaster)
    return commit
  }

  /// A known version of an item, and a function that reads it again.
  private struct Known<Item: FileBacked> {
    let id: Item.ID
    let item: Item?
    let read: (Item.ID) throws(MixtapeError) -> Item?
  }

  /// Returns the items in the files of some writes. A file with errors counts as missing: a step may restore one that
  /// somebody committed with git.
  private func readable<Item: FileBacked>(
    _ writes: [FileWrite], _ id: (String) -> FileID<Item>?,
    by read: @escaping (FileID<Item>) throws(MixtapeError) -> Item?
  ) throws(MixtapeError) -> [Known<Item>] {
    let forgiving = { (id: FileID<Item>) throws(MixtapeError) -> Item? in
      do throws(MixtapeError) {
        return try read(id)
      } catch {
        guard error.code == .invalidFile else { throw error }
        return nil
      }
    }
    return try Set(writes.compactMap { id($0.path) }).sorted().map { (id) throws(MixtapeError) in
      Known(id: id, item: try forgiving(id), read: forgiving)
    }
  }

  private func announce<Item: FileBacked>(
    _ known: [Known<Item>], on broadcaster: ChangeBroadcaster<ItemChange<Item>>
  ) throws(MixtapeError) {
    for known in known {
      ItemChange(from: known.item, to: try known.read(known.id)).map(broadcaster.send)
    }
  }
}
