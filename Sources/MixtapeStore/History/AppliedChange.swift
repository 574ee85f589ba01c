internal import GitHistory
internal import MixtapeModel
internal import PlaylistFiles

/// The difference between two commits, applied to other files: an undo, a redo or a revert.
///
/// It is a three-way merge with the first commit as the base, the present files as ours, and the second commit as theirs. A file that
/// still has the content of the first commit gets exactly that of the second one. A conflict with another change is never decided by
/// dates: then nothing is applied.
struct AppliedChange {
  /// The files with the difference applied; without a meaning if there are ``conflicts``.
  private(set) var result: MergeVersion
  private(set) var conflicts: [RevertConflict] = []

  private let renames: RecordedRenames
  private let repository: StoreRepository
  private let base: CommitID
  private let head: CommitID

  /// Applies a difference.
  ///
  /// - Parameters:
  ///   - base: The commit whose files the difference begins with.
  ///   - other: The commit whose files it leads to; it and `base` are a commit and its parent.
  ///   - items: The ids that a playlist or a podcast has in both, to apply its part alone; `nil` for all files of the store.
  ///   - present: The present files.
  ///   - head: The commit of the present files, or from which earlier steps made them.
  ///   - concurrent: The changes that others made at the same time.
  init(
    from base: CommitID, to other: CommitID, of items: Set<StoreItem>?, to present: MergeVersion, at head: CommitID,
    besides concurrent: ConcurrentChanges, by renames: RecordedRenames
  ) throws(MixtapeError) {
    (self.renames, repository, self.base, self.head) = (renames, renames.repository, base, head)
    result = present
    var differences = try repository.storeDifferences(from: base, to: other, of: items)
    for difference in differences where try isKept(difference, concurrent) {
      differences.removeAll { $0 == difference }
    }
    guard !differences.isEmpty else { return }
    // In a partial clone, the error names a missing object.
    for new in differences.compactMap(\.new) { _ = try repository.blob(new.id) }
    let start = try repository.tree(of: base)
    let tree = try repository.makeTree(differences.map(TreeEdit.init(to:)), from: start)
    let theirs = MergeVersion(tree: tree, commits: [other])
    guard let tree = present.tree, tree != start else {
      // The next step continues from there.
      result = theirs
      return
    }
    if try areUntouched(differences, in: tree) {
      let changed = try repository.makeTree(differences.map(TreeEdit.init(to:)), from: tree)
      result = MergeVersion(tree: changed, commits: present.commits, origins: present.origins)
      return
    }
    try merge(MergeVersion(tree: start, commits: [base]), theirs)
  }

  /// Returns whether a file that would come back is there: a merge kept it, because others changed it at the same time.
  private func isKept(_ difference: TreeDifference, _ concurrent: ConcurrentChanges) throws(MixtapeError) -> Bool {
    guard difference.old == nil, let tree = result.tree, try repository.entry(at: difference.path, inTree: tree) != nil
    else { return false }
    return try concurrent.haveFile(at: difference.path)
  }

  /// Returns whether files are only edited, and nobody has edited them since.
  private func areUntouched(_ differences: [TreeDifference], in tree: ObjectID) throws(MixtapeError) -> Bool {
    for difference in differences {
      guard let old = difference.oldEntry, difference.new != nil else { return false }
      guard try repository.entry(at: old.path, inTree: tree) == old else { return false }
    }
    return true
  }

  private mutating func merge(_ base: MergeVersion, _ theirs: MergeVersion) throws(MixtapeError) {
    let merge = { [result, renames] (decisions: MergeDecisions) throws(MixtapeError) in
      try StoreMerge(
        base: base, ours: result, theirs: theirs, by: renames, deciding: { decisions[$0] }, precedence: .theirs)
    }
    var merged = try merge([:])
    var lost: MergeDecisions = [:]
    // A value that others set at the same time and that a merge took instead: the change has nothing to take back there.
    for conflict in merged.conflicts where try !repository.reaches(self.base, from: conflict.ours.commit) {
      lost[conflict] = .ours
    }
    if !lost.isEmpty { merged = try merge(lost) }
    conflicts = merged.conflicts.filter { $0.decision == nil }.map { RevertConflict(path: $0.path, reason: .value($0)) }
    conflicts += merged.unmergeable.map { RevertConflict(path: $0, reason: .textChangedSince) }
    let taken = merged.units.compactMap(RevertConflict.init(creating:))
    let takenPaths = Set(merged.units.filter(\.isCreatedTwice).compactMap { $0.ours?.path })
    conflicts += taken + merged.notices.compactMap(RevertConflict.init).filter { !takenPaths.contains($0.path) }
    conflicts += try merged.episodes.conflicts + merged.episodes.removals(in: repository)
    conflicts.sort { $0.path < $1.path }
    for number in conflicts.indices { conflicts[number].change = try otherChange(conflicts[number]) }
    guard conflicts.isEmpty else { return }
    let tip = try merged.version(in: repository)
    result = MergeVersion(tree: tip.tree, commits: result.commits, origins: tip.origins)
  }
}

extension AppliedChange {
  /// Returns the newest change since the base of the file of a conflict that names no change itself.
  private func otherChange(_ conflict: RevertConflict) throws(MixtapeError) -> HistoryEntry? {
    if case .value = conflict.reason { return nil }
    let side = SideHistory(
      of: try MergeVersion(head, in: repository), since: try MergeVersion(base, in: repository), by: renames)
    let path = if case .taken(let other) = conflict.reason { other } else { conflict.path }
    return try side.newestChange { $0.path == path }.map { HistoryEntry($0, touching: []) }
  }
}

// MARK: - Differences

extension StoreRepository {
  /// Returns the files of the store that differ between two commits.
  ///
  /// - Parameter items: The playlist or podcast, under all of its ids; `nil` for all files.
  func storeDifferences(
    from old: CommitID, to new: CommitID, of items: Set<StoreItem>?
  ) throws(MixtapeError) -> [TreeDifference] {
    try differences(from: tree(of: old), to: tree(of: new)).filter { difference in
      guard difference.hasValidPath, StorePaths.contains(difference.path) else { return false }
      return items.map { items in difference.item.map(items.contains) == true } ?? true
    }
  }
}

extension TreeEdit {
  fileprivate init(to difference: TreeDifference) {
    self.init(path: difference.path, blob: difference.new?.id, mode: difference.new?.mode)
  }
}

// MARK: - Conflicts

extension RevertConflict {
  /// Makes the conflict of a decision about a whole file; `nil` for one without an effect on the change.
  fileprivate init?(_ notice: MergeNotice) {
    switch notice {
    case .kept(let path, _, deletedBy: .theirs): self.init(path: path, reason: .changedSince)
    case .kept(let path, _, deletedBy: .ours): self.init(path: path, reason: .deletedSince)
    case .movedDifferently(let path, let other, _, let winner):
      let (present, before) = winner == .ours ? (path, other) : (other, path)
      self.init(path: present, reason: .movedSince(insteadOf: before))
    case .idTaken(let path, let other, _, _): self.init(path: path, reason: .taken(by: other))
    // The relocation of episodes has it with its file.
    case .episodeMovedDifferently: return nil
    case .sameExceptCase, .commentsAtEnd: return nil
    }
  }

  /// Makes the conflict of a file that the change would create, and whose name another file has; `nil` for another file.
  fileprivate init?(creating unit: MergeUnit) {
    guard unit.isCreatedTwice, let ours = unit.ours, let theirs = unit.theirs, ours.id != theirs.id else { return nil }
    self.init(path: theirs.path, reason: .taken(by: ours.path))
  }
}

extension MergeUnit {
  fileprivate var isCreatedTwice: Bool { base == nil && ours != nil && theirs != nil }
}

extension EpisodeRelocation {
  /// Returns the conflicts of episodes that would be removed from the library, and that were changed since.
  fileprivate func removals(in repository: StoreRepository) throws(MixtapeError) -> [RevertConflict] {
    var conflicts: [RevertConflict] = []
    for unit in units {
      guard let base = unit.base, let ours = unit.ours, let theirs = unit.theirs, theirs.id != base.id,
        ours.id != base.id, let id = SectionFile.podcastID(at: ours.path)
      else { continue }
      let versions = try [base, ours, theirs].map { (entry) throws(MixtapeError) in
        PodcastFile(parsing: try repository.blob(entry.id), id: id).podcast?.episodes ?? []
      }
      let known = Dictionary(versions[0].map { ($0.id, $0) }) { first, _ in first }
      let kept = Set(versions[2].map(\.id))
      for episode in versions[1] where !kept.contains(episode.id) && known[episode.id].map({ $0 != episode }) == true {
        conflicts.append(RevertConflict(path: ours.path, reason: .episodeChanged(episode.id)))
      }
    }
    return conflicts
  }

  /// The episodes that the change and another one moved. If episodes cannot be moved, for example because the name is taken, all that
  /// any of them moved, because edits of them could be lost.
  fileprivate var conflicts: [RevertConflict] {
    moves.moves.compactMap { move in
      guard move.isOfBothSides || isRefused, let present = moves.id(of: move, on: .ours) else { return nil }
      let old = move.isOfBothSides || move.side == .ours ? moves.baseID(of: move) : moves.id(of: move, on: .theirs)
      let unit = moves.units[move.old.unit]
      guard let old, let path = (unit.ours ?? unit.base)?.path else { return nil }
      return RevertConflict(path: path, reason: .episodeMoved(old, to: present))
    }
  }
}
