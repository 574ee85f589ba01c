internal import GitHistory
internal import MixtapeModel

/// The store's files before a change, with the changes that others made at the same time.
///
/// A change that others did not have was merged with theirs. Without the change, the merge would have had only theirs: also values
/// that lost a conflict against the change, and values that both sides changed alike.
struct ConcurrentChanges {
  private let before: MergeTip
  private let merged: MergeTip
  private let files: SideFiles
  private let history: FileHistory
  private var repository: StoreRepository { history.repository }
  /// The commits of the others in each merge.
  private var histories: [SideHistory] = []
  /// The paths of files to which a merge gave another id, because others had a file with theirs, by the previous paths.
  private var replacements: [String: String] = [:]

  /// Merges the state before a commit with the changes of others.
  ///
  /// If others changed a value that the commit changed too, theirs is taken. Values that the commit did not change are kept.
  ///
  /// - Returns: `nil` if the commit was never merged with others.
  /// - Complexity: O(the number of commits since), and a merge of all files for each merge with others.
  init?(with commit: CommitID, in repository: StoreRepository) throws(MixtapeError) {
    let merges = try repository.merges(of: commit)
    guard !merges.isEmpty, let parent = try repository.parents(of: commit).first else { return nil }
    history = FileHistory(in: repository)
    before = try MergeTip(parent, in: repository)
    var (tip, after) = (before, try MergeTip(commit, in: repository))
    for (number, merge) in merges.enumerated() {
      let base = try MergeTip.base(of: merge.own, and: [merge.other], by: history)
      let theirs = try MergeTip(merge.other, in: repository)
      let draft = try StoreMerge(base: base, ours: tip, theirs: theirs, by: history)
      if draft.conflicts.isEmpty {
        tip = try draft.tip(in: repository)
      } else {
        let known = try StoreMerge(base: base, ours: after, theirs: theirs, by: history).conflicts
        let decisions = Self.decisions(about: draft.conflicts, known: known)
        let decided = try StoreMerge(base: base, ours: tip, theirs: theirs, by: history, deciding: decisions)
        tip = try decided.tip(in: repository)
      }
      if number < merges.count - 1 {
        after = try StoreMerge(base: base, ours: after, theirs: theirs, by: history).tip(in: repository)
      }
      histories.append(SideHistory(of: theirs, since: base, in: repository))
      for (old, new) in try merge.replacements(in: repository) { replacements[old] = new }
    }
    merged = tip
    files = try SideFiles(repository, before, tip)
  }

  /// Decides conflicts of the state before the change: the value of the others wins, except for values that the change left alone.
  ///
  /// - Parameter known: The conflicts of the state after the change.
  private static func decisions(about conflicts: [MergeConflict], known: [MergeConflict]) -> MergeDecisions {
    MergeDecisions(
      uniqueKeysWithValues: conflicts.map { conflict in
        let isUntouched = known.contains {
          $0.key == conflict.key && $0.ours == conflict.ours && $0.theirs == conflict.theirs
        }
        return (conflict, isUntouched ? .ours : .theirs)
      })
  }

  /// Returns a file of the change, with the changes of others to the version before it.
  func added(to unit: RevertUnit) throws(MixtapeError) -> RevertUnit {
    let before: TreeEntry?
    if let old = unit.before {
      let entry = TreeEntry(path: old.path, id: old.blob, mode: .regular)
      before = if let known = files.version(of: entry) { known } else { try renamed(entry) }
    } else {
      before = unit.after.flatMap { file in
        files.added[file.path] ?? files.added.values.sorted { $0.path < $1.path }.first { $0.key == FileKey(file.path) }
      }
    }
    return RevertUnit(
      before: before.map { RevertUnit.Version(path: $0.path, blob: $0.id) },
      after: unit.after.map { RevertUnit.Version(path: replacements[$0.path] ?? $0.path, blob: $0.blob) })
  }
}

extension ConcurrentChanges {
  /// Returns the file that others renamed; `nil` if they deleted it. Its history tells, else equal content, or for commits of other
  /// programs the similarity of lines.
  private func renamed(_ file: TreeEntry) throws(MixtapeError) -> TreeEntry? {
    let candidates = files.added.values.filter { $0.key.section == file.key.section }.sorted { $0.path < $1.path }
    if let same = try same(file, among: candidates) { return same }
    if let same = candidates.first(where: { $0.id == file.id }) { return same }
    var isForeign = false
    for var history in histories where try history.hasForeignRemoval(in: file.key.section) { isForeign = true }
    guard isForeign else { return nil }
    var (similarity, best) = (
      TextSimilarity(repository), (score: LineCounts.minimumSimilarity - 1, file: TreeEntry?.none)
    )
    for added in candidates {
      let score = try similarity.percentage(file.id, added.id)
      if score > best.score { best = (score, added) }
    }
    return best.file
  }

  /// Returns the file that is the same as one before the change, by its history.
  private func same(_ file: TreeEntry, among candidates: [TreeEntry]) throws(MixtapeError) -> TreeEntry? {
    guard !candidates.isEmpty else { return nil }
    let identities = try history.identities(
      of: [before.places(of: file.path, in: repository)]
        + candidates.map { (file) throws(MixtapeError) in try merged.places(of: file.path, in: repository) })
    return zip(candidates, identities.dropFirst()).first { $0.1 == identities[0] }?.0
  }
}

/// A merge of a side that has a commit with a side that does not have it.
private struct MergeOfSides {
  let commit: CommitID
  /// The parent that has the commit.
  let own: CommitID
  /// The parent that does not have it.
  let other: CommitID

  /// Returns the new paths of files of the own side to which the merge gave another id, such as `quay-2`, by their paths.
  func replacements(in repository: StoreRepository) throws(MixtapeError) -> [String: String] {
    let changes = try repository.differences(from: repository.tree(of: own), to: repository.tree(of: commit))
    let replaced = changes.filter { $0.old != nil }
    var (paths, similarity) = ([String: String](), TextSimilarity(repository))
    for created in changes where created.old == nil {
      for old in replaced where MergePlacement.replacements(for: old.path).contains(created.path) {
        guard let before = old.old?.id, let after = created.new?.id else { continue }
        let isNearer = try old.new.map { (new) throws(MixtapeError) in
          try similarity.percentage(before, after) > similarity.percentage(before, new.id)
        }
        if isNearer ?? true { paths[old.path] = created.path }
      }
    }
    return paths
  }
}

extension StoreRepository {
  /// Returns the merges of a commit with commits that do not have it, oldest first. O(the number of commits since).
  fileprivate func merges(of commit: CommitID) throws(MixtapeError) -> [MergeOfSides] {
    guard let head = try head().commit, try !isNearby(commit, before: head),
      let records = try ChangeWalk(of: self, .everyCommit).records, let first = records.number(of: commit),
      let last = records.number(of: head), first < last
    else { return [] }
    // Parents have smaller numbers than their children.
    var reachable: Set<Int> = [last]
    for number in (first...last).reversed() where reachable.contains(number) {
      reachable.formUnion(records.parents(of: number))
    }
    var (containing, merges): (Set<Int>, [MergeOfSides]) = ([first], [])
    for number in first + 1...last where reachable.contains(number) {
      let parents = records.parents(of: number)
      guard let own = parents.first(where: containing.contains).flatMap({ records.id(of: $0) }) else { continue }
      containing.insert(number)
      for other in parents where !containing.contains(other) {
        guard let merge = records.id(of: number), let other = records.id(of: other) else { continue }
        merges.append(MergeOfSides(commit: merge, own: own, other: other))
      }
    }
    return merges
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
