internal import MixtapeModel
internal import PlaylistFiles

extension FileReport {
  /// What is wrong with the text of a file by itself.
  init(checking source: [UInt8], at path: String) {
    let stored = StoredFile(path: path)
    let folder = stored?.folder ?? .top
    switch Section(containing: path) {
    case .library:
      let file = stored.flatMap { Podcast.ID(rawValue: $0.name) }.map {
        PodcastFile(parsing: source, id: $0, folder: folder)
      }
      self.init(path: path, source: source, diagnostics: file?.diagnostics ?? [])
    case .playlists, .templates:
      let file = stored.flatMap { Playlist.ID(rawValue: $0.name) }.map {
        PlaylistFile(parsing: source, id: $0, folder: folder)
      }
      self.init(path: path, source: source, diagnostics: file?.diagnostics ?? [])
    case nil: self.init(path: path, source: source, diagnostics: StoreFile(parsing: source).diagnostics)
    }
  }
}
