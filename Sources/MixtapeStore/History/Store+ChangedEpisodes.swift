public import GitHistory
public import MixtapeModel

extension Store {
  /// Returns the episodes that changes concern: in playlists, episodes that were added, removed or moved; in
  /// podcasts, also those whose fields differ. Each once, in order.
  ///
  /// - Returns: Episodes by commit. A commit that touches more than 100 files is left out, because reading them takes
  ///   too long.
  public func changedEpisodes(in entries: [HistoryEntry]) throws(MixtapeError) -> [CommitID: [Episode.ID]] {
    let repository = try openRepository()
    var episodes: [CommitID: [Episode.ID]] = [:]
    for entry in entries {
      let changes = try repository.storeChanges(in: entry.id)
      guard changes.count <= Self.mostFilesRead else { continue }
      episodes[entry.id] = try Self.episodes(of: changes, in: repository)
    }
    return episodes
  }

  private static let mostFilesRead = 100

  /// Returns the episodes that changes of files are about, as ``changedEpisodes(in:)`` returns them.
  static func episodes(
    of changes: [FileChange], in repository: StoreRepository
  ) throws(MixtapeError) -> [Episode.ID] {
    let files = try changes.map { (change) throws(MixtapeError) in
      FileDifference(
        path: change.path, old: try change.old.map { (id) throws(MixtapeError) in try repository.blob(id) },
        new: try change.new.map { (id) throws(MixtapeError) in try repository.blob(id) })
    }
    return Set(StoreDifference.differences(of: StoreDifference.groups(of: files)).flatMap(\.episodes)).sorted()
  }
}

extension StoreDifference {
  /// The episodes that differ.
  fileprivate var episodes: [Episode.ID] {
    switch meaning {
    case .playlist(let difference): difference.episodes.elements
    case .podcast(let difference): difference.episodes.elements + difference.changedEpisodes.map(\.id)
    case .unreadable, .other: []
    }
  }
}

extension ListDifference {
  /// All elements that were added, removed or moved.
  fileprivate var elements: [Element] { added.map(\.element) + removed.map(\.element) + moved.map(\.element) }
}
