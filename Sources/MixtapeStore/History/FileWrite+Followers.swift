internal import MixtapeModel
internal import PlaylistFiles

extension [FileWrite] {
  /// Returns the writes, and those of playlists whose entries follow episodes to the ids that the writes give them.
  ///
  /// The writes of a revert have the references that playlists had before a change. Entries that were added since have the ids that
  /// the change gave to episodes.
  func withFollowers(in store: Store) throws(MixtapeError) -> [FileWrite] {
    let ids = renamedEpisodes
    guard !ids.isEmpty else { return self }
    let catalog = PlaylistCatalog(store, workTree: nil)
    let planned = Set(compactMap { SectionFile.playlistID(at: $0.path) })
    let others = try catalog.changes(following: ids).filter { !planned.contains($0.item.id) }
    return try map { (write) throws(MixtapeError) in try write.following(ids) }
      + PlaylistFile.writes(for: others, file: catalog.file, renamed: ids)
  }

  /// The new ids of episodes that the writes rename or move to another podcast, by their old ones.
  ///
  /// An episode without a guid is known by its title and address. The name decides first, because several tracks can have one title.
  private var renamedEpisodes: [Episode.ID: Episode.ID] {
    let (before, after) = (episodes(\.old), episodes(\.new))
    var (removed, added) = (before.filter { after[$0.key] == nil }, after.filter { before[$0.key] == nil })
    var ids: [Episode.ID: Episode.ID] = [:]
    for hasName in [true, false] where !removed.isEmpty && !added.isEmpty {
      let places = Dictionary(grouping: added.values) { EpisodeIdentity($0, withName: hasName) }
      for (identity, old) in Dictionary(grouping: removed.values, by: { EpisodeIdentity($0, withName: hasName) }) {
        guard identity.isKnown, old.count == 1, let new = places[identity], new.count == 1 else { continue }
        ids[old[0].id] = new[0].id
        (removed[old[0].id], added[new[0].id]) = (nil, nil)
      }
    }
    return ids
  }

  private func episodes(_ version: KeyPath<FileWrite, [UInt8]?>) -> [Episode.ID: Episode] {
    var episodes: [Episode.ID: Episode] = [:]
    for write in self {
      guard let id = SectionFile.podcastID(at: write.path), let source = write[keyPath: version] else { continue }
      for episode in PodcastFile(parsing: source, id: id).podcast?.episodes ?? [] { episodes[episode.id] = episode }
    }
    return episodes
  }
}

extension FileWrite {
  /// Returns the write of a playlist with other ids of episodes.
  fileprivate func following(_ ids: [Episode.ID: Episode.ID]) throws(MixtapeError) -> FileWrite {
    guard !ids.isEmpty, let new, let id = SectionFile.playlistID(at: path), let folder = SectionFile(path: path)?.folder
    else {
      return self
    }
    let file = PlaylistFile(parsing: new, id: id, folder: folder)
    guard let playlist = file.playlist,
      let change = PlaylistChange(
        from: playlist, to: playlist.withEpisodes(playlist.episodes.map { ids[$0] ?? $0 }))
    else { return self }
    let followed = try PlaylistFile.writes(for: [change], file: { _ in file }, renamed: ids)
    return FileWrite(path: path, old: old, new: followed.first?.new ?? new)
  }
}
