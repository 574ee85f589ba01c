import MixtapeModel
import MixtapeStore

extension MixtapeError {
  /// Returns the error, with a cause if the missing id of a playlist or a podcast is the name of another one, the id of the other
  /// kind, or the id of a deleted one.
  func withLikelyItem(in store: Store) -> MixtapeError {
    guard code == .notFound, cause == nil else { return self }
    do throws(MixtapeError) {
      if let item = itemOfOtherKind, try store.path(of: item) != nil {
        return MixtapeError(code, subject, candidates: candidates, cause: ItemOfOtherKind(item: item))
      }
      let playlists = { () throws(MixtapeError) in try store.summaries().map { ($0.name, $0.id.rawValue) } }
      let podcasts = { () throws(MixtapeError) in
        try store.library.summaries().map { ($0.head.title, $0.id.rawValue) }
      }
      switch subject {
      case .playlist(let id):
        if let error = named(id.rawValue, among: try playlists()) { return error }
        return try store.wasDeleted(.playlist(id)) ? deleted(.playlist(id)) : self
      case .podcast(let id):
        if let error = named(id.rawValue, among: try podcasts()) { return error }
        return try store.wasDeleted(.podcast(id)) ? deleted(.podcast(id)) : self
      case .item(let id): return named(id, among: try playlists() + podcasts()) ?? self
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

  /// Returns the error with the item that has the missing id as its name; `nil` without such an item.
  private func named(_ id: String, among items: [(name: String, id: String)]) -> MixtapeError? {
    let folded = TextFolding.fold(id)
    guard let item = items.first(where: { TextFolding.fold($0.name) == folded }) else { return nil }
    return MixtapeError(code, subject, candidates: candidates, cause: NameOfItem(name: item.name, id: item.id))
  }

  private func deleted(_ item: StoreItem) -> MixtapeError {
    MixtapeError(code, subject, candidates: candidates, cause: DeletedItem(item: item))
  }
}
