import MixtapeModel
import MixtapeStore
import SystemPackage

extension Store {
  /// Returns a playlist.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` with similar ids as candidates.
  func existing(_ id: Playlist.ID, withTimes: Bool = false) throws(MixtapeError) -> Playlist {
    if let playlist = try playlist(id, withTimes: withTimes) { return playlist }
    throw try notFound(id)
  }

  /// Returns the path of the file of a playlist or a podcast.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` with similar ids as candidates.
  func existingPath(of item: StoreItem) throws(MixtapeError) -> FilePath {
    if let path = try path(of: item) { return path }
    throw try notFound(item)
  }

  /// Returns the error for an episode that is missing from the library, with similar ids as candidates.
  func notFound(_ id: Episode.ID) throws(MixtapeError) -> MixtapeError {
    MixtapeError(.notFound, .episode(id), candidates: try episodeIDs(near: [id]).map(\.rawValue))
  }

  /// Makes sure that the library has some episodes.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` for the first one that it does not have.
  func requireKnown(_ ids: [Episode.ID]) throws(MixtapeError) {
    let known = try episodes(ids)
    if let unknown = ids.first(where: { known[$0] == nil }) { throw try notFound(unknown) }
  }

  /// Looks up a playlist or a podcast at a revision. If it did not exist then, but does or did at another time, the error says
  /// so.
  func explainingAbsence<Result>(
    _ item: StoreItem, at revision: Revision?, _ look: (Revision?) throws(MixtapeError) -> Result
  ) throws -> Result {
    do throws(MixtapeError) {
      return try look(revision)
    } catch {
      guard let revision, error.code == .notFound, try isKnown(item) else { throw error }
      throw ErrorPresenter.absent(item, at: revision)
    }
  }
}
