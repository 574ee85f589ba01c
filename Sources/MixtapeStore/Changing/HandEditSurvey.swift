internal import GitHistory
internal import LosslessTOML
internal import MixtapeModel
internal import PlaylistFiles

/// The hand edits since the last commit: edits that can be committed, and files that have errors.
struct HandEditSurvey {
  /// A hand edit with the bytes to commit; `nil` for a deleted file.
  struct Edit {
    fileprivate(set) var edit: HandEdit
    let bytes: [UInt8]?
    /// The id of the added or removed content.
    let content: ObjectID?
    /// The edits of the other files, if many files were created.
    var others: [Edit] = []

    /// The message of the commit of the edit.
    var message: CommitMessage {
      let names = others.isEmpty ? [] : edit.paths.map { StoredFile(path: $0)?.name ?? $0 }
      return CommitMessage(
        edit.subject, body: CommitMessage.list(names), operation: CommitMessage.editOperation,
        trailers: renames.trailers())
    }
  }

  /// The edits of the files, each file separately.
  private(set) var edits: [Edit] = []
  private(set) var invalid: [FileReport] = []
  /// The paths of the invalid files whose versions in HEAD are used.
  private var substituted: Set<String> = []
  /// The paths of files that are no files of the store because of their names.
  private(set) var ignored: [String] = []
  /// All files that were found, changed and unchanged.
  let state: WorkTreeState

  /// Compares the store's files with HEAD.
  ///
  /// - Parameter readsAll: Whether to read all files, also those that git's index calls unchanged.
  init(of store: Store, _ repository: StoreRepository, readingAll readsAll: Bool = false) throws(MixtapeError) {
    state = try repository.storeState(readingAll: readsAll)
    guard !state.changes.isEmpty else { return }
    var check = try StoreCheck(store)
    var found: [Edit] = []
    for change in state.changes {
      if let edit = try read(change, of: store, &check) { found.append(edit) }
    }
    edits = try Self.pairingMoves(found, in: repository)
    ignored = check.ignoredFiles
    let committed = CommittedVersions(of: store)
    for report in invalid where !check.isIgnored(report.path) && committed.substitute(for: report.path) != nil {
      substituted.insert(report.path)
    }
  }

  /// Returns the notice of an invalid file.
  func notice(of report: FileReport) -> StoreNotice {
    .fileInvalid(report, usesCommittedVersion: substituted.contains(report.path))
  }

  private mutating func read(
    _ change: WorkTreeChange, of store: Store, _ check: inout StoreCheck
  ) throws(MixtapeError) -> Edit? {
    if change.kind == .deleted {
      return Edit(edit: HandEdit(kind: .deleted, path: change.path, oldPath: nil), bytes: nil, content: change.old)
    }
    switch try store.load(change.path) {
    case .absent:
      // The directory listing has a name that is not UTF-8, but the file cannot be looked up by it.
      if let report = check.report(onNameAt: change.path) { invalid.append(report) }
    case .unusable(let report): invalid.append(check.report(onNameAt: change.path) ?? report)
    case .bytes(let bytes):
      let report = try check.report(on: bytes, at: change.path)
      if !report.hasErrors { return try Self.edit(change, bytes) }
      invalid.append(report)
    }
    return nil
  }

  private static func edit(_ change: WorkTreeChange, _ bytes: [UInt8]) throws(MixtapeError) -> Edit {
    let kind: HandEdit.Kind = change.old == nil ? .created : .edited
    return Edit(
      edit: HandEdit(kind: kind, path: change.path, oldPath: nil), bytes: bytes,
      content: try StoreRepository.blobID(of: bytes))
  }
}

// MARK: - Commits

extension HandEditSurvey {
  /// The edits that get a commit each, in the order of the commits: each file, but many new files together.
  var commits: [Edit] {
    let created = edits.filter { $0.edit.kind == .created }
    guard created.count >= Self.manyFiles, let first = created.first else { return edits }
    var all = first
    all.others = Array(created.dropFirst())
    all.edit.otherPaths = all.others.map(\.edit.path)
    return [all] + edits.filter { $0.edit.kind != .created }
  }

  /// The number of new files from which on they are one commit, because each commit has all names of the folder.
  static let manyFiles = 50

  /// Returns the hand edits that can be undone. Without a commit, the first of them becomes the first commit, which nothing undoes.
  func undoableEdits(in repository: StoreRepository) throws(MixtapeError) -> ArraySlice<Edit> {
    try repository.head().commit == nil ? commits.dropFirst() : commits[...]
  }
}

extension HandEditSurvey.Edit {
  /// The item that the edit renamed.
  fileprivate var renames: ItemRenames {
    var renames = ItemRenames()
    if let old = edit.oldPath.flatMap(StoreItem.init(path:)), let new = StoreItem(path: edit.path) {
      renames.add(old, new)
    }
    return renames
  }

  /// Makes the contents as blobs, and returns the changes of files.
  func changes(in repository: StoreRepository) throws(MixtapeError) -> [TreeChange] {
    let written = try ([self] + others).map { (edit) throws(MixtapeError) in
      TreeChange(path: edit.edit.path, blob: try repository.makeBlob(edit.bytes))
    }
    return written + [edit.oldPath].compactMap(\.self).map { TreeChange(path: $0, blob: nil) }
  }
}

// MARK: - Moves

extension HandEditSurvey {
  /// Combines a deletion and a creation into one edit: a move if the names are equal, or a renaming if the contents are those of one
  /// file (``SimilarFiles``). O(*n*) in the number of edits.
  private static func pairingMoves(_ edits: [Edit], in repository: StoreRepository) throws(MixtapeError) -> [Edit] {
    let removed = Dictionary(grouping: edits.filter { $0.edit.kind == .deleted }) { FileKey($0.edit.path) }
    let added = Dictionary(grouping: edits.filter { $0.edit.kind == .created }) { FileKey($0.edit.path) }
    var moves: [Edit] = []
    for (key, old) in removed {
      for (old, new) in zip(old, added[key] ?? []) { moves.append(combined(old, new, isRenaming: false)) }
    }
    let rest = edits.removing(moves)
    let renamings = try renamings(rest, in: repository)
    return (rest.removing(renamings) + moves + renamings).sorted { $0.edit.path < $1.edit.path }
  }

  private static func renamings(_ edits: [Edit], in repository: StoreRepository) throws(MixtapeError) -> [Edit] {
    let (removed, added) = (edits.filter { $0.edit.kind == .deleted }, edits.filter { $0.edit.kind == .created })
    let pairs = try repository.renamings(
      removed: removed.compactMap(\.unpaired), added: added.compactMap(\.unpaired))
    return pairs.map { combined(removed[$0.removed], added[$0.added], isRenaming: true) }
  }

  private static func combined(_ old: Edit, _ new: Edit, isRenaming: Bool) -> Edit {
    let whole = HandEdit(kind: isRenaming ? .renamed : .moved, path: new.edit.path, oldPath: old.edit.path)
    return Edit(edit: whole, bytes: new.bytes, content: new.content)
  }

}

extension HandEditSurvey.Edit {
  fileprivate var unpaired: UnpairedFile? {
    content.map { UnpairedFile(path: edit.path, content: $0, bytes: bytes) }
  }
}

extension [HandEditSurvey.Edit] {
  /// Returns the edits without those that are part of renamings.
  fileprivate func removing(_ renamings: [HandEditSurvey.Edit]) -> [HandEditSurvey.Edit] {
    let paths = Set(renamings.flatMap(\.edit.paths))
    return paths.isEmpty ? self : filter { !paths.contains($0.edit.path) }
  }
}
