internal import GitHistory
internal import MixtapeLibrary
public import MixtapeModel
internal import PlaylistFiles
public import SystemPackage

extension Store {
  /// Every playlist, with its times, in order of id. O(the length of history), for the times.
  public func all() throws(MixtapeError) -> [Playlist] { try playlists(withTimes: true) }

  /// The playlist of an id, with its times, or `nil`. O(the length of history), for the times.
  public func find(_ id: Playlist.ID) throws(MixtapeError) -> Playlist? { try playlist(id, withTimes: true) }

  /// Every playlist, in order of id.
  ///
  /// Sends errors of a file to the context's `notify`. Its version in HEAD is used instead; without
  /// one the playlist is left out.
  ///
  /// - Parameter withTimes: Whether to look up in history when each was created and updated.
  public func playlists(withTimes: Bool) throws(MixtapeError) -> [Playlist] {
    let playlists = try readLibrary([.playlists]) { (index) throws(LibraryError) in try index.playlists() }
    guard withTimes else { return playlists }
    let times = try PlaylistTimes(of: Set(playlists.map(\.id)), in: try openRepository())
    return playlists.map(times.complete)
  }

  /// A summary of every playlist, in order of id. Files with errors are treated as ``playlists(withTimes:)`` treats them.
  public func summaries() throws(MixtapeError) -> [PlaylistSummary] {
    try readLibrary([.playlists]) { (index) throws(LibraryError) in try index.summaries() }
  }

  /// A summary of every playlist, in order of id, and which of the episodes each names in its file; those that name none
  /// are left out. Files with errors are treated as ``playlists(withTimes:)`` treats them.
  public func summaries(
    holding episodes: [Episode.ID]
  ) throws(MixtapeError) -> (all: [PlaylistSummary], held: [Playlist.ID: Set<Episode.ID>]) {
    try readLibrary([.playlists]) { (index) throws(LibraryError) in
      var held: [Playlist.ID: Set<Episode.ID>] = [:]
      for episode in episodes {
        for playlist in try index.playlists(holding: episode) { held[playlist, default: []].insert(episode) }
      }
      return (try index.summaries(), held)
    }
  }

  /// The playlist of an id, or `nil` if there is none.
  ///
  /// - Parameter withTimes: Whether to look up in history when it was created and updated.
  /// - Throws: ``MixtapeError/Code/invalidFile`` if its file has errors and no version in HEAD can be used instead.
  public func playlist(_ id: Playlist.ID, withTimes: Bool) throws(MixtapeError) -> Playlist? {
    guard let playlist = try StoreReader(self).playlistFile(id)?.playlist else { return nil }
    return withTimes ? try PlaylistTimes(of: [id], in: try openRepository()).complete(playlist) : playlist
  }

  /// The ids of all playlists, in order, by the names of the files alone.
  public func playlistIDs() throws(MixtapeError) -> [Playlist.ID] {
    let scan = try SectionScan(.playlists, of: directory)
    return scan.files.keys.compactMap(Playlist.ID.init(rawValue:)).sorted()
  }

  /// The error that there is no playlist of an id, with the ids there are as candidates.
  public func notFound(_ id: Playlist.ID) throws(MixtapeError) -> MixtapeError {
    MixtapeError(.notFound, .playlist(id), candidates: try playlistIDs().map(\.rawValue))
  }

  /// The file of a playlist, or `nil` if there is none of that id.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if two files have the id.
  public func path(of id: Playlist.ID) throws(MixtapeError) -> FilePath? {
    try StoreReader(self).locate(id).map { directory.appending($0.path) }
  }

  /// The file of a podcast or an album, or `nil` if there is none of that id.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if two files have the id.
  public func path(of id: Podcast.ID) throws(MixtapeError) -> FilePath? {
    try StoreReader(self).locate(id).map { directory.appending($0.path) }
  }
}

/// The two trees of folders that a store has.
public enum FolderTree: String, Hashable, Sendable, CaseIterable {
  case playlists, library

  var section: Section { self == .playlists ? .playlists : .library }
}

extension Store {
  /// The folders of playlists, in order; also those that hold no playlist. Reads directories and no files.
  public func folders() throws(MixtapeError) -> [Folder] { try folders(of: .playlists) }

  /// The folders of a tree, in order; also those that hold nothing. Reads directories and no files.
  public func folders(of tree: FolderTree) throws(MixtapeError) -> [Folder] {
    try SectionScan(tree.section, of: directory).folders.filter { $0 != .top }.sorted()
  }
}
