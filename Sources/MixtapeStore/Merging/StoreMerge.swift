internal import GitHistory
internal import MixtapeModel

/// A three-way merge of the files of two commits by meaning.
///
/// It is a value: neither the work tree nor a branch changes. New contents are objects in memory of the repository, which
/// ``StoreRepository/writeMadeObjects(isDurable:)`` writes.
struct StoreMerge {
  /// The files that differ from those of ours, sorted by path. If there are ``unmergeable``, they do not make a whole merge.
  private(set) var changes: [TreeDifference] = []
  /// The keys that both sides changed to different values, sorted by path. The files of ``changes`` have the value of the winner.
  private(set) var conflicts: [MergeConflict] = []
  /// Decisions about whole files that a user should know.
  private(set) var notices: [MergeNotice] = []
  /// The paths of files that cannot be merged: both sides changed the same lines of a file that is not the store's or has errors,
  /// or a binary file, or one side has a file where the other has a directory. If there is one, nothing may be changed.
  private(set) var unmergeable: [String] = []

  private let decisions: MergeDecisions
  private var old: [String: FileVersion] = [:]
  private var new: [String: FileVersion] = [:]

  /// Merges two commits.
  ///
  /// - Parameter base: The common ancestor; `nil` if the histories are not related.
  init(
    in repository: StoreRepository, base: CommitID?, ours: CommitID, theirs: CommitID
  ) throws(MixtapeError) {
    let base = try base.map { (id) throws(MixtapeError) in try MergeTip(id, in: repository) } ?? .empty
    try self.init(
      in: repository, base: base, ours: MergeTip(ours, in: repository), theirs: MergeTip(theirs, in: repository))
  }

  /// Merges two commits, from the best common ancestors of their histories. Several of them are merged first.
  ///
  /// - Parameter decisions: The sides that the user chose.
  init(
    in repository: StoreRepository, ours: CommitID, theirs: CommitID, deciding decisions: MergeDecisions = [:]
  ) throws(MixtapeError) {
    try self.init(
      in: repository, base: MergeTip.base(of: ours, and: [theirs], in: repository),
      ours: MergeTip(ours, in: repository), theirs: MergeTip(theirs, in: repository), deciding: decisions)
  }

  init(
    in repository: StoreRepository, base: MergeTip, ours: MergeTip, theirs: MergeTip,
    deciding decisions: MergeDecisions = [:]
  ) throws(MixtapeError) {
    self.decisions = decisions
    var histories = MergeSides(
      ours: SideHistory(of: ours, since: base, in: repository),
      theirs: SideHistory(of: theirs, since: base, in: repository))
    let units = try MergeUnits(repository, base: base, sides: MergeSides(ours: ours, theirs: theirs), &histories).units
    let placement = try MergePlacement(of: units, in: repository, [base, ours, theirs], &histories)
    notices = placement.notices
    unmergeable = placement.unmergeable
    let references = EpisodeReferences(of: units, placedBy: placement, in: repository)
    for (unit, path) in zip(units, placement.paths) {
      if let entry = unit.ours { old[entry.path] = entry.version }
      if let path { try merge(references.followed(by: unit), at: path, in: repository, &histories) }
    }
    finish()
  }

  private mutating func merge(
    _ unit: MergeUnit, at path: String, in repository: StoreRepository, _ histories: inout MergeSides<SideHistory>
  ) throws(MixtapeError) {
    let merge = try ContentMerge(unit, at: path, in: repository, &histories, deciding: decisions)
    conflicts += merge.conflicts
    if let result = merge.result {
      new[path] = result
    } else {
      unmergeable.append(path)
      if let ours = unit.ours { new[ours.path] = ours.version }
    }
  }

  private mutating func finish() {
    let paths = Set(old.keys).union(new.keys).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    changes = paths.filter { old[$0] != new[$0] }.map { TreeDifference(path: $0, old: old[$0], new: new[$0]) }
    unmergeable = Set(unmergeable).sorted()
    conflicts.sort { ($0.path, $0.key) < ($1.path, $1.key) }
  }
}
