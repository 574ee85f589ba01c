internal import GitHistory
internal import MixtapeModel
internal import PlaylistFiles

extension ChangeWalk.Step {
  /// The hand-picked episodes of a playlist before the commit or after it: none where there was no playlist, and `nil`
  /// where its file had errors.
  func episodes(
    of id: Playlist.ID, on side: KeyPath<FileChange, ObjectID?>, in repository: Repository
  ) throws(GitError) -> [Episode.ID]? {
    var episodes: [Episode.ID] = []
    for change in changes where change.playlist == id {
      guard let blob = change[keyPath: side] else { continue }
      guard let playlist = PlaylistFile(parsing: try repository.blob(blob), id: id).playlist else { return nil }
      episodes += playlist.episodes
    }
    return episodes
  }
}
