import MixtapeModel
import MixtapeStore
import SystemPackage

extension Store {
  /// Returns a playlist.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` with similar ids as candidates.
  func existing(_ id: Playlist.ID, withTimes: Bool) throws(MixtapeError) -> Playlist {
    if let playlist = try playlist(id, withTimes: withTimes) { return playlist }
    throw try notFound(id)
  }

  /// Returns the path of a playlist's file.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` with similar ids as candidates.
  func existingPath(of id: Playlist.ID) throws(MixtapeError) -> FilePath {
    if let path = try path(of: id) { return path }
    throw try notFound(id)
  }

  /// Returns the error for an episode that is missing from the library, with similar ids as candidates.
  func notFound(_ id: Episode.ID) throws(MixtapeError) -> MixtapeError {
    MixtapeError(.notFound, .episode(id), candidates: try episodeIDs(near: [id]).map(\.rawValue))
  }

  /// Looks up a playlist at a revision. If the playlist existed only at another time, the error says so.
  func explainingAbsence<Result>(
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
