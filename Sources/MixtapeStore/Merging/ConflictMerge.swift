internal import GitHistory
internal import MixtapeModel
internal import PlaylistFiles

/// A conflict, the side to take, and the present path of its file.
struct ConflictDecision {
  let conflict: OpenConflict
  let side: MergeSide
  let path: String
}

/// A merge with conflicts, repeated with other sides.
///
/// The difference between the merge with the sides that were taken and the one with the sides to take also has the comments of the
/// values, and the keys that belong to rules. It is applied to the present files, by meaning.
struct ConflictMerge {
  /// The files with the values that were taken, and with those to take, by their paths in the merge.
  private var versions: [String: (taken: [UInt8], decided: [UInt8])] = [:]

  /// Repeats a merge.
  ///
  /// - Parameter decisions: Decisions about conflicts of the merge. Those that the repeated merge does not find are ignored: in a
  ///   shallow clone, it can have another base.
  /// - Complexity: O(the number of files that the sides changed).
  init(
    of merge: CommitID, deciding decisions: [ConflictDecision], in repository: StoreRepository
  ) throws(MixtapeError) {
    let parents = try repository.parents(of: merge)
    guard parents.count == 2 else { return }
    let draft = try StoreMerge(in: repository, ours: parents[0], theirs: parents[1])
    var (taken, decided): (MergeDecisions, MergeDecisions) = ([:], [:])
    for decision in decisions {
      guard let conflict = draft.conflicts.first(where: decision.conflict.isSame) else { continue }
      (taken[conflict], decided[conflict]) = (decision.conflict.taken, decision.side)
    }
    guard taken != decided else { return }
    let merges = try [taken, decided].map { (sides) throws(MixtapeError) in
      try StoreMerge(in: repository, ours: parents[0], theirs: parents[1], deciding: sides)
    }
    for path in Set(taken.keys.map(\.path)) {
      let texts = try merges.map { (merge) throws(MixtapeError) in
        let changed = merge.changes.first { $0.path == path }
        let blob = if let changed { changed.new?.id } else { try repository.blobID(at: path, in: parents[0]) }
        return try blob.map { (blob) throws(MixtapeError) in try repository.blob(blob) }
      }
      if let taken = texts[0], let decided = texts[1] { versions[path] = (taken, decided) }
    }
  }

  /// Repeats the merges of some conflicts.
  ///
  /// - Returns: The merges by their commits.
  static func merges(
    deciding decisions: [ConflictDecision], in repository: StoreRepository
  ) throws(MixtapeError) -> [CommitID: ConflictMerge] {
    var merges: [CommitID: ConflictMerge] = [:]
    for (merge, decisions) in Dictionary(grouping: decisions, by: \.conflict.merge) {
      merges[merge] = try ConflictMerge(of: merge, deciding: decisions, in: repository)
    }
    return merges
  }

  /// Returns a present file with the values of decisions, their comments, and the keys that belong to them. Keys that were changed
  /// since the merge keep their present values, except for those that configure removed rules.
  ///
  /// - Parameter decisions: The decisions about the file.
  func applied(to present: [UInt8], _ decisions: [ConflictDecision]) -> [UInt8] {
    guard let decision = decisions.first, let (taken, decided) = versions[decision.conflict.path] else {
      return present
    }
    do throws(MergedFile.Refusal) {
      let merged = try StoreFileMerge.byMeaning(base: taken, ours: present, theirs: decided, path: decision.path)
      // Keys that belong to rules come with the decided key, also if they were changed since.
      let keys = Set(decisions.map(\.conflict.keyPath))
      let decided = merged.conflicts.filter { keys.contains($0.path) || !keys.isDisjoint(with: $0.followers) }
      return merged.bytes(.theirsFor(Set(decided.map(\.path))))
    } catch {
      // The values alone are set then.
      return present
    }
  }
}
