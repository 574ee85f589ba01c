internal import GitHistory
internal import MixtapeModel

/// The store's files before a change, with the changes that others made at the same time.
///
/// A change that others did not have was merged with theirs. Without the change, the merge would have had only theirs: also values
/// that lost a conflict against the change, and values that both sides changed alike. Changes of others that were undone later do not
/// count, and neither do deletions of files that a merge kept because of the change.
struct ConcurrentChanges {
  private let before: MergeTip
  private let after: MergeTip
  /// The state before the change with the changes of others.
  private let merged: TracedTip
  /// The state after the change with the changes of others.
  private let changed: TracedTip
  /// The files of ``merged``.
  private let files: SideFiles
  private let history: FileHistory
  private var repository: StoreRepository { history.repository }
  /// The commits of the others in each merge.
  private var histories: [SideHistory] = []
  /// The paths of files that others deleted, and that a merge kept because of the change.
  private var kept: Set<String> = []

  /// Merges the state before a commit with the changes of others.
  ///
  /// If others changed a value that the commit changed too, theirs is taken. Values that the commit did not change are kept.
  ///
  /// - Returns: `nil` if the commit was never merged with others.
  /// - Complexity: O(the number of commits since), and a merge of all files for each merge with others.
  init?(with commit: CommitID, by history: FileHistory) throws(MixtapeError) {
    let repository = history.repository
    let merges = try repository.concurrentMerges(of: commit)
    guard !merges.isEmpty, let parent = try repository.parents(of: commit).first else { return nil }
    self.history = history
    (before, after) = (try MergeTip(parent, in: repository), try MergeTip(commit, in: repository))
    var (without, with) = (before, after)
    for merge in merges {
      let others = try Others(in: merge, by: history)
      let (draft, known) = (try others.merged(with: without), try others.merged(with: with))
      let removals = draft.removals(keptBy: known)
      kept.formUnion(removals.map(\.path))
      // The value of the others wins, except for values that the change left alone.
      without = try others.tip(of: draft, with: without) { conflict in
        known.conflicts.contains { $0.isSame(as: conflict) } ? .ours : .theirs
      }.restoring(removals, in: repository)
      with = try others.tip(of: known, with: with) { _ in .ours }
      histories.append(SideHistory(of: others.tip, since: others.base, by: history))
    }
    (merged, changed) = (TracedTip(without), TracedTip(with))
    files = try SideFiles(repository, before, without)
  }

  /// The states before and after the change, both with the changes of others.
  var states: RevertStates { RevertStates(before: merged.tip, after: changed.tip) }

  /// Returns the files of a change, with the changes of others to both versions.
  ///
  /// - Parameter isWhole: Whether to add the other files that differ between the states: if others moved an episode, it is not in
  ///   the podcast in which the change edited, moved or removed it.
  func units(for units: [RevertUnit], isWhole: Bool) throws(MixtapeError) -> [RevertUnit] {
    let own = try units.map { (unit) throws(MixtapeError) in try added(to: unit) }
    guard isWhole, let tree = merged.tip.tree else { return own }
    let known = Set((units + own).flatMap(\.paths))
    let others = try repository.differences(from: changed.tip.tree, to: tree).filter { !known.contains($0.path) }
    return own + (try others.map { (file) throws(MixtapeError) in try unit(of: file) }).compactMap(\.self)
  }

  /// Returns a playlist or podcast that the change did not touch; `nil` for another file, and for one that is in one state alone:
  /// the history of the files tells whether they are the same as a file of the change.
  private func unit(of file: TreeDifference) throws(MixtapeError) -> RevertUnit? {
    guard file.item != nil, let before = file.new, let after = file.old else { return nil }
    var unit = RevertUnit(
      before: RevertUnit.Version(path: file.path, blob: before.id),
      after: RevertUnit.Version(path: file.path, blob: after.id))
    unit.places = try changed.tip.places(of: file.path, in: repository)
    return unit
  }

  /// Returns a file of the change, with the changes of others to both versions. Without them in the version after the change, the
  /// plays of others would count as plays that the change took back.
  private func added(to unit: RevertUnit) throws(MixtapeError) -> RevertUnit {
    let before = try before(unit)
    let after: RevertUnit.Version?
    if let file = unit.after { after = try version(of: file) } else { after = try keptVersion(of: before) }
    var result = RevertUnit(before: before.map { RevertUnit.Version(path: $0.path, blob: $0.id) }, after: after)
    result.isKept = before.map { kept.contains($0.path) } ?? false
    if unit.after == nil, let after { result.places = try changed.tip.places(of: after.path, in: repository) }
    return result
  }

  /// Returns a version after the change, with the changes of others.
  private func version(of file: RevertUnit.Version) throws(MixtapeError) -> RevertUnit.Version {
    let merged = try changed.file(from: after, at: file.path, in: repository)
    return RevertUnit.Version(
      path: merged?.path ?? file.path, blob: merged?.id ?? file.blob, committedPath: file.path)
  }

  /// Returns the version after the change of a file that the change deleted, and that a merge kept because others changed it; `nil`
  /// if it is deleted.
  private func keptVersion(of file: TreeEntry?) throws(MixtapeError) -> RevertUnit.Version? {
    guard let file, let tree = changed.tip.tree, let entry = try repository.entry(at: file.path, inTree: tree) else {
      return nil
    }
    return RevertUnit.Version(path: entry.path, blob: entry.id)
  }
}

extension ConcurrentChanges {
  /// The side of others in a merge.
  private struct Others {
    /// The common version.
    let base: MergeTip
    /// The files of the others, without their changes that were undone later.
    let tip: MergeTip
    private let history: FileHistory

    init(in merge: ConcurrentMerge, by history: FileHistory) throws(MixtapeError) {
      self.history = history
      let repository = history.repository
      base = try MergeTip.base(of: merge.own, and: [merge.other], by: history)
      var tip = try MergeTip(merge.other, in: repository)
      for undone in merge.undone {
        guard let parent = try repository.parents(of: undone).first else { continue }
        let change = try Others(
          base: MergeTip(undone, in: repository), tip: MergeTip(parent, in: repository), history: history)
        tip = try change.tip(of: change.merged(with: tip), with: tip) { _ in .ours }
      }
      self.tip = tip
    }

    private init(base: MergeTip, tip: MergeTip, history: FileHistory) {
      (self.base, self.tip, self.history) = (base, tip, history)
    }

    /// Merges a state with the changes of the others.
    func merged(with state: MergeTip, deciding decisions: MergeDecisions = [:]) throws(MixtapeError) -> StoreMerge {
      try StoreMerge(base: base, ours: state, theirs: tip, by: history, deciding: decisions)
    }

    /// Returns a state with the changes of the others.
    ///
    /// - Parameters:
    ///   - draft: The merge of the state with them.
    ///   - winner: Returns the side whose value is taken for a conflict.
    func tip(
      of draft: StoreMerge, with state: MergeTip, deciding winner: (MergeConflict) -> MergeSide
    ) throws(MixtapeError) -> MergeTip {
      let decisions = MergeDecisions(draft.conflicts.map { ($0, winner($0)) }) { first, _ in first }
      let decided = try decisions.isEmpty ? draft : merged(with: state, deciding: decisions)
      return try decided.tip(in: history.repository)
    }
  }
}

extension StoreMerge {
  /// Returns the files that this merge removes, and that a merge with the same side keeps because ours changed them.
  fileprivate func removals(keptBy other: StoreMerge) -> [TreeDifference] {
    let kept = other.notices.compactMap { notice in
      if case .kept(_, let base, deletedBy: .theirs) = notice { base } else { nil }
    }
    return changes.filter { $0.new == nil && kept.contains($0.path) }
  }
}

/// A version of all files in a merge, in which files are found by the places from which they come.
private struct TracedTip {
  let tip: MergeTip
  private var paths: [FilePlace: Set<String>] = [:]

  init(_ tip: MergeTip) {
    self.tip = tip
    for (path, places) in tip.origins {
      for place in places { paths[place, default: []].insert(path) }
    }
  }

  /// Returns the paths of the files that come from one of several places.
  func paths(from places: [FilePlace]) -> Set<String> { Set(places.flatMap { paths[$0] ?? [] }) }

  /// Returns the file of this version that comes from a file of a version that was merged; `nil` if the merge removed it.
  func file(
    from version: MergeTip, at path: String, in repository: StoreRepository
  ) throws(MixtapeError) -> TreeEntry? {
    guard let tree = tip.tree else { return nil }
    // The path that an earlier merge gave to the file can be in the origins, too.
    for path in paths(from: try version.places(of: path, in: repository)).sorted() {
      if let entry = try repository.entry(at: path, inTree: tree) { return entry }
    }
    // A merge does not change files without origins.
    return tip.origins[path] == nil ? try repository.entry(at: path, inTree: tree) : nil
  }
}

extension MergeTip {
  /// Returns the version with removed files.
  fileprivate func restoring(
    _ removals: [TreeDifference], in repository: StoreRepository
  ) throws(MixtapeError) -> MergeTip {
    guard !removals.isEmpty else { return self }
    let changes = removals.map { TreeChange(path: $0.path, blob: $0.old?.id, mode: $0.old?.mode) }
    return MergeTip(tree: try repository.makeTree(changes, from: tree), commits: commits, origins: origins)
  }
}

extension MergeConflict {
  /// Returns whether another conflict is about the same key and values, at any path.
  fileprivate func isSame(as other: MergeConflict) -> Bool {
    key == other.key && ours == other.ours && theirs == other.theirs
  }
}

extension ConcurrentChanges {
  /// Returns the file before the change; `nil` if neither this side nor others had one.
  private func before(_ unit: RevertUnit) throws(MixtapeError) -> TreeEntry? {
    guard let old = unit.before else {
      return try unit.after.flatMap { (file) throws(MixtapeError) in try joined(with: file) }
    }
    if let file = try merged.file(from: before, at: old.path, in: repository) { return file }
    let entry = TreeEntry(path: old.path, id: old.blob, mode: .regular)
    if let file = try renamed(entry) { return file }
    // The undo of an edit deletes no file.
    return unit.after == nil ? nil : entry
  }

  /// Returns the file that others renamed; `nil` if they deleted it. Found by its history, otherwise by equal content.
  /// For commits of other programs, similar lines are enough.
  private func renamed(_ file: TreeEntry) throws(MixtapeError) -> TreeEntry? {
    let candidates = files.added.values.filter { $0.key.section == file.key.section }.sorted { $0.path < $1.path }
    if let same = try same(file, among: candidates) { return same }
    if let same = candidates.first(where: { $0.id == file.id }) { return same }
    var isForeign = false
    for var history in histories where try history.hasForeignRemoval(in: file.key.section) { isForeign = true }
    guard isForeign else { return nil }
    var similarity = TextSimilarity(repository)
    return try similarity.mostSimilar(to: file.id, among: candidates.map { ($0, $0.id) })
  }

  /// Returns the file of others that a merge joined with a created file; `nil` if there is none.
  ///
  /// A file of others with the same id can be another file.
  private func joined(with file: RevertUnit.Version) throws(MixtapeError) -> TreeEntry? {
    let own = try after.places(of: file.path, in: repository)
    let places = Set(changed.paths(from: own).flatMap { changed.tip.origins[$0] ?? [] })
    for entry in files.added.values.sorted(by: { $0.path < $1.path })
    where try !places.isDisjoint(with: merged.tip.places(of: entry.path, in: repository)) { return entry }
    return nil
  }

  /// Returns the file that is the same as one before the change, by its history.
  private func same(_ file: TreeEntry, among candidates: [TreeEntry]) throws(MixtapeError) -> TreeEntry? {
    let places = try candidates.map { (file) throws(MixtapeError) in
      try merged.tip.places(of: file.path, in: repository)
    }
    return try history.number(of: before.places(of: file.path, in: repository), among: places).map { candidates[$0] }
  }
}
