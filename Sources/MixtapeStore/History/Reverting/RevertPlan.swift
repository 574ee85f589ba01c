internal import GitHistory
internal import MixtapeModel

/// A plan to revert one commit in the present files.
struct RevertPlan {
  /// The files to write; empty if nothing has to change.
  private(set) var writes: [FileWrite] = []
  /// The conflicts with later changes. If there is one, nothing is written.
  private(set) var conflicts: [RevertConflict] = []

  private let store: Store
  private let repository: StoreRepository
  private let commit: CommitID
  /// Files that were edited by hand and have errors.
  private let invalid: [FileReport]
  /// The uncommitted hand edits.
  private let edits: [HandEdit]
  private let units: [RevertUnit]
  /// The paths of written files that others deleted.
  private var kept: [String] = []
  private var scans: [Section: SectionScan] = [:]

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
  init(
    reverting changes: [FileChange], of commit: CommitID, in store: Store, _ repository: StoreRepository,
    knownInvalid invalid: [FileReport], following edits: [HandEdit]
  ) throws(MixtapeError) {
    let units = RevertUnit.units(of: changes, operation: try repository.operation(of: commit))
    let others = try ConcurrentChanges(with: commit, in: repository)
    try self.init(
      reverting: try units.map { (unit) throws(MixtapeError) in try others?.added(to: unit) ?? unit }, since: commit,
      in: store, repository, knownInvalid: invalid, following: edits, original: units)
  }

  /// Makes a plan to take back changes of files.
  ///
  /// - Parameters:
  ///   - commit: The commit after which the files had the contents that the changes left.
  ///   - original: The changes without those of others; `nil` if they are the same. If others moved an episode, it is not in
  ///     the files with their changes.
  init(
    reverting units: [RevertUnit], since commit: CommitID, in store: Store, _ repository: StoreRepository,
    knownInvalid invalid: [FileReport], following edits: [HandEdit], original: [RevertUnit]? = nil
  ) throws(MixtapeError) {
    self.store = store
    self.repository = repository
    self.commit = commit
    self.invalid = invalid
    self.edits = edits
    self.units = units
    for unit in units { try plan(unit) }
    conflicts += try MovedEpisodes(in: repository).conflicts(with: original ?? units)
    if conflicts.isEmpty {
      writes = try writes.withFollowers(in: store)
      for path in kept { store.context.notify(.keptDeletedFile(path: path)) }
    }
    writes.sort { $0.path < $1.path }
    conflicts.sort { $0.path < $1.path }
  }

  /// Returns the writes if there are no conflicts.
  ///
  /// - Parameters:
  ///   - subject: The subject of the change, for the error.
  ///   - includesReceived: Whether changes of others can be the reason of a conflict.
  /// - Throws: ``MixtapeError/Code/conflict`` with a ``RevertConflicts`` as its cause.
  func writes(reverting subject: String, includesReceived: Bool = false) throws(MixtapeError) -> [FileWrite] {
    guard conflicts.isEmpty else {
      throw MixtapeError(
        .conflict, .text(subject), cause: RevertConflicts(conflicts: conflicts, includesReceived: includesReceived))
    }
    return writes
  }

  private mutating func plan(_ unit: RevertUnit) throws(MixtapeError) {
    switch (unit.before, unit.after) {
    case (let before?, let after?):
      let count = writes.count
      try revertEdit(from: after, to: before)
      if unit.isKept, writes.count > count { kept.append(writes[writes.count - 1].path) }
    case (let before?, nil): try revertDeletion(before)
    case (nil, let after?): try revertCreation(after)
    case (nil, nil): break
    }
  }

  // MARK: Files that the change created or deleted

  private mutating func revertDeletion(_ before: RevertUnit.Version) throws(MixtapeError) {
    let bytes = try content(before)
    guard let current = try current(at: before.path) else {
      try requireSound(bytes, at: before.path)
      return writes.append(FileWrite(path: before.path, old: nil, new: bytes))
    }
    if current.bytes != bytes { report(.taken(by: current.path), at: before.path) }
  }

  private mutating func revertCreation(_ after: RevertUnit.Version) throws(MixtapeError) {
    guard let current = try followed(after) else { return }
    guard current.path == after.path, current.bytes == (try content(after)) else {
      return report(.changedSince, at: current.path)
    }
    writes.append(FileWrite(path: current.path, old: current.bytes, new: nil))
  }

  // MARK: Files that the change edited, moved or renamed

  private mutating func revertEdit(
    from after: RevertUnit.Version, to before: RevertUnit.Version
  ) throws(MixtapeError) {
    guard let current = try followed(after) else { return report(.deletedSince, at: after.path) }
    let place = place(of: current.path, from: after.path, to: before.path)
    if place != current.path, let other = try self.current(at: place), other.path != current.path {
      return report(.taken(by: other.path), at: current.path)
    }
    guard let bytes = try bytes(of: current, from: after, to: before, at: place) else { return }
    guard place != current.path || bytes != current.bytes else { return }
    if place != current.path { writes.append(FileWrite(path: current.path, old: current.bytes, new: nil)) }
    writes.append(
      FileWrite(path: place, old: place == current.path ? current.bytes : nil, new: bytes))
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
    of current: CurrentFile, from after: RevertUnit.Version, to before: RevertUnit.Version, at place: String
  ) throws(MixtapeError) -> [UInt8]? {
    if before.blob == after.blob { return current.bytes }
    let (old, new) = (try content(before), try content(after))
    if current.bytes == old { return old }
    if current.bytes == new {
      try requireSound(old, at: before.path)
      return old
    }
    return try merged(current, from: new, to: old, at: place)
  }

  /// Returns the content of a file that has been changed again since, without the change; `nil` after a conflict.
  private mutating func merged(
    _ current: CurrentFile, from new: [UInt8], to old: [UInt8], at place: String
  ) throws(MixtapeError) -> [UInt8]? {
    let file = StoredFile(path: place)
    if let file, let id = StoredFile.playlistID(at: place) {
      let revert = PlaylistRevert(id: id, folder: file.folder, before: old, after: new, now: current.bytes)
      switch try revert.result(at: current.path) {
      case .success(let bytes): return bytes
      case .failure(let found):
        conflicts += found.conflicts
        return nil
      }
    }
    if let file, let id = StoredFile.podcastID(at: place) {
      let revert = PodcastRevert(id: id, folder: file.folder, before: old, after: new, now: current.bytes)
      if let bytes = try revert.result(at: current.path) { return bytes }
    }
    report(.textChangedSince, at: current.path)
    return nil
  }

  private mutating func report(_ reason: RevertConflict.Reason, at path: String) {
    conflicts.append(RevertConflict(path: path, reason: reason))
  }
}

// MARK: - Present files

extension RevertPlan {
  private struct CurrentFile {
    let path: String
    let bytes: [UInt8]
  }

  /// Returns the present file that the change wrote, at its present path.
  private mutating func followed(_ version: RevertUnit.Version) throws(MixtapeError) -> CurrentFile? {
    if let current = try current(at: version.path) { return current }
    guard let committed = try repository.currentPath(of: version.path, since: commit) else { return nil }
    let path = edits.first { $0.oldPath == committed }?.path ?? committed
    return path == version.path ? nil : try current(at: path)
  }

  /// Returns the present file of a name, in any folder.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if several files have the name, and none or several of them are
  /// committed.
  private mutating func current(at path: String) throws(MixtapeError) -> CurrentFile? {
    let place = try locate(path)
    if let report = invalid.report(obstructing: place) { throw Store.invalid(report) }
    return try store.bytes(at: place).map { CurrentFile(path: place, bytes: $0) }
  }

  private mutating func locate(_ path: String) throws(MixtapeError) -> String {
    guard let section = Section(containing: path), let file = StoredFile(path: path) else { return path }
    let scan = try scan(section)
    if let clashing = scan.clashes[file.name] {
      let paths = Set(clashing.map(\.path))
      throw MixtapeError(
        .invalidFile, .file(path), cause: InvalidFiles(reports: scan.reports.filter { paths.contains($0.path) }))
    }
    return scan.files[file.name]?.path ?? path
  }

  private mutating func scan(_ section: Section) throws(MixtapeError) -> SectionScan {
    if let scan = scans[section] { return scan }
    let names = Set(
      units.flatMap(\.paths).filter { Section(containing: $0) == section }.compactMap { StoredFile(path: $0)?.name })
    let scan = try SectionScan(section, of: store, lookingFor: names)
    scans[section] = scan
    return scan
  }

  private func content(_ version: RevertUnit.Version) throws(MixtapeError) -> [UInt8] {
    try repository.blob(version.blob)
  }

  /// Throws an error if bytes to restore have errors by the present rules.
  private func requireSound(_ bytes: [UInt8], at path: String) throws(MixtapeError) {
    let report = FileReport(checking: bytes, at: path)
    if report.hasErrors { throw Store.invalidVersion(report) }
  }
}
