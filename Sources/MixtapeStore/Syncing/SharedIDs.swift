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

  /// Returns the groups that have one of some files.
  func groups(touching paths: [String]) -> [[String]] {
    let paths = Set(paths)
    return groups.filter { !paths.isDisjoint(with: $0) }
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
    notices = after.groups(touching: added).map { .sharedID($0) }
    paths = Set(before.groups.joined()).union(after.groups.joined())
  }
}
