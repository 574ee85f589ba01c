import MixtapeModel
import MixtapeStore
import SystemPackage

extension Store {
  /// The playlist of an id.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` with those near it as candidates.
  func existing(_ id: Playlist.ID, withTimes: Bool) throws(MixtapeError) -> Playlist {
    if let playlist = try playlist(id, withTimes: withTimes) { return playlist }
    throw try notFound(id)
  }

  /// The file of a playlist.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` with those near it as candidates.
  func existingPath(of id: Playlist.ID) throws(MixtapeError) -> FilePath {
    if let path = try path(of: id) { return path }
    throw try notFound(id)
  }

  /// The error that the library has no episode of an id, with those near it as candidates.
  func notFound(_ id: Episode.ID) throws(MixtapeError) -> MixtapeError {
    MixtapeError(.notFound, .episode(id), candidates: try episodeIDs(near: [id]).map(\.rawValue))
  }

  /// Looks at a playlist as it was at a revision, or as it is. That it was not there at the revision is told as that.
  func tellingWhenItWas<Result>(
    _ id: Playlist.ID, at revision: Revision?, _ look: (Revision?) throws(MixtapeError) -> Result
  ) throws -> Result {
    do throws(MixtapeError) {
      return try look(revision)
    } catch {
      guard let revision, error.code == .notFound, try isKnown(id) else { throw error }
      throw ErrorPresenter.absent(id, at: revision)
    }
  }
}
