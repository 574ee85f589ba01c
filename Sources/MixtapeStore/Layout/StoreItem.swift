public import MixtapeModel

/// A playlist or a podcast of a store: something that has a file and a history.
public enum StoreItem: Hashable, Sendable {
  case playlist(Playlist.ID)
  case podcast(Podcast.ID)

  /// The id.
  public var id: String {
    switch self {
    case .playlist(let id): id.rawValue
    case .podcast(let id): id.rawValue
    }
  }

  /// The item whose file has a path below the store's directory; `nil` for the path of any other file.
  package init?(path: String) {
    if let id = StoredFile.playlistID(at: path) {
      self = .playlist(id)
    } else if let id = StoredFile.podcastID(at: path) {
      self = .podcast(id)
    } else {
      return nil
    }
  }

  /// The section of its file.
  var section: Section {
    switch self {
    case .playlist: .playlists
    case .podcast: .library
    }
  }
}
