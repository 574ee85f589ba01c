internal import GitHistory
internal import MixtapeModel
internal import PlaylistFiles

extension Store {
  /// Commits what leads to another state of history, and tells listeners of the playlists it changes.
  func commit(
    _ writes: [FileWrite], _ message: CommitMessage, in transaction: borrowing Transaction
  ) throws(MixtapeError) -> CommitID {
    var before: [(id: Playlist.ID, playlist: Playlist?)] = []
    for id in Set(writes.compactMap { HistoryEntry.playlist(at: $0.path) }).sorted() {
      before.append((id, try readable(id)))
    }
    let commit = try transaction.commit(writes, message)
    for (id, playlist) in before {
      PlaylistChange(from: playlist, to: try readable(id)).map(broadcaster.send)
    }
    return commit
  }

  /// A playlist as listeners hear of it: one whose file has errors is not there. A step may lead to such a file, where
  /// somebody committed it with git.
  private func readable(_ id: Playlist.ID) throws(MixtapeError) -> Playlist? {
    do throws(MixtapeError) {
      return try StoreReader(self).playlistFile(id)?.playlist
    } catch {
      guard error.code == .invalidFile else { throw error }
      return nil
    }
  }
}
