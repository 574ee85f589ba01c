internal import GitHistory
internal import MixtapeModel
internal import PlaylistFiles

/// The versions of all files before and after a change to revert.
struct RevertStates {
  let before: MergeTip
  let after: MergeTip

  /// The states for the revert of a revert.
  var reversed: RevertStates { RevertStates(before: after, after: before) }
}

extension RevertStates {
  /// Makes the states before and after a commit.
  init(of commit: CommitID, in repository: StoreRepository) throws(MixtapeError) {
    let parent = try repository.parents(of: commit).first
    before = try parent.map { (parent) throws(MixtapeError) in try MergeTip(parent, in: repository) } ?? .empty
    after = try MergeTip(commit, in: repository)
  }
}

/// The files of a revert in three versions: after the change, now, and before the change.
///
/// Files are reverted one by one. If a later change moved an episode to another podcast, it is moved in the versions before and
/// after the change, too, so that its values are reverted at its present place. If the change itself moved it, it is moved in the
/// present version, so that its later values stay.
struct RevertLayout {
  /// A file of a revert.
  struct File {
    /// The versions: the base is that after the change, ours is the present one, and theirs is that before the change.
    fileprivate(set) var versions: MergeUnit
    /// The present file; `nil` if it does not exist.
    fileprivate(set) var present: PresentFiles.File?
    /// Whether others deleted the file at the same time, and the merge kept it because of the change.
    var isKept = false
  }

  /// The files that the revert can change.
  private(set) var files: [File] = []
  /// The conflicts with later moves of episodes that the change moved, too.
  private(set) var conflicts: [RevertConflict] = []

  private let repository: StoreRepository

  /// Finds the files of a revert.
  ///
  /// - Parameters:
  ///   - units: The files that differ between the states, or those of them that are reverted.
  ///   - commit: The commit after which the files had the contents that the change left.
  init(
    of units: [RevertUnit], between states: RevertStates, since commit: CommitID, _ present: PresentFiles,
    in repository: StoreRepository
  ) throws(MixtapeError) {
    self.repository = repository
    let own = try units.map { (unit) throws(MixtapeError) in try file(of: unit, since: commit, present) }
    var touched: Set<Episode.ID> = []
    for unit in units { touched.formUnion(try unit.touchedEpisodes(in: repository)) }
    let isMoved =
      try touched.isEmpty ? false : !LibraryVersion(of: present.tree, in: repository).missing(of: touched).isEmpty
    let known = Set(units.flatMap(\.paths) + own.compactMap(\.present?.path))
    let others = isMoved ? try podcasts(from: states.after.tree, to: present.tree, besides: known) : []
    let all = own + others
    let relocation = try EpisodeRelocation(of: all.map(\.versions), in: repository)
    conflicts = try conflicts(with: relocation)
    let returned = try ReturnedEpisodes(in: relocation.units, repository)
    for (old, unit) in zip(all, relocation.units) {
      let versions = try returned.removed(from: unit)
      guard versions.theirs != versions.base || versions.ours != old.versions.ours else { continue }
      var file = old
      file.versions = versions
      if file.present == nil, let path = versions.ours?.path { file.present = try present.file(at: path) }
      files.append(file)
    }
  }

  private func file(
    of unit: RevertUnit, since commit: CommitID, _ present: PresentFiles
  ) throws(MixtapeError) -> File {
    var current: PresentFiles.File?
    if let after = unit.after {
      let places = unit.places.isEmpty ? [FilePlace(commit: commit, path: after.committedPath)] : unit.places
      current = try present.file(of: after, at: places)
    } else if let before = unit.before {
      current = try present.file(at: before.path)
    }
    let ours = try current.flatMap { (file) throws(MixtapeError) in
      try repository.makeBlob(file.bytes).map { TreeEntry(path: file.path, id: $0, mode: .regular) }
    }
    let versions = MergeUnit(base: unit.after?.entry, ours: ours, theirs: unit.before?.entry)
    return File(versions: versions, present: current, isKept: unit.isKept)
  }

  /// Returns other podcasts that differ between the tree after the change and the present one. Episodes can have been moved to
  /// them.
  private func podcasts(
    from old: ObjectID?, to new: ObjectID?, besides known: Set<String>
  ) throws(MixtapeError) -> [File] {
    guard let new else { return [] }
    return try repository.differences(from: old, to: new)
      .filter { $0.item?.section == .library && !known.contains($0.path) }
      .map { File(versions: MergeUnit(base: $0.oldEntry, ours: $0.newEntry, theirs: $0.oldEntry), present: nil) }
  }
}

// MARK: - Conflicts

extension RevertLayout {
  /// Returns the conflicts of the change with later moves of episodes: those of episodes that the change moved, too. If episodes
  /// could not be relocated, also those of episodes that the change edited or added, and those of episodes that the change moved and
  /// that were edited since.
  private func conflicts(with relocation: EpisodeRelocation) throws(MixtapeError) -> [RevertConflict] {
    let moves = relocation.moves
    var conflicts: [RevertConflict] = []
    for move in moves.moves {
      let isLost = relocation.isRefused ? try moves.isChanged(move, on: move.side.other) : false
      guard move.isOfBothSides || isLost, let present = moves.id(of: move, on: .ours) else { continue }
      // An episode that only the change moved still has the id that the change gave it.
      let old = move.isOfBothSides || move.side == .ours ? moves.baseID(of: move) : moves.id(of: move, on: .theirs)
      let unit = moves.units[move.old.unit]
      guard let old, let path = (unit.ours ?? unit.base)?.path else { continue }
      conflicts.append(RevertConflict(path: path, reason: .episodeMoved(old, to: present)))
    }
    return conflicts
  }
}

extension RevertUnit.Version {
  /// The version as a file of a merge.
  fileprivate var entry: TreeEntry { TreeEntry(path: path, id: blob, mode: .regular) }
}
