internal import MixtapeModel
internal import SystemPackage

/// The albums of a library by title, for tracks that no tracks of the library belong to by their tags.
struct AlbumsByTitle {
  private let library: LibraryTracks
  private let byTitle: [String: [Podcast]]

  init(in library: LibraryTracks) {
    self.library = library
    byTitle = Dictionary(grouping: library.podcasts.values.filter { $0.kind == .album }) { $0.title.lowercased() }
  }

  /// Returns the album with the same title and author, if a user wrote it by hand, without addresses, or gave this title to the album
  /// of one of the directories.
  func album(for head: AlbumHead, in directories: Set<String>) -> Podcast.ID? {
    head.title.flatMap { byTitle[$0.lowercased()] }?.filter { album in
      guard album.author == nil || album.author?.lowercased() == head.author?.lowercased() else { return false }
      return album.episodes.allSatisfy { $0.url == nil } || album.episodes.contains { isFile(of: $0, in: directories) }
    }.map(\.id).min()
  }

  private func isFile(of episode: Episode, in directories: Set<String>) -> Bool {
    library.paths[episode.id].map { directories.contains(PathTraits(of: $0.string).directory) } ?? false
  }
}
