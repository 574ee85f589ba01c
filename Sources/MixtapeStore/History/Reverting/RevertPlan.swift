internal import GitHistory
internal import MixtapeModel

/// A plan to revert one commit in the present files.
struct RevertPlan {
  /// The files to write; empty if nothing has to change.
  private(set) var writes: [FileWrite] = []
  /// The conflicts with later changes. If there is one, nothing is written.
  private(set) var conflicts: [RevertConflict] = []

  private let repository: StoreRepository
  private let present: PresentFiles
  /// The paths of written files that others deleted.
  private var kept: [String] = []

  /// Makes a plan to revert a commit. Changes that others made at the same time stay.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if a present file has errors; ``MixtapeError/Code/invalidVersion``
  ///   if a file to restore has errors.
  init(
    reverting commit: CommitID, in store: Store, _ repository: StoreRepository, knownInvalid invalid: [FileReport],
    following edits: [HandEdit]
  ) throws(MixtapeError) {
    try self.init(
      reverting: try repository.storeChanges(in: commit), of: commit, in: store, repository, knownInvalid: invalid,
      following: edits)
  }

  /// Makes a plan to take back changes of files that a commit made. Changes that others made at the same time stay.
  ///
  /// - Parameter isWhole: Whether these are all files of the commit. Then an episode is also taken back from the podcast to which
  ///   others moved it, and put back there.
  init(
    reverting changes: [FileChange], of commit: CommitID, isWhole: Bool = true, in store: Store,
    _ repository: StoreRepository, knownInvalid invalid: [FileReport], following edits: [HandEdit]
  ) throws(MixtapeError) {
    let history = FileHistory(in: repository)
    let units = try repository.units(of: changes, in: commit, by: history)
    let (states, all): (RevertStates, [RevertUnit])
    if let others = try ConcurrentChanges(with: commit, by: history) {
      (states, all) = (others.states, try others.units(for: units, isWhole: isWhole))
    } else {
      (states, all) = (try RevertStates(of: commit, in: repository), units)
    }
    try self.init(
      reverting: all, between: states, since: commit, in: store, repository, knownInvalid: invalid, following: edits)
  }

  /// Makes a plan to take back changes of files.
  ///
  /// - Parameters:
  ///   - units: The files that differ between the states.
  ///   - commit: The commit after which the files had the contents that the changes left.
  init(
    reverting units: [RevertUnit], between states: RevertStates, since commit: CommitID, in store: Store,
    _ repository: StoreRepository, knownInvalid invalid: [FileReport], following edits: [HandEdit]
  ) throws(MixtapeError) {
    self.repository = repository
    present = try PresentFiles(of: store, repository, knownInvalid: invalid, following: edits)
    let layout = try RevertLayout(of: units, between: states, since: commit, present, in: repository)
    conflicts = layout.conflicts
    for file in layout.files { try plan(file) }
    if conflicts.isEmpty {
      let parent = try RevertStates(of: commit, in: repository).before
      writes = try writes.withFollowers(in: store)
        .followingReturnedEntries(in: present.tree, knownIn: [states.before, states.after, parent], repository)
      for path in kept { store.context.notify(.keptDeletedFile(path: path)) }
    }
    writes.sort { $0.path < $1.path }
    conflicts.sort { $0.path < $1.path }
  }

  /// Returns the writes if there are no conflicts.
  ///
  /// - Parameter subject: The subject of the change, for the error.
  /// - Throws: ``MixtapeError/Code/conflict`` with a ``RevertConflicts`` as its cause.
  func writes(reverting subject: String) throws(MixtapeError) -> [FileWrite] {
    guard conflicts.isEmpty else {
      throw MixtapeError(.conflict, .text(subject), cause: RevertConflicts(conflicts: conflicts))
    }
    return writes
  }

  private mutating func plan(_ file: RevertLayout.File) throws(MixtapeError) {
    switch (file.versions.theirs, file.versions.base) {
    case (let before?, let after?):
      let count = writes.count
      try revertEdit(of: file, from: after, to: before)
      if file.isKept, writes.count > count { kept.append(writes[writes.count - 1].path) }
    case (let before?, nil): try revertDeletion(of: file, before)
    case (nil, let after?): try revertCreation(of: file, after)
    case (nil, nil): break
    }
  }

  // MARK: Files that the change created or deleted

  private mutating func revertDeletion(of file: RevertLayout.File, _ before: TreeEntry) throws(MixtapeError) {
    guard let current = file.present else {
      let bytes = try repository.blob(before.id)
      try requireSound(bytes, at: before.path)
      return writes.append(FileWrite(path: before.path, old: nil, new: bytes))
    }
    if file.versions.ours?.id != before.id { report(.taken(by: current.path), at: before.path) }
  }

  private mutating func revertCreation(of file: RevertLayout.File, _ after: TreeEntry) throws(MixtapeError) {
    guard let current = file.present else { return }
    guard current.path == after.path, file.versions.ours?.id == after.id else {
      return report(.changedSince, at: current.path)
    }
    writes.append(FileWrite(path: current.path, old: current.bytes, new: nil))
  }

  // MARK: Files that the change edited, moved or renamed

  private mutating func revertEdit(
    of file: RevertLayout.File, from after: TreeEntry, to before: TreeEntry
  ) throws(MixtapeError) {
    guard let current = file.versions.ours else { return report(.deletedSince, at: after.path) }
    let place = place(of: current.path, from: after.path, to: before.path)
    if place != current.path, let other = try present.file(at: place), other.path != current.path {
      return report(.taken(by: other.path), at: current.path)
    }
    guard let bytes = try bytes(of: current, from: after, to: before, at: place) else { return }
    let old = file.present?.bytes
    guard place != current.path || bytes != old else { return }
    if place != current.path { writes.append(FileWrite(path: current.path, old: old, new: nil)) }
    writes.append(FileWrite(path: place, old: place == current.path ? old : nil, new: bytes))
  }

  /// Returns the new path of a file. Folder and name are reverted like keys.
  private mutating func place(of current: String, from after: String, to before: String) -> String {
    guard let section = Section(containing: current), let now = StoredFile(path: current),
      let new = StoredFile(path: after), let old = StoredFile(path: before)
    else { return current }
    var merge = KeyMerge()
    let folder = merge.value(
      .folder, base: new.folder, ours: now.folder, theirs: old.folder, shownAs: { .text($0.path) })
    let name = merge.value(.id, base: new.name, ours: now.name, theirs: old.name, shownAs: { .text($0) })
    for conflict in merge.conflicts { report(.key(conflict), at: current) }
    return StoredFile(section: section, folder: folder, name: name).path
  }

  /// Returns the new content of a file; `nil` after a conflict.
  private mutating func bytes(
    of current: TreeEntry, from after: TreeEntry, to before: TreeEntry, at place: String
  ) throws(MixtapeError) -> [UInt8]? {
    let now = try repository.blob(current.id)
    if before.id == after.id || current.id == before.id { return now }
    let (old, new) = (try repository.blob(before.id), try repository.blob(after.id))
    if current.id == after.id {
      try requireSound(old, at: before.path)
      return old
    }
    return try merged(now, of: current.path, from: new, to: old, at: place)
  }

  /// Returns the content of a file that has been changed again since, without the change; `nil` after a conflict.
  private mutating func merged(
    _ now: [UInt8], of path: String, from new: [UInt8], to old: [UInt8], at place: String
  ) throws(MixtapeError) -> [UInt8]? {
    let file = StoredFile(path: place)
    if let file, let id = StoredFile.playlistID(at: place) {
      let revert = PlaylistRevert(id: id, folder: file.folder, before: old, after: new, now: now)
      switch try revert.result(at: path) {
      case .success(let bytes): return bytes
      case .failure(let found):
        conflicts += found.conflicts
        return nil
      }
    }
    if let file, let id = StoredFile.podcastID(at: place) {
      let revert = PodcastRevert(id: id, folder: file.folder, before: old, after: new, now: now)
      if let bytes = try revert.result(at: path) { return bytes }
    }
    report(.textChangedSince, at: path)
    return nil
  }

  private mutating func report(_ reason: RevertConflict.Reason, at path: String) {
    conflicts.append(RevertConflict(path: path, reason: reason))
  }

  /// Throws an error if bytes to restore have errors by the present rules.
  private func requireSound(_ bytes: [UInt8], at path: String) throws(MixtapeError) {
    let report = FileReport(checking: bytes, at: path)
    if report.hasErrors { throw Store.invalidVersion(report) }
  }
}
