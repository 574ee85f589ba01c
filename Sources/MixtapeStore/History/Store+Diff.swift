internal import GitHistory
public import MixtapeModel

extension Store {
  /// Returns the differences of the store's files between two revisions, or between a revision and the present files.
  ///
  /// - Parameters:
  ///   - item: The playlist or podcast to compare, also by a former id; `nil` for all files. If its file was renamed between the
  ///     revisions, both files are returned.
  ///   - old: The older revision; `nil` for HEAD.
  ///   - new: The newer revision; `nil` for the present files.
  /// - Throws: ``MixtapeError/Code/noSuchRevision``; ``MixtapeError/Code/notFound`` if the item does not
  ///   exist, and never did in the history of the revisions.
  public func diff(
    of item: StoreItem?, from old: Revision?, to new: Revision?
  ) throws(MixtapeError) -> [FileDifference] {
    let repository = try openRepository()
    let item = try item.map { (item) throws(MixtapeError) in try present(item, in: repository) }
    let base = try old.map { (name) throws(MixtapeError) in try resolve(name, for: item, in: repository) }
    let target = try new.map { (name) throws(MixtapeError) in try resolve(name, for: item, in: repository) }
    let head = try repository.head().commit
    let start = base ?? head
    let names = try item.map { (item) throws(MixtapeError) in try self.names(of: item, in: start, target, repository) }
    var pairs: [String: (old: [UInt8]?, new: [UInt8]?)] = [:]
    for change in try changes(from: start, to: target, reportingIgnored: item == nil, in: repository) {
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
      try requireKnown(item, inHistoryOf: Set([start, target ?? head].compactMap(\.self)).map { $0 }, repository)
    }
    return pairs.sorted { $0.key < $1.key }.map { FileDifference(path: $0.key, old: $0.value.old, new: $0.value.new) }
  }

  /// Returns the ids of an item in a commit, and in another one or in the present files. A renamed file has different ones.
  private func names(
    of item: StoreItem, in start: CommitID?, _ target: CommitID?, _ repository: StoreRepository
  ) throws(MixtapeError) -> (old: StoreItem, new: StoreItem) {
    let isOld = try start.map { (start) throws(MixtapeError) in try repository.has(item, in: start) } ?? false
    let isNew = if let target { try repository.has(item, in: target) } else { try path(of: item) != nil }
    guard !isOld || !isNew else { return (item, item) }
    // An item that neither has was renamed later.
    let known = isOld ? start : isNew ? target : nil
    let trail =
      if known == nil { try ItemTrail(ofPresent: item, in: self, repository) } else {
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
    from start: CommitID?, to target: CommitID?, reportingIgnored reports: Bool, in repository: StoreRepository
  ) throws(MixtapeError) -> Set<String> {
    if let target { return Set(try repository.storeChanges(from: start, to: target).map(\.path)) }
    let edited = try edited(reportingIgnored: reports, in: repository)
    guard let head = try repository.head().commit, head != start else { return edited }
    return edited.union(try repository.storeChanges(from: start, to: head).map(\.path))
  }

  /// Returns the paths of files that differ from HEAD. A new file is ignored if another one has its id, or it is a conflict copy.
  private func edited(
    reportingIgnored reports: Bool, in repository: StoreRepository
  ) throws(MixtapeError) -> Set<String> {
    let changes = try repository.storeState().changes
    let created = changes.filter { $0.old == nil }
    guard !created.isEmpty else { return Set(changes.map(\.path)) }
    let files = created.compactMap { StoredFile(path: $0.path) }
    let clashes = try clashes(of: files)
    let ignored = files.compactMap { clashes[$0.path] ?? FileReport(ofConflictCopy: $0) }
    if reports { for report in ignored { context.notify(.fileInvalid(report, usesCommittedVersion: false)) } }
    return Set(changes.map(\.path)).subtracting(ignored.map(\.path))
  }

  /// Returns the reports on files that share an id with one of some files, by their paths.
  private func clashes(of files: [StoredFile]) throws(MixtapeError) -> [String: FileReport] {
    var clashes: [String: FileReport] = [:]
    for section in Section.allCases {
      let names = Set(files.filter { Section(containing: $0.path) == section }.map(\.name))
      guard !names.isEmpty else { continue }
      let scan = try SectionScan(section, of: self, lookingFor: names)
      for report in scan.reports where report.hasIDOfOtherFile { clashes[report.path] = report }
    }
    return clashes
  }

  private func currentBytes(of path: String) throws(MixtapeError) -> [UInt8]? {
    if case .bytes(let bytes) = try load(path) { bytes } else { nil }
  }
}
