internal import GitHistory
internal import MixtapeModel
internal import PlaylistFiles

extension [FileWrite] {
  /// Returns the writes, with the present ids of the episodes whose entries they bring back to playlists.
  ///
  /// An episode can have another id by now: somebody renamed the file of its podcast, or changed the id by hand and left the
  /// entries of playlists as they were. Earlier versions tell which episode it is.
  ///
  /// - Parameters:
  ///   - tree: The tree of the present files.
  ///   - tips: The versions in which an episode is searched for, one after the other.
  func followingReturnedEntries(
    in tree: ObjectID?, knownIn tips: [MergeTip], _ repository: StoreRepository
  ) throws(MixtapeError) -> [FileWrite] {
    let entries = Set(flatMap(\.returnedEntries))
    guard !entries.isEmpty else { return self }
    let library = try LibraryVersion(of: tree, in: repository).after(self)
    var missing = try library.missing(of: entries)
    var episodes: [Episode.ID: Episode] = [:]
    for tip in tips where !missing.isEmpty {
      let found = try LibraryVersion(of: tip.tree, in: repository).episodes(missing)
      episodes.merge(found) { first, _ in first }
      missing.subtract(found.keys)
    }
    let present = try library.ids(of: [Episode](episodes.values))
    let ids = episodes.compactMapValues { present[EpisodeIdentity($0)] }
    return try map { (write) throws(MixtapeError) in try write.following(ids) }
  }
}

extension FileWrite {
  /// The entries of a playlist that it does not have before the write.
  fileprivate var returnedEntries: Set<Episode.ID> {
    guard let new, let id = StoredFile.playlistID(at: path) else { return [] }
    let episodes = [new, old ?? []].map { Set(PlaylistFile(parsing: $0, id: id).playlist?.episodes ?? []) }
    return episodes[0].subtracting(episodes[1])
  }
}
