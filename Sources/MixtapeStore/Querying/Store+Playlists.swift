internal import GitHistory
public import Interchange
internal import MixtapeLibrary
public import MixtapeModel
internal import PlaylistFiles
public import SystemPackage

/// Playlists, and the files and folders of playlists and podcasts.
extension Store {
  /// Returns every playlist, with its times, in order of id. O(the length of history), for the times.
  public func all() throws(MixtapeError) -> [Playlist] { try playlists(withTimes: true) }

  /// Returns the playlist with an id, with its times, or `nil`. O(the length of history), for the times.
  public func find(_ id: Playlist.ID) throws(MixtapeError) -> Playlist? { try playlist(id, withTimes: true) }

  /// Returns every playlist, in order of id.
  ///
  /// If a file has errors, they are sent to the context's `notify`, and its version in HEAD is used instead. Without
  /// such a version, the playlist is left out.
  ///
  /// - Parameter withTimes: Whether to look up in history when each playlist was created and updated, as ``all()`` does.
  public func playlists(withTimes: Bool = false) throws(MixtapeError) -> [Playlist] {
    let playlists = try readLibrary([.playlists]) { (index) throws(LibraryError) in try index.playlists() }
    guard withTimes else { return playlists }
    let times = try PlaylistTimes(of: Set(playlists.map(\.id)), in: try openRepository())
    return playlists.map(times.complete)
  }

  /// Returns a summary of every playlist, in order of id. Files with errors are treated as by
  /// ``playlists(withTimes:)``.
  public func summaries() throws(MixtapeError) -> [PlaylistSummary] {
    try readLibrary([.playlists]) { (index) throws(LibraryError) in try index.summaries() }
  }

  /// Returns a summary of every playlist as it was read last, in order of id, without a look at the files. For a first screen of
  /// a large store, before ``summaries()``.
  ///
  /// - Returns: `nil` if nothing was read before, or if that cannot be used.
  public func lastSummaries() -> [PlaylistSummary]? {
    let all = readLastLibrary { (index) throws(LibraryError) in try index.summaries() } ?? []
    return all.isEmpty ? nil : all
  }

  /// Returns all playlists with their folders, in order of id, and all folders, including empty ones. Reads only the names of the
  /// files.
  public func playlistNames() throws(MixtapeError) -> (
    playlists: [(id: Playlist.ID, folder: Folder)], folders: [Folder]
  ) {
    let scan = try SectionScan(.playlists, of: self)
    let playlists = scan.files.values.sorted().compactMap { file in
      Playlist.ID(rawValue: file.name).map { (id: $0, folder: file.folder) }
    }
    return (playlists, scan.folders.filter { $0 != .top }.sorted())
  }

  /// Returns a summary of every playlist, in order of id, and the total playing times of the hand-picked episodes of those
  /// that have any. Warns of rules that name missing playlists.
  public func summariesWithPlayingTimes() throws(MixtapeError) -> (
    all: [PlaylistSummary], playingTimes: [Playlist.ID: PlayingTime]
  ) {
    let (all, playingTimes, missing) = try readLibrary([.playlists, .library]) { (index) throws(LibraryError) in
      (try index.summaries(), try index.playingTimes(), try index.missingPlaylists())
    }
    RuleWarnings(self).notify(of: missing)
    return (all, playingTimes)
  }

  /// Returns a summary of every playlist whose file names one of the episodes, with these episodes, in order of id.
  /// Files with errors are treated as by ``playlists(withTimes:)``.
  public func summaries(
    containing episodes: [Episode.ID]
  ) throws(MixtapeError) -> (all: [PlaylistSummary], held: [Playlist.ID: Set<Episode.ID>]) {
    try readLibrary([.playlists]) { (index) throws(LibraryError) in
      var held: [Playlist.ID: Set<Episode.ID>] = [:]
      for episode in episodes {
        for playlist in try index.playlists(containing: episode) { held[playlist, default: []].insert(episode) }
      }
      return (try index.summaries(), held)
    }
  }

  /// Returns the playlists whose rules name a playlist, in order of id. Files with errors are treated as by
  /// ``playlists(withTimes:)``.
  public func playlists(naming id: Playlist.ID) throws(MixtapeError) -> [Playlist.ID] {
    try readLibrary([.playlists]) { (index) throws(LibraryError) in try index.playlists(naming: [id]).map(\.id) }
  }

  /// Returns the playlist with an id, or `nil` if it does not exist.
  ///
  /// - Parameter withTimes: Whether to look up in history when it was created and updated, as ``find(_:)`` does.
  /// - Throws: ``MixtapeError/Code/invalidFile`` if its file has errors and no version in HEAD can be used instead.
  public func playlist(_ id: Playlist.ID, withTimes: Bool = false) throws(MixtapeError) -> Playlist? {
    guard let playlist = try StoreReader(self).playlistFile(id)?.playlist else { return nil }
    return withTimes ? try PlaylistTimes(of: [id], in: try openRepository()).complete(playlist) : playlist
  }

  /// Returns the ids of all playlists, in order. Reads only the names of the files.
  public func playlistIDs() throws(MixtapeError) -> [Playlist.ID] {
    let scan = try SectionScan(.playlists, of: self)
    return scan.files.keys.compactMap(Playlist.ID.init(rawValue:)).sorted()
  }

  /// Returns the missing entries of all playlists, by their ids.
  ///
  /// - Complexity: O(*n*) in the episodes of all playlists; only files with missing entries are read.
  public func missingEntries() throws(MixtapeError) -> [Episode.ID: MissingEntry] {
    var entries: [Episode.ID: MissingEntry] = [:]
    for playlist in try playlists() where playlist.episodes.contains(where: MissingEntry.isPlaceholder) {
      for entry in try describedEntries(in: playlist.id) { entries[entry.id] = MissingEntry(comment: entry.comment) }
    }
    return entries
  }

  /// Returns the entries of a playlist with comments that describe missing entries, in order.
  public func describedEntries(in id: Playlist.ID) throws(MixtapeError) -> [DescribedEntry] {
    guard let file = try StoreReader(self, notifies: false).playlistFile(id), let playlist = file.playlist else {
      return []
    }
    return playlist.episodes.enumerated().compactMap { offset, episode in
      guard let comment = file.comment(ofEpisodeAt: offset), MissingEntry(comment: comment) != nil else { return nil }
      return DescribedEntry(offset: offset, id: episode, comment: comment)
    }
  }

  // MARK: Files and folders

  /// Returns the file of a playlist, or `nil` if none has that id.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if several files have the id, and none or several of them are
  /// committed.
  public func path(of id: Playlist.ID) throws(MixtapeError) -> FilePath? { try path(of: .playlist(id)) }

  /// Returns the file of a podcast or an album, or `nil` if none has that id.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if several files have the id, and none or several of them are
  /// committed.
  public func path(of id: Podcast.ID) throws(MixtapeError) -> FilePath? { try path(of: .podcast(id)) }

  /// Returns the path of the file of an item, or `nil` if it does not exist.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if several files have the id, and none or several of them are
  /// committed.
  public func path(of item: StoreItem) throws(MixtapeError) -> FilePath? {
    try StoreReader(self).locate(item).map { directory.appending($0.path) }
  }

  /// Returns whether the last commit has a file of the store.
  public func isCommitted(_ file: FilePath) throws(MixtapeError) -> Bool { try isCommitted(file, below: directory) }

  /// Returns whether the last commit has a file.
  ///
  /// - Parameter top: The directory of the store, with links as in the path of the file.
  func isCommitted(_ file: FilePath, below top: FilePath) throws(MixtapeError) -> Bool {
    var path = file
    guard path.removePrefix(top) else { return false }
    let repository = try openRepository()
    return try repository.blobID(at: path.string, in: repository.head().commit) != nil
  }

  /// Returns the error that no playlist has an id, with the existing ids as candidates.
  public func notFound(_ id: Playlist.ID) throws(MixtapeError) -> MixtapeError { try notFound(.playlist(id)) }

  /// Returns the error that an item does not exist, with the existing ids as candidates.
  public func notFound(_ item: StoreItem) throws(MixtapeError) -> MixtapeError {
    let ids =
      switch item {
      case .playlist: try playlistIDs().map(\.rawValue)
      case .podcast: try library.ids().map(\.rawValue)
      }
    return MixtapeError(.notFound, item.subject, candidates: ids)
  }

  /// Returns the folders of playlists, in order, including empty ones. Reads directories and no files.
  public func folders() throws(MixtapeError) -> [Folder] { try folders(of: .playlists) }

  /// Returns the folders of a tree, in order, including empty ones. Reads directories and no files.
  public func folders(of tree: FolderTree) throws(MixtapeError) -> [Folder] {
    try SectionScan(tree.section, of: self, lookingFor: []).folders.filter { $0 != .top }.sorted()
  }
}

/// An entry of a playlist with a comment that describes a missing entry.
public struct DescribedEntry: Hashable, Sendable {
  /// The offset in the playlist, counted from 0.
  public let offset: Int
  /// The id. Entries with the same id can have different comments.
  public let id: Episode.ID
  /// The comment, without `#`.
  public let comment: String
}

/// The two trees of folders of a store.
public enum FolderTree: String, Hashable, Sendable, CaseIterable {
  case playlists, library

  var section: Section { self == .playlists ? .playlists : .library }
}
