internal import GitHistory
internal import MixtapeModel
internal import PlaylistFiles

/// The library files of one version of a store, in which episodes are found by their ids or their other values.
struct LibraryVersion {
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
    files.removeAll { !$0.mode.isRegularFile || StoredFile.podcastID(at: $0.path) == nil }
  }

  /// Makes the version of HEAD.
  init(in repository: StoreRepository) throws(MixtapeError) {
    let head = try repository.head().commit
    try self.init(
      of: try head.map { (head) throws(MixtapeError) in try repository.tree(of: head) }, in: repository)
  }

  /// Returns the version after writes.
  func after(_ writes: [FileWrite]) throws(MixtapeError) -> LibraryVersion {
    var version = self
    for write in writes where StoredFile.podcastID(at: write.path) != nil {
      version.files.removeAll { $0.path == write.path }
      guard let blob = try repository.makeBlob(write.new) else { continue }
      version.files.append(TreeEntry(path: write.path, id: blob, mode: .regular))
    }
    return version
  }

  /// Returns the episode with an id.
  func episode(_ id: Episode.ID) throws(MixtapeError) -> Episode? {
    guard let entry = files.first(where: { StoredFile.podcastID(at: $0.path) == id.podcast }) else { return nil }
    return try episodes(of: entry).first { $0.id == id }
  }

  /// Returns the ids of episodes that do not exist.
  func missing(of ids: Set<Episode.ID>) throws(MixtapeError) -> Set<Episode.ID> {
    var missing = ids
    let podcasts = Set(ids.map(\.podcast))
    for entry in files where StoredFile.podcastID(at: entry.path).map(podcasts.contains) ?? false {
      missing.subtract(try episodes(of: entry).map(\.id))
    }
    return missing
  }

  /// Returns the id of an episode of another version; `nil` if it does not exist, or is not the only one.
  func id(of episode: Episode) throws(MixtapeError) -> Episode.ID? {
    let identity = EpisodeIdentity(episode)
    var found: [Episode.ID] = []
    for entry in files {
      found += try episodes(of: entry).filter { EpisodeIdentity($0) == identity }.map(\.id)
    }
    return found.count == 1 ? found[0] : nil
  }

  /// Returns the episodes of a file; none for one with errors.
  private func episodes(of entry: TreeEntry) throws(MixtapeError) -> [Episode] {
    guard let id = StoredFile.podcastID(at: entry.path) else { return [] }
    return PodcastFile(parsing: try repository.blob(entry.id), id: id).podcast?.episodes ?? []
  }
}
