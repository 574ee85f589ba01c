import MixtapeModel
import MixtapeStore

extension MixtapeError {
  /// Returns the error, with a cause if the missing id of a playlist or a podcast is the name of another one, the id of the other
  /// kind, or the id of a deleted one.
  ///
  /// - Parameter command: The last word of the command's name.
  func withLikelyItem(in store: Store, of command: String?) -> MixtapeError {
    guard code == .notFound, cause == nil else { return self }
    do throws(MixtapeError) {
      if let item = itemOfOtherKind, try store.path(of: item) != nil {
        let cause = ItemOfOtherKind(item: item, command: command)
        return MixtapeError(code, subject, candidates: candidates, cause: cause)
      }
      switch subject {
      case .playlist(let id):
        return try explained(
          .playlist(id), try store.summaries().map { ($0.name, $0.id.rawValue) }, deletedFrom: store)
      case .podcast(let id):
        return try explained(
          .podcast(id), try store.library.summaries().map { ($0.head.title, $0.id.rawValue) }, deletedFrom: store)
      default: return self
      }
    } catch {
      // The missing id is the error to report.
      return self
    }
  }

  /// The podcast with the id of the missing playlist, or the playlist with the id of the missing podcast.
  private var itemOfOtherKind: StoreItem? {
    switch subject {
    case .playlist(let id): Podcast.ID(rawValue: id.rawValue).map(StoreItem.podcast)
    case .podcast(let id): Playlist.ID(rawValue: id.rawValue).map(StoreItem.playlist)
    default: nil
    }
  }

  private func explained(
    _ missing: StoreItem, _ items: [(name: String, id: String)], deletedFrom store: Store
  ) throws(MixtapeError) -> MixtapeError {
    let folded = TextFolding.fold(missing.id)
    if let item = items.first(where: { TextFolding.fold($0.name) == folded }) {
      return MixtapeError(code, subject, candidates: candidates, cause: NameOfItem(name: item.name, id: item.id))
    }
    guard try store.wasDeleted(missing) else { return self }
    return MixtapeError(code, subject, candidates: candidates, cause: DeletedItem(item: missing))
  }
}
