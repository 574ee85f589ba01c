internal import GitHistory
internal import MixtapeModel
internal import PlaylistFiles

extension Transaction {
  /// Commits the hand edits of a store, and no other change. See ``Store/captureHandEdits()``.
  ///
  /// - Parameter acceptsDeletions: Whether the deletion of most files is committed.
  static func captureHandEdits(
    of store: Store, acceptingDeletions acceptsDeletions: Bool = false
  ) throws(MixtapeError) -> [CapturedEdit] {
    let transaction = try begin(in: store, acceptingDeletions: acceptsDeletions)
    if !transaction.captured.isEmpty { transaction.refreshCopies() }
    transaction.notifyIfPackingIsDue()
    return transaction.captured
  }

  /// Commits hand edits, each file as a separate commit, but many new files as one. Files with errors are recorded and reported.
  ///
  /// - Parameters:
  ///   - readsAll: Whether to read all files. If git converts files, it calls some unchanged whose bytes differ from HEAD.
  ///   - acceptsDeletions: Whether the deletion of most files is committed.
  /// - Throws: ``MixtapeError/Code/filesVanished`` if most files are gone.
  mutating func captureHandEdits(
    readingAll readsAll: Bool = false, acceptingDeletions acceptsDeletions: Bool = false
  ) throws(MixtapeError) {
    let survey = try HandEditSurvey(of: store, repository, readingAll: readsAll)
    if !acceptsDeletions, let vanished = survey.vanished { throw MixtapeError(.filesVanished, cause: vanished) }
    workTree = survey.workTree
    for report in survey.invalid where invalidFiles.updateValue(report, forKey: report.path) == nil {
      store.context.notify(survey.notice(of: report))
    }
    for report in survey.obstacles { invalidFiles[report.path] = report }
    survey.warnOfInvalidNames()
    let edits = survey.commits
    guard !edits.isEmpty else { return }
    try requireUsableGitIndex()
    if let settings = survey.edits.first(where: { $0.handEdit.path == StoreFile.name })?.bytes {
      try TrustedSettings(of: store).add(
        in: settings, from: try repository.content(of: StoreFile.name, in: try repository.head().commit))
    }
    let written = edits.compactMap(\.expected)
    if edits.count > Self.mostEditsAtOnce { store.context.notify(.capturingHandEdits(count: edits.count)) }
    for start in stride(from: 0, to: edits.count, by: Self.mostEditsAtOnce) {
      try commitHandEdits(Array(edits[start..<min(start + Self.mostEditsAtOnce, edits.count)]))
    }
    ExpectedChanges.remove(written, in: state)
    if edits.count > Self.mostNamedEdits {
      store.context.notify(.capturedHandEdits(count: edits.count))
    } else {
      for edit in edits { store.context.notify(.capturedHandEdit(subject: edit.message.subject)) }
    }
    if readsAll, case let settings = try repository.conversionSettings(at: edits.map(\.handEdit.path)),
      !settings.isEmpty
    {
      store.context.notify(.advisory(.filesAreNotConverted(settings)))
    }
    let removed = survey.edits.compactMap { $0.handEdit.kind == .deleted ? $0.handEdit.path : $0.handEdit.oldPath }
    RuleWarnings(store).notifyOfRules(
      naming: Set(removed.compactMap(SectionFile.playlistID(at:))), renamed: survey.renamedPlaylists)
  }

  /// The number of edits that HEAD moves over at once. If many files were edited by hand, their commits take minutes; after an
  /// interruption, the next change commits the rest.
  private static var mostEditsAtOnce: Int { 200 }

  /// The number of edits that are named. Of more, such as the files of a moved folder, only their number is told.
  private static var mostNamedEdits: Int { 5 }

  /// Commits edits in the given order. Their objects are synced together, and HEAD moves over all of them at once.
  ///
  /// Until HEAD moves, the process may end at any time: nothing refers to the objects yet, and the edits are still on
  /// disk.
  private mutating func commitHandEdits(_ edits: [HandEditSurvey.Edit]) throws(MixtapeError) {
    let record = PendingOperation(capturing: edits.map(\.handEdit))
    var operations: [PendingOperation] = []
    for edit in edits { operations.append(try operation(for: edit)) }
    let ids = try commitOperations(operations, recordedAs: record)
    for (place, edit) in edits.enumerated() {
      captured.append(CapturedEdit(subject: edit.message.subject, paths: edit.handEdit.paths, commit: ids[place]))
    }
  }

  /// Returns the operation of an edit on disk. It gets no record of its own: after an interruption, the edit is still
  /// on disk, and the record of the whole capture names the entries of git's index that may already have new
  /// contents.
  private func operation(for edit: HandEditSurvey.Edit) throws(MixtapeError) -> PendingOperation {
    let changes = try edit.changes(in: repository).map {
      PendingOperation.Change(path: $0.path, old: nil, new: $0.blob?.description)
    }
    return try operation(edit.message, changes)
  }
}
