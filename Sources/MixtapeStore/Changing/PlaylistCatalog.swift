internal import GitHistory
internal import Interchange
internal import MixtapeModel
internal import PlaylistFiles

/// The playlists that plans use, read from the store's files.
struct PlaylistCatalog: Catalog {
  private let store: Store
  private let reader: StoreReader

  init(_ store: Store, found: WorkTreeState?) {
    self.store = store
    self.reader = StoreReader(store, found: found)
  }

  func item(_ id: Playlist.ID) throws(MixtapeError) -> Playlist? { try reader.playlistFile(id)?.playlist }
  func isTaken(_ id: Playlist.ID) throws(MixtapeError) -> Bool { try reader.locate(id) != nil }
  func ids() throws(MixtapeError) -> [Playlist.ID] { try store.playlistIDs() }
  func names() throws(MixtapeError) -> Set<String> { Set(try store.summaries().map(\.name)) }
  func items() throws(MixtapeError) -> [Playlist] { try store.playlists() }
  func folders() throws(MixtapeError) -> [Folder] { try store.folders() }

  /// Returns the file that a plan changes or copies.
  func file(_ id: Playlist.ID) throws(MixtapeError) -> PlaylistFile? { try reader.playlistFile(id) }

  /// Returns the writes of a plan. Entries that are no longer missing lose their descriptions, and keep text of the user.
  func writes(
    for plan: PlaylistPlan, bases: [Playlist.ID: PlaylistFile]
  ) throws(MixtapeError) -> [FileWrite] {
    try PlaylistFile.writes(
      for: plan.changes,
      file: { (id) throws(MixtapeError) in
        let file = try file(id)
        guard case .resolve(let replacements) = plan.operation, let file, let playlist = file.playlist else {
          return file
        }
        return file.resolving(playlist.newEpisodes(of: replacements[id] ?? [])) { comment in
          MissingEntry(comment: comment) == nil ? comment : MissingEntry.ownText(in: comment).map { " \($0)" }
        }
      }, bases: bases)
  }
}
