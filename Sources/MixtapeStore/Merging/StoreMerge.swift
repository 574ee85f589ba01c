internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import PlaylistFiles

/// A three-way merge of the files of two commits by meaning.
///
/// It is a value: neither the work tree nor a branch changes. New contents are objects in memory of the repository, which
/// ``StoreRepository/writeMadeObjects(isDurable:)`` writes.
struct StoreMerge {
  /// The files that differ from those of ours, sorted by path. If there are ``unmergeable``, they do not make a whole merge.
  private(set) var changes: [TreeDifference] = []
  /// The keys that both sides changed to different values, sorted by path. The files of ``changes`` have the value of the winner.
  private(set) var conflicts: [MergeConflict] = []
  /// Decisions about whole files and moved episodes that a user should know.
  private(set) var notices: [MergeNotice] = []
  /// The paths of files that cannot be merged: both sides changed the same lines of a file that is not the store's or has errors,
  /// or a binary file, or one side has a file where the other has a directory. If there is one, nothing may be changed.
  private(set) var unmergeable: [String] = []
  /// The paths of those that cannot be merged only because their common version has errors.
  private(set) var withInvalidBase: [String] = []
  /// Episodes that one side moved to another podcast, or gave another name.
  let episodes: EpisodeRelocation
  /// The files, each in the three versions.
  var units: [MergeUnit] { layout.units }

  private let decisions: MergeDecisions
  private let layout: MergeLayout
  private var old: [String: FileVersion] = [:]
  private var new: [String: FileVersion] = [:]

  /// Merges two commits, from the best common ancestors of their histories. Several of them are merged first.
  ///
  /// - Parameter decisions: The sides that the user chose.
  init(
    in repository: StoreRepository, ours: CommitID, theirs: CommitID, deciding decisions: MergeDecisions = [:]
  ) throws(MixtapeError) {
    let files = FileHistory(in: repository)
    try self.init(
      base: MergeTip.base(of: ours, and: [theirs], by: files), ours: MergeTip(ours, in: repository),
      theirs: MergeTip(theirs, in: repository), by: files, deciding: decisions)
  }

  /// Merges two versions of all files.
  ///
  /// - Parameters:
  ///   - base: The common version; ``MergeTip/empty`` if the histories are not related.
  ///   - precedence: The side whose order of elements counts.
  init(
    base: MergeTip, ours: MergeTip, theirs: MergeTip, by files: FileHistory, deciding decisions: MergeDecisions = [:],
    precedence: MergePrecedence = .neither
  ) throws(MixtapeError) {
    self.decisions = decisions
    let layout = try MergeLayout(base: base, sides: MergeSides(ours: ours, theirs: theirs), by: files)
    self.layout = layout
    var histories = layout.histories
    let relocation = try EpisodeRelocation(of: layout.units, in: files.repository)
    episodes = relocation
    notices = layout.placement.notices + relocation.notices
    unmergeable = layout.placement.unmergeable
    let repository = files.repository
    for entry in layout.units.compactMap(\.ours) { old[entry.path] = entry.version }
    let references = try MergedReferences(
      of: layout.units, placedBy: layout.placement, relocated: relocation.units, in: repository)
    var units: [PlacedUnit] = []
    for (unit, path) in zip(relocation.units, layout.placement.paths) {
      guard let path else { continue }
      units.append(PlacedUnit(unit: try references.followed(by: unit), path: path))
    }
    let resolved = try DecidedValues(&histories, in: repository).resolve(&units, deciding: decisions, &histories)
    let versions = try units.map { (file) throws(MixtapeError) in
      try ContentVersions(of: file.unit, at: file.path, in: repository)
    }
    let files = versions.concurrentMap(chunkSize: 8) { $0.mergedFile(precedence) }
    for (number, file) in files.enumerated() {
      try merge(versions[number], file, in: repository, &histories, resolved: resolved[number])
    }
    finish()
  }

  /// Returns the merged files as a version for another merge. Writes no commit.
  func tip(in repository: StoreRepository) throws(MixtapeError) -> MergeTip {
    let (ours, theirs) = (layout.sides.ours, layout.sides.theirs)
    let changes = changes.map { TreeChange(path: $0.path, blob: $0.new?.id, mode: $0.new?.mode) }
    let tree = try repository.makeTree(changes, from: ours.tree)
    return MergeTip(tree: tree, commits: ours.commits + theirs.commits, origins: try origins(in: repository))
  }

  /// Returns the places from which files come, by path. A file that neither side changed since the base can come from several places
  /// of a side, which is a merge itself.
  private func origins(in repository: StoreRepository) throws(MixtapeError) -> [String: [FilePlace]] {
    var origins = try layout.origins(in: repository)
    let sides = [layout.sides.ours, layout.sides.theirs]
    for path in Set(sides.flatMap(\.origins.keys)) where origins[path] == nil {
      for side in sides where try side.has(path, in: repository) {
        origins[path, default: []] += try side.places(of: path, in: repository)
      }
    }
    return origins
  }

  private mutating func merge(
    _ versions: ContentVersions, _ file: Result<MergedFile, MergedFile.Refusal>?, in repository: StoreRepository,
    _ histories: inout MergeSides<SideHistory>, resolved: [MergeConflict]
  ) throws(MixtapeError) {
    let merge = try ContentMerge(versions, file, in: repository, &histories, deciding: decisions)
    conflicts += merge.conflicts
    if !merge.commentsAtEnd.isEmpty { notices.append(.commentsAtEnd(merge.commentsAtEnd, path: versions.path)) }
    // Changes of keys that belong to a decided value can be in conflict, too, and be newer than the decision.
    conflicts += resolved.filter { known in !merge.conflicts.contains { $0.hasKey(of: known) } }
    if let result = merge.result {
      new[versions.path] = result
    } else {
      unmergeable.append(versions.path)
      if merge.hasInvalidBase { withInvalidBase.append(versions.path) }
      if let ours = versions.unit.ours { new[ours.path] = ours.version }
    }
  }

  private mutating func finish() {
    let paths = Set(old.keys).union(new.keys).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    changes = paths.filter { old[$0] != new[$0] }.map { TreeDifference(path: $0, old: old[$0], new: new[$0]) }
    unmergeable = Set(unmergeable).sorted()
    conflicts.sort { ($0.path, $0.key) < ($1.path, $1.key) }
  }
}
