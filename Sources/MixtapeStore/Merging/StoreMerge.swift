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
  let units: [MergeUnit]

  private let decide: (MergeConflict) -> MergeSide?
  private let sides: MergeSides<MergeVersion>
  private let placement: MergePlacement
  private var old: [String: FileVersion] = [:]
  private var new: [String: FileVersion] = [:]

  /// Merges two commits, from the best common ancestor of their histories.
  ///
  /// - Parameter decide: Returns the side that the user chose for a conflict, which has no decision itself.
  init(
    in repository: StoreRepository, ours: CommitID, theirs: CommitID,
    deciding decide: @escaping (MergeConflict) -> MergeSide? = { _ in nil }
  ) throws(MixtapeError) {
    let renames = RecordedRenames(in: repository)
    try self.init(
      base: MergeVersion.base(of: ours, and: theirs, by: renames), ours: MergeVersion(ours, in: repository),
      theirs: MergeVersion(theirs, in: repository), by: renames, deciding: decide)
  }

  /// Merges two versions of all files.
  ///
  /// - Parameters:
  ///   - base: The common version; ``MergeVersion/empty`` if the histories are not related.
  ///   - precedence: The side whose order of elements counts.
  init(
    base: MergeVersion, ours: MergeVersion, theirs: MergeVersion, by renames: RecordedRenames,
    deciding decide: @escaping (MergeConflict) -> MergeSide? = { _ in nil }, precedence: MergePrecedence = .neither
  ) throws(MixtapeError) {
    let repository = renames.repository
    self.decide = decide
    sides = MergeSides(ours: ours, theirs: theirs)
    let histories = MergeSides(
      ours: SideHistory(of: ours, since: base, by: renames), theirs: SideHistory(of: theirs, since: base, by: renames))
    units = try MergeUnit.all(since: base, on: sides, by: renames)
    placement = try MergePlacement(of: units, in: repository, [base, ours, theirs], histories)
    let relocation = try EpisodeRelocation(of: units, in: repository)
    episodes = relocation
    notices = placement.notices + relocation.notices
    unmergeable = placement.unmergeable
    for entry in units.compactMap(\.ours) { old[entry.path] = entry.version }
    let references = try MergedReferences(
      of: units, placedBy: placement, relocated: relocation.units, in: repository)
    var versions: [ContentVersions] = []
    for (unit, path) in zip(relocation.units, placement.paths) {
      guard let path else { continue }
      versions.append(try ContentVersions(of: try references.followed(by: unit), at: path, in: repository))
    }
    let files = versions.concurrentMap(chunkSize: 8) { $0.mergedFile(precedence) }
    for (number, file) in files.enumerated() {
      try merge(versions[number], file, in: repository, histories)
    }
    finish()
  }

  /// Returns the merged files as a version for another merge. Writes no commit.
  func version(in repository: StoreRepository) throws(MixtapeError) -> MergeVersion {
    let changes = changes.map { TreeEdit(path: $0.path, blob: $0.new?.id, mode: $0.new?.mode) }
    let tree = try repository.makeTree(changes, from: sides.ours.tree)
    return MergeVersion(
      tree: tree, commits: sides.ours.commits + sides.theirs.commits, origins: try origins(in: repository))
  }

  /// Returns the commits from which the items come, by their ids in the merge.
  private func origins(in repository: StoreRepository) throws(MixtapeError) -> [StoreItem: ItemOrigin] {
    var origins = sides.ours.origins.merging(sides.theirs.origins) { ours, _ in ours }
    for (unit, path) in zip(units, placement.paths) {
      guard let item = path.flatMap(StoreItem.init(path:)) else { continue }
      let side: MergeSide = unit.ours == nil ? .theirs : .ours
      guard let former = unit[side].flatMap({ StoreItem(path: $0.path) }) else { continue }
      origins[item] = try sides[side].origin(of: former, in: repository)
    }
    return origins
  }

  /// Returns the items that have another id in the merge than on a side.
  func renames(since side: MergeSide) -> ItemRenames {
    var renames = ItemRenames()
    for (unit, path) in zip(units, placement.paths) {
      guard let new = path.flatMap(StoreItem.init(path:)), let old = unit[side].flatMap({ StoreItem(path: $0.path) })
      else { continue }
      renames.add(old, new)
    }
    return renames
  }

  private mutating func merge(
    _ versions: ContentVersions, _ file: Result<MergedFile, MergedFile.Refusal>?, in repository: StoreRepository,
    _ histories: MergeSides<SideHistory>
  ) throws(MixtapeError) {
    let merge = try ContentMerge(versions, file, in: repository, histories, deciding: decide)
    conflicts += merge.conflicts
    if !merge.commentsAtEnd.isEmpty { notices.append(.commentsAtEnd(merge.commentsAtEnd, path: versions.path)) }
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

/// A version of all files in a merge: a commit, or the merge of several commits that is not a commit itself.
struct MergeVersion {
  /// The tree of files; `nil` for no files.
  let tree: ObjectID?
  /// The commits; empty for an empty base.
  let commits: [CommitID]
  /// The commits, and the ids in them, from which items of a merge come. Other items have their id in each of the commits.
  var origins: [StoreItem: ItemOrigin] = [:]

  /// The base of histories without a common commit.
  static let empty = MergeVersion(tree: nil, commits: [])
}

/// A playlist or a podcast in a commit.
struct ItemOrigin: Hashable {
  let commit: CommitID
  let item: StoreItem
}

extension MergeVersion {
  init(_ commit: CommitID, in repository: StoreRepository) throws(MixtapeError) {
    self.init(tree: try repository.tree(of: commit), commits: [commit])
  }

  /// Returns the commit from which an item comes, and its id there; `nil` for an empty base.
  func origin(of item: StoreItem, in repository: StoreRepository) throws(MixtapeError) -> ItemOrigin? {
    if let known = origins[item] { return known }
    guard commits.count > 1 else { return commits.first.map { ItemOrigin(commit: $0, item: item) } }
    for commit in commits where try repository.has(item, in: commit) { return ItemOrigin(commit: commit, item: item) }
    return nil
  }

  /// Returns the id that an item of another version has here; `nil` if another item has its id here. It can have been removed.
  func id(of item: StoreItem, from other: MergeVersion, by renames: RecordedRenames) throws(MixtapeError) -> StoreItem?
  {
    guard let start = try other.origin(of: item, in: renames.repository) else { return nil }
    for commit in commits + Set(origins.values.map(\.commit)).subtracting(commits) {
      guard let found = try renames.lineage(from: start.commit, to: commit).end(of: start.item) else { continue }
      let origin = ItemOrigin(commit: commit, item: found)
      if let present = origins.first(where: { $0.value == origin }) { return present.key }
      if commits.contains(commit), origins[found] == nil { return found }
    }
    return nil
  }

  /// Returns the common base of two commits: their best common ancestor. Two ancestors, as after syncs with two remotes, are merged
  /// with each other first. With only one of them as the base, changes of the other one would count as changes of both sides, and
  /// plays would be counted twice. Of more ancestors, the newest counts.
  static func base(of first: CommitID, and second: CommitID, by renames: RecordedRenames) throws(MixtapeError)
    -> MergeVersion
  {
    let repository = renames.repository
    let bases = try repository.mergeBases(of: first, and: [second]).map { (id) throws(MixtapeError) in
      try MergeVersion(id, in: repository)
    }
    guard bases.count == 2, let newer = bases[0].commits.first, let older = bases[1].commits.first else {
      return bases.first ?? .empty
    }
    let common = try repository.mergeBases(of: newer, and: [older]).first.map { (id) throws(MixtapeError) in
      try MergeVersion(id, in: repository)
    }
    return try StoreMerge(base: common ?? .empty, ours: bases[1], theirs: bases[0], by: renames).version(in: repository)
  }
}
