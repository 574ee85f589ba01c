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
    let commit = try repository.commit(merge)
    guard commit.parents.count == 2, decisions.contains(where: { $0.side != $0.conflict.taken }) else { return }
    let all = OpenConflict.all(in: commit)
    let taken: (MergeConflict) -> MergeSide? = { conflict in all.first { $0.isSame(as: conflict) }?.taken }
    let decided: (MergeConflict) -> MergeSide? = { conflict in
      decisions.first { $0.conflict.isSame(as: conflict) }?.side ?? taken(conflict)
    }
    let merges = try [taken, decided].map { (side) throws(MixtapeError) in
      try StoreMerge(in: repository, ours: commit.parents[0], theirs: commit.parents[1], deciding: side)
    }
    for path in Set(merges[0].conflicts.map(\.path)) {
      let texts = try merges.map { (merge) throws(MixtapeError) in
        let changed = merge.changes.first { $0.path == path }
        let blob = if let changed { changed.new?.id } else { try repository.blobID(at: path, in: commit.parents[0]) }
        return try blob.map { (blob) throws(MixtapeError) in try repository.blob(blob) }
      }
      if let taken = texts[0], let decided = texts[1] { versions[path] = (taken, decided) }
    }
  }

  /// Returns a present file with the values of decisions, their comments, and the keys that belong to them. Keys that were changed
  /// since the merge keep their present values, except for those that configure removed rules.
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
