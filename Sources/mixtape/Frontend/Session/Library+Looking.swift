import MixtapeModel
import MixtapeStore

extension StoreLibrary {
  /// Every tag, in order.
  func tags() throws(MixtapeError) -> [String] { Set(try summaries().flatMap(\.head.tags)).sorted() }

  /// The podcasts that have some tags, of those given.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` for a tag that no podcast has, with those there are as candidates.
  static func podcasts(
    _ podcasts: [PodcastSummary], with tags: [String]
  ) throws(MixtapeError) -> [PodcastSummary] {
    let known = Set(podcasts.flatMap(\.head.tags))
    if let missing = tags.first(where: { !known.contains($0) }) {
      throw MixtapeError(.notFound, .tag(missing), candidates: known.sorted())
    }
    return podcasts.filter { Set(tags).isSubset(of: $0.head.tags) }
  }
}

extension Store {
  /// Makes sure that there is a folder; the top always is.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` with those there are as candidates.
  func requireFolder(_ folder: Folder, of tree: FolderTree) throws(MixtapeError) {
    let folders = try folders(of: tree)
    guard folder != .top, !folders.contains(folder) else { return }
    throw MixtapeError(.notFound, .folder(folder), candidates: folders.map(\.path))
  }

  /// Runs what works on a folder; where the other tree has the folder that this one lacks, the error says so.
  func telling<Result>(ofFolderIn tree: FolderTree, _ body: () throws(MixtapeError) -> Result) throws -> Result {
    do throws(MixtapeError) {
      return try body()
    } catch {
      let other: FolderTree = tree == .playlists ? .library : .playlists
      guard error.code == .notFound, case .folder(let folder) = error.subject,
        try folders(of: other).contains(folder)
      else { throw error }
      throw ErrorPresenter.folder(folder, isIn: other)
    }
  }

  /// The playlists that hold episodes of some podcasts, with how many of them, in order of id.
  func playlists(holdingEpisodesOf podcasts: Set<Podcast.ID>) throws(MixtapeError) -> [(id: Playlist.ID, count: Int)] {
    try playlists(withTimes: false).compactMap { playlist in
      let count = playlist.episodes.count { podcasts.contains($0.podcast) }
      return count > 0 ? (playlist.id, count) : nil
    }
  }
}
