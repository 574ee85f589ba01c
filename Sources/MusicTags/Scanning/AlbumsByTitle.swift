internal import MixtapeModel
internal import SystemPackage

/// The albums of a library by title, for tracks that no tracks of the library belong to by their tags.
struct AlbumsByTitle {
  /// The directories of the albums.
  private var directories: [Podcast.ID: Set<FilePath>] = [:]
  private let byTitle: [String: [Podcast]]

  /// Prepares a search.
  ///
  /// - Parameter members: The tracks that were read or can belong to their albums, and their episodes.
  init(in library: LibraryTracks, _ members: some Sequence<(AlbumMember, Episode.ID?)>) {
    byTitle = Dictionary(grouping: library.podcasts.values.filter { $0.kind == .album }) { $0.title.lowercased() }
    for case (let member, let episode?) in members {
      directories[episode.podcast, default: []].insert(member.directory)
    }
  }

  /// Returns the album with the same title and author, if a user wrote it by hand, without addresses, or gave this title to the album
  /// of one of the directories.
  func album(for head: AlbumHead, in directories: Set<FilePath>) -> Podcast.ID? {
    head.title.flatMap { byTitle[$0.lowercased()] }?.filter { album in
      guard album.author == nil || album.author?.lowercased() == head.author?.lowercased() else { return false }
      return album.episodes.allSatisfy { $0.url == nil }
        || !(self.directories[album.id] ?? []).isDisjoint(with: directories)
    }.map(\.id).min()
  }
}
