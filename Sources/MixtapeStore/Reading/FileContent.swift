internal import MixtapeModel
internal import PlaylistFiles

/// What a file of playlists or podcasts says.
enum FileContent: Sendable {
  case playlist(Playlist)
  case podcast(Podcast)

  /// Takes over the meaning of a file without errors; `nil` for any other.
  init?(_ file: ParsedFile) {
    switch file {
    case .playlist(let file):
      guard let playlist = file.playlist else { return nil }
      self = .playlist(playlist)
    case .podcast(let file):
      guard let podcast = file.podcast else { return nil }
      self = .podcast(podcast)
    case .store, .template: return nil
    }
  }
}
