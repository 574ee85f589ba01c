internal import LosslessTOML
public import MixtapeModel
internal import PlaylistFiles

/// The playlist or podcast that a file describes.
public enum FileContent: Sendable {
  case playlist(Playlist)
  case podcast(Podcast)

  /// Returns the value of a file without errors; `nil` for any other.
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

  /// Parses a file by its path below the store's directory; `nil` if it has errors, or is neither a playlist nor a podcast.
  init?(parsing source: [UInt8], at path: String) {
    guard let file = ParsedFile(parsing: source, at: path) else { return nil }
    self.init(file)
  }

  /// The playlist; `nil` for a podcast.
  var playlist: Playlist? { if case .playlist(let playlist) = self { playlist } else { nil } }

  /// The podcast; `nil` for a playlist.
  var podcast: Podcast? { if case .podcast(let podcast) = self { podcast } else { nil } }

  /// The playlist or podcast, by its id.
  var item: StoreItem {
    switch self {
    case .playlist(let playlist): .playlist(playlist.id)
    case .podcast(let podcast): .podcast(podcast.id)
    }
  }

  /// The episodes of a podcast, or the hand-picked ones of a playlist, in order.
  var episodes: [Episode.ID] {
    switch self {
    case .playlist(let playlist): playlist.episodes
    case .podcast(let podcast): podcast.episodes.map(\.id)
    }
  }
}

/// A file of a store, parsed according to its path.
enum ParsedFile {
  case store(StoreFile)
  case playlist(PlaylistFile)
  case podcast(PodcastFile)
  case template(PlaylistFile)

  /// Parses a file by its path below the store's directory; `nil` if the path belongs to no kind of file.
  init?(parsing source: [UInt8], at path: String) {
    if path == StoreFile.name {
      self = .store(StoreFile(parsing: source))
      return
    }
    guard let stored = SectionFile(path: path), let section = Section(containing: path) else { return nil }
    switch section {
    case .library:
      guard let id = Podcast.ID(rawValue: stored.name) else { return nil }
      self = .podcast(PodcastFile(parsing: source, id: id, folder: stored.folder))
    case .playlists, .templates:
      guard let id = Playlist.ID(rawValue: stored.name) else { return nil }
      let file = PlaylistFile(parsing: source, id: id, folder: stored.folder)
      self = section == .playlists ? .playlist(file) : .template(file)
    }
  }

  var isSound: Bool { !diagnostics.contains { $0.severity == .error } }

  /// The diagnostics of the text, in source order.
  var diagnostics: [Diagnostic] {
    switch self {
    case .store(let file): file.diagnostics
    case .playlist(let file), .template(let file): file.diagnostics
    case .podcast(let file): file.diagnostics
    }
  }
}

/// A version of a file: its path and its bytes, which are parsed at each use.
struct FileSource {
  /// The path below the store's directory.
  let path: String
  /// The bytes.
  let bytes: [UInt8]

  /// The playlist or podcast in the file; `nil` if it has errors, or is neither.
  var content: FileContent? { FileContent(parsing: bytes, at: path) }
}

extension FileReport {
  /// Makes a report of the problems of a file's text.
  init(checking source: [UInt8], at path: String) {
    self.init(path: path, source: source, diagnostics: ParsedFile(parsing: source, at: path)?.diagnostics ?? [])
  }
}
