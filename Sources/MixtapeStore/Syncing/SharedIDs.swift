internal import GitHistory
internal import MixtapeModel

/// The playlists and podcasts of which a commit has several files. Mixtape ignores these files until one of them is left.
struct SharedIDs {
  /// The paths of the files of each of them, sorted.
  let groups: [[String]]

  /// Finds them among the paths of all files of a store.
  init(among paths: [String]) {
    var found: [StoreItem: [String]] = [:]
    for path in paths { if let item = StoreItem(path: path) { found[item, default: []].append(path) } }
    groups = found.values.filter { $0.count > 1 }.map { $0.sorted() }.sorted { $0[0] < $1[0] }
  }

  /// Finds those of which changes add a file.
  ///
  /// - Parameter commit: The commit after the changes.
  init(addedBy changes: [FileChange], in commit: CommitID, of repository: StoreRepository) throws(MixtapeError) {
    let added = Set(changes.filter { $0.old == nil && StoreItem(path: $0.path) != nil }.map(\.path))
    guard !added.isEmpty else {
      groups = []
      return
    }
    let all = SharedIDs(among: try repository.storeChanges(from: nil, to: commit).map(\.path))
    groups = all.groups.filter { !added.isDisjoint(with: $0) }
  }
}

/// The playlists and podcasts of which a store has several files before or after the changes of a sync.
struct SharedIDsOfSync {
  /// The notices of those of which the changes add a file.
  let notices: [MergeNotice]
  /// The paths of their files before and after. Such a file is not the playlist, so its changes are not those of the playlist.
  let paths: Set<String>

  /// Finds them.
  ///
  /// - Parameter commit: The commit before the changes.
  init(_ writes: [FileWrite], after commit: CommitID, in repository: StoreRepository) throws(MixtapeError) {
    let moved = writes.filter { StoreItem(path: $0.path) != nil && ($0.old == nil || $0.new == nil) }
    guard !moved.isEmpty else {
      (notices, paths) = ([], [])
      return
    }
    let old = try repository.storeChanges(from: nil, to: commit).map(\.path)
    let (removed, added) = (moved.filter { $0.new == nil }.map(\.path), moved.filter { $0.old == nil }.map(\.path))
    let (before, after) = (SharedIDs(among: old), SharedIDs(among: Array(Set(old).subtracting(removed)) + added))
    notices = after.groups.filter { !Set(added).isDisjoint(with: $0) }.map { .sharedID($0) }
    paths = Set(before.groups.joined()).union(after.groups.joined())
  }
}
