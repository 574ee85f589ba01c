import MixtapeModel
import MixtapeStore
import SystemPackage

extension Store {
  /// The playlist of an id.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` with the ids there are as candidates.
  func existing(_ id: Playlist.ID, withTimes: Bool) throws(MixtapeError) -> Playlist {
    if let playlist = try playlist(id, withTimes: withTimes) { return playlist }
    throw try notFound(id)
  }

  /// The file of a playlist.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` with the ids there are as candidates.
  func existingPath(of id: Playlist.ID) throws(MixtapeError) -> FilePath {
    if let path = try path(of: id) { return path }
    throw try notFound(id)
  }

  private func notFound(_ id: Playlist.ID) throws(MixtapeError) -> MixtapeError {
    MixtapeError(.notFound, .playlist(id), candidates: try playlistIDs().map(\.rawValue))
  }
}
