import MixtapeLibrary
import MixtapeModel
import MixtapeStore

extension Folder {
  /// Returns whether the list of a folder includes this folder. Without a chosen folder, a list includes everything.
  func isListed(in chosen: Folder?, recursively: Bool) -> Bool {
    guard let chosen else { return true }
    return recursively ? isWithin(chosen) : self == chosen
  }
}

extension StoreLibrary {
  /// Returns all tags, sorted.
  func tags() throws(MixtapeError) -> [String] { Set(try summaries().flatMap(\.head.tags)).sorted() }

  /// Returns the podcasts that have all of some tags.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` for a tag that no podcast has, with the existing ones as candidates.
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
  /// Checks that a folder exists. The top folder always exists.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` with the existing folders as candidates.
  func requireFolder(_ folder: Folder, of tree: FolderTree) throws(MixtapeError) {
    let folders = try folders(of: tree)
    guard folder != .top, !folders.contains(folder) else { return }
    throw MixtapeError(.notFound, .folder(folder), candidates: folders.map(\.path))
  }

  /// Runs an operation on a folder. If only the other tree has the folder, the error says so.
  func explainingMissingFolder<Result>(in tree: FolderTree, _ body: () throws(MixtapeError) -> Result) throws -> Result
  {
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

  /// Returns the playlists with some hand-picked episodes, and the number of these entries, sorted by id.
  ///
  /// Reads every playlist: ``Store/summaries(containing:)`` is faster for a few episodes, but counts an episode that a playlist
  /// has twice once.
  func playlists(
    whereEpisode isWanted: (Episode.ID) -> Bool
  ) throws(MixtapeError) -> [(id: Playlist.ID, count: Int)] {
    try playlists().compactMap { playlist in
      let count = playlist.episodes.count(where: isWanted)
      return count > 0 ? (playlist.id, count) : nil
    }
  }
}
