import MixtapeLibrary
import MixtapeModel

extension LibraryIndex {
  /// Makes an index in memory with podcasts and playlists.
  convenience init(podcasts: [Podcast] = [], playlists: [Playlist] = []) throws {
    try self.init()
    try update { writer in
      for podcast in podcasts {
        try writer.write(podcast, of: IndexedFile(path: "library/\(podcast.id).toml", status: nil, content: []))
      }
      for playlist in playlists {
        try writer.write(playlist, of: IndexedFile(path: "playlists/\(playlist.id).toml", status: nil, content: []))
      }
    }
  }

  /// Makes an index in memory with episodes named `p/…`.
  convenience init(_ episodes: [String: Episode.Fields]) throws {
    guard let id = Podcast.ID(rawValue: "p") else { throw LibraryError(.damaged) }
    let episodes = episodes.sorted { $0.key < $1.key }.compactMap { name, fields in
      Episode.ID(podcast: id, name: name).map { Episode(id: $0, fields: fields) }
    }
    try self.init(podcasts: [Podcast(id: id, title: "p", episodes: episodes)])
  }
}
