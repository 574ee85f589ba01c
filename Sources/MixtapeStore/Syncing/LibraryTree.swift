internal import GitHistory
internal import MixtapeModel
internal import PlaylistFiles

/// The library files of one version of a store, in which episodes are found by their ids or their other values.
struct LibraryTree {
  private let repository: StoreRepository
  private var files: [TreeEntry]

  /// Makes the version of a tree.
  init(of tree: ObjectID?, in repository: StoreRepository) throws(MixtapeError) {
    self.repository = repository
    let top = Section.library.rawValue
    let directory = try tree.flatMap { (tree) throws(MixtapeError) in try repository.entry(at: top, inTree: tree) }
    files = []
    guard let directory, directory.mode == .directory else { return }
    files = try repository.differences(from: nil, to: directory.id).compactMap { file in
      file.newEntry.map { TreeEntry(path: "\(top)/\(file.path)", id: $0.id, mode: $0.mode) }
    }
    files.removeAll { !$0.mode.isRegularFile || SectionFile.podcastID(at: $0.path) == nil }
  }

  /// Makes the version of HEAD.
  init(in repository: StoreRepository) throws(MixtapeError) {
    let head = try repository.head().commit
    try self.init(
      of: try head.map { (head) throws(MixtapeError) in try repository.tree(of: head) }, in: repository)
  }

  /// Returns the episodes with ids that exist.
  func episodes(_ ids: Set<Episode.ID>) throws(MixtapeError) -> [Episode.ID: Episode] {
    var found: [Episode.ID: Episode] = [:]
    let podcasts = Set(ids.map(\.podcast))
    for entry in files where SectionFile.podcastID(at: entry.path).map(podcasts.contains) ?? false {
      for episode in try episodes(of: entry) where ids.contains(episode.id) {
        found[episode.id] = found[episode.id] ?? episode
      }
    }
    return found
  }

  /// Returns the ids of episodes of other versions. Those that do not exist, or are not the only ones, are left out.
  ///
  /// - Complexity: O(the size of the library), for any number of episodes.
  func ids(of episodes: [Episode]) throws(MixtapeError) -> [EpisodeIdentity: Episode.ID] {
    guard !episodes.isEmpty else { return [:] }
    let identities = Set(episodes.map { EpisodeIdentity($0) })
    var found: [EpisodeIdentity: [Episode.ID]] = [:]
    for entry in files {
      for episode in try self.episodes(of: entry) {
        let identity = EpisodeIdentity(episode)
        if identities.contains(identity) { found[identity, default: []].append(episode.id) }
      }
    }
    return found.compactMapValues { $0.count == 1 ? $0[0] : nil }
  }

  /// Returns the episodes of a file; none for one with errors.
  private func episodes(of entry: TreeEntry) throws(MixtapeError) -> [Episode] {
    guard let id = SectionFile.podcastID(at: entry.path) else { return [] }
    return PodcastFile(parsing: try repository.blob(entry.id), id: id).podcast?.episodes ?? []
  }
}
