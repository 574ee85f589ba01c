internal import GitHistory
internal import MixtapeModel

/// The comparison of files between two states of a store: commits, or a commit and the present files.
struct FileComparison {
  private let store: Store
  private let repository: StoreRepository

  init(of store: Store) throws(MixtapeError) { (self.store, repository) = (store, try store.openRepository()) }

  /// Returns the files that differ, in order of path. See ``Store/diff(of:from:to:)``.
  func differences(
    of item: StoreItem?, from old: Revision?, to new: Revision?
  ) throws(MixtapeError) -> [FileDifference] {
    let revisions = RevisionSearch(of: store, in: repository)
    let item = try item.map { (item) throws(MixtapeError) in try RenameSearch(in: repository, of: store).present(item) }
    let base = try old.map { (name) throws(MixtapeError) in try revisions.commit(of: name, for: item) }
    let target = try new.map { (name) throws(MixtapeError) in try revisions.commit(of: name, for: item) }
    let head = try repository.head().commit
    let start = base ?? head
    let names = try item.map { (item) throws(MixtapeError) in try self.names(of: item, in: start, target) }
    var pairs: [String: (old: [UInt8]?, new: [UInt8]?)] = [:]
    for change in try changes(from: start, to: target, reportingIgnored: item == nil) {
      let changed = StoreItem(path: change)
      let (isOld, isNew) = names.map { (changed == $0.old, changed == $0.new) } ?? (true, true)
      guard isOld || isNew else { continue }
      let before = isOld ? try repository.content(of: change, in: start) : nil
      let after =
        if !isNew { [UInt8]?.none } else if let target { try repository.content(of: change, in: target) } else {
          try currentBytes(of: change)
        }
      if before != after { pairs[change] = (before, after) }
    }
    if let item, pairs.isEmpty {
      try KnownItems(of: store, in: repository)
        .require(item, inHistoryOf: Array(Set([start, target ?? head].compactMap(\.self))))
    }
    return pairs.sorted { $0.key < $1.key }.map { FileDifference(path: $0.key, old: $0.value.old, new: $0.value.new) }
  }

  /// Returns the ids of an item in a commit, and in another one or in the present files. A renamed file has different ones.
  private func names(
    of item: StoreItem, in start: CommitID?, _ target: CommitID?
  ) throws(MixtapeError) -> (old: StoreItem, new: StoreItem) {
    let isOld = try start.map { (start) throws(MixtapeError) in try repository.has(item, in: start) } ?? false
    let isNew = if let target { try repository.has(item, in: target) } else { try store.path(of: item) != nil }
    guard !isOld || !isNew else { return (item, item) }
    // An item that neither has was renamed later.
    let known = isOld ? start : isNew ? target : nil
    let trail =
      if known == nil { try ItemTrail(ofPresent: item, in: store, repository) } else {
        ItemTrail(of: item, by: RecordedRenames(in: repository))
      }
    let former = try repository.formerItems(on: trail, from: known)
    func name(in commit: CommitID?) throws(MixtapeError) -> StoreItem {
      guard let commit else { return item }
      for name in former where try repository.has(name, in: commit) { return name }
      return item
    }
    return (isOld ? item : try name(in: start), isNew ? item : try name(in: target))
  }

  /// Returns the paths that may differ.
  ///
  /// - Parameter reports: Whether to warn of new files that are ignored.
  private func changes(
    from start: CommitID?, to target: CommitID?, reportingIgnored reports: Bool
  ) throws(MixtapeError) -> Set<String> {
    if let target { return Set(try repository.storeChanges(from: start, to: target).map(\.path)) }
    let edited = try edited(reportingIgnored: reports)
    guard let head = try repository.head().commit, head != start else { return edited }
    return edited.union(try repository.storeChanges(from: start, to: head).map(\.path))
  }

  /// Returns the paths of files that differ from HEAD. A new file is ignored if another one has its id, or it is a conflict copy.
  private func edited(reportingIgnored reports: Bool) throws(MixtapeError) -> Set<String> {
    let changes = try repository.storeState().changes
    let created = changes.filter { $0.old == nil }
    guard !created.isEmpty else { return Set(changes.map(\.path)) }
    let files = created.compactMap { SectionFile(path: $0.path) }
    let clashes = try clashes(of: files)
    let ignored = files.compactMap { clashes[$0.path] ?? FileReport(ofConflictCopy: $0) }
    if reports { for report in ignored { store.context.notify(.fileInvalid(report, usesCommittedVersion: false)) } }
    return Set(changes.map(\.path)).subtracting(ignored.map(\.path))
  }

  /// Returns the reports on files that share an id with one of some files, by their paths.
  private func clashes(of files: [SectionFile]) throws(MixtapeError) -> [String: FileReport] {
    var clashes: [String: FileReport] = [:]
    for section in Section.allCases {
      let names = Set(files.filter { Section(containing: $0.path) == section }.map(\.name))
      guard !names.isEmpty else { continue }
      let scan = try SectionScan(section, of: store, lookingFor: names)
      for report in scan.reports where report.hasIDOfOtherFile { clashes[report.path] = report }
    }
    return clashes
  }

  private func currentBytes(of path: String) throws(MixtapeError) -> [UInt8]? {
    if case .bytes(let bytes) = try store.load(path) { bytes } else { nil }
  }
}
