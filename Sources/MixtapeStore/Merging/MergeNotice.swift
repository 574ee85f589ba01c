public import MixtapeModel

/// A decision of a merge about whole files, or about an episode that both sides moved.
public enum MergeNotice: Hashable, Sendable {
  /// One side deleted a file that the other side changed. The file stays, at the path where the other side moved it from `base`.
  case kept(path: String, base: String, deletedBy: MergeSide)
  /// Both sides moved or renamed a file to different paths, or created it there if it has no `base`. The newer change wins.
  case movedDifferently(path: String, insteadOf: String, base: String?, winner: MergeSide)
  /// The sides have different files with one id. The file `by` keeps it, and the one at `path` gets another id: that of `side`,
  /// or of both sides if it is `nil`.
  case idTaken(path: String, by: String, replacement: String, of: MergeSide?)
  /// Both sides moved an episode to different podcasts.
  case episodeMovedDifferently(Episode.ID, to: Episode.ID, insteadOf: Episode.ID)
  /// Paths of both sides differ only in upper and lower case. Not every file system can hold both.
  case sameExceptCase(String, String)
  /// Comments have no other place in a merged file than its end.
  case commentsAtEnd([String], path: String)
  /// Several files have one id, at these paths. Mixtape ignores them until one of them is left.
  case sharedID([String])
}

extension MergeNotice {
  /// Returns notices of paths that differ only in upper and lower case.
  static func caseClashes(among paths: [String]) -> [MergeNotice] {
    let groups = Dictionary(grouping: Set(paths)) { $0.lowercased() }.values.map { $0.sorted() }
    return groups.sorted { $0[0] < $1[0] }.flatMap { group in
      group.dropFirst().map { .sameExceptCase(group[0], $0) }
    }
  }
}
