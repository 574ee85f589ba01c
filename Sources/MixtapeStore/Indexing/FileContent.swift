internal import MixtapeLibrary
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

extension IndexWriter {
  /// Takes in what a file says.
  func write(_ content: FileContent, of file: IndexedFile) throws {
    switch content {
    case .playlist(let playlist): try write(playlist, of: file)
    case .podcast(let podcast): try write(podcast, of: file)
    }
  }
}

/// What became of looking at a file that may have changed.
enum IndexChange: Sendable {
  /// Nothing that the index should know.
  case none
  /// The content is known, and the status is not.
  case status(IndexedFile)
  /// The content is new.
  case content(FileContent, IndexedFile)
  /// The file is gone, or nothing can answer for it.
  case removal(path: String)
  /// The file has errors, or could not be read: it needs a closer look.
  case unclear
}
