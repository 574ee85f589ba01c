internal import GitHistory
internal import MixtapeModel

/// A merge of a side that has a commit with a side that does not have it.
struct ConcurrentMerge {
  /// The parent that has the commit.
  let own: CommitID
  /// The parent that does not have it.
  let other: CommitID
  /// The commits of the other side that were undone after the merge, newest first.
  let undone: [CommitID]
}

extension StoreRepository {
  /// Returns the merges of a commit with commits that do not have it, oldest first. O(the number of commits since).
  func concurrentMerges(of commit: CommitID) throws(MixtapeError) -> [ConcurrentMerge] {
    guard let head = try head().commit, try !isNearby(commit, before: head),
      let records = try ChangeWalk(of: self, .everyCommit).records, let first = records.number(of: commit),
      let last = records.number(of: head), first < last
    else { return [] }
    // Parents have smaller numbers than their children.
    var reachable: Set<Int> = [last]
    for number in (first...last).reversed() where reachable.contains(number) {
      reachable.formUnion(records.parents(of: number))
    }
    var (containing, merges): (Set<Int>, [(own: CommitID, other: CommitID)]) = ([first], [])
    for number in first + 1...last where reachable.contains(number) {
      let parents = records.parents(of: number)
      guard let own = parents.first(where: containing.contains).flatMap({ records.id(of: $0) }) else { continue }
      containing.insert(number)
      for other in parents where !containing.contains(other) {
        guard let other = records.id(of: other) else { continue }
        merges.append((own, other))
      }
    }
    let undone = try merges.isEmpty ? [] : undoneCommits(by: containing, records)
    return try merges.map { (merge) throws(MixtapeError) in
      var ofOther: [CommitID] = []
      for commit in undone where try reaches(commit, from: merge.other) {
        if try !reaches(commit, from: merge.own) { ofOther.append(commit) }
      }
      return ConcurrentMerge(own: merge.own, other: merge.other, undone: ofOther)
    }
  }

  /// Returns the commits that some commits undid, newest first.
  private func undoneCommits(by commits: Set<Int>, _ records: CommitRecords) throws(MixtapeError) -> [CommitID] {
    var undone = UndoneCommits()
    for id in commits.sorted(by: >).compactMap(records.id(of:)) {
      let commit = try commit(id)
      undone.note(commit)
      // The undo of an item took back a whole commit only if the commit changed nothing else.
      guard commit.trailer(CommitMessage.operationKey) == UndoDirection.undo.operation, !undone.contains(id),
        let reverted = commit.trailer(CommitMessage.revertsKey).flatMap(CommitID.init),
        let number = records.number(of: reverted), let record = records.record(number),
        RevertUnit.units(of: record.changes).count == 1
      else { continue }
      undone.note(reverted, isUndone: true)
    }
    // Trailers can name commits that a rebase replaced.
    return undone.ids.compactMap(records.number(of:)).sorted(by: >).compactMap(records.id(of:))
  }

  /// Returns whether a commit is one of the newest, and no merge came since. The records of all commits are not needed then.
  private func isNearby(_ commit: CommitID, before head: CommitID) throws(MixtapeError) -> Bool {
    var next = head
    for _ in 0..<Self.mostNearby {
      if next == commit { return true }
      let parents = try parents(of: next)
      guard parents.count == 1 else { return false }
      next = parents[0]
    }
    return false
  }

  private static var mostNearby: Int { 64 }
}
