internal import GitHistory
internal import MixtapeModel

extension StoreRepository {
  /// Returns the playlists and podcasts whose conflicts a commit decided, or whose decisions it undid, redid or reverted. They have
  /// the ids that they had in the merge.
  ///
  /// - Complexity: O(*n*) in the number of commits that the messages name.
  func decidedItems(by commit: CommitID) throws(MixtapeError) -> Set<StoreItem> {
    var (items, open, met) = (Set<StoreItem>(), [commit], Set<CommitID>())
    while let id = open.popLast() {
      guard met.insert(id).inserted, let message = try existingCommit(id) else { continue }
      for trailer in message.trailers where trailer.key == CommitMessage.decidesKey {
        guard let id = OpenConflict.merge(ofPlace: trailer.value), let merge = try existingCommit(id) else { continue }
        let conflict = OpenConflict.all(in: merge).first { $0.place == trailer.value }
        if let item = conflict?.item { items.insert(item) }
      }
      for key in [CommitMessage.undoesKey, CommitMessage.redoesKey, CommitMessage.revertsKey] {
        open += message.commits(named: key)
      }
    }
    return items
  }
}

extension OpenConflict {
  /// The playlist of the conflict, or the podcast with the key or the episode; `nil` for another file.
  fileprivate var item: StoreItem? {
    switch subject {
    case .playlist(let id): .playlist(id)
    case .podcast(let id): .podcast(id)
    case .episode(let id): .podcast(id.podcast)
    case .file: nil
    }
  }
}
