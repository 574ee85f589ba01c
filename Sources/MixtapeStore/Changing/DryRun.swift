internal import GitHistory
internal import MixtapeModel

/// The state of the store that a change would start from, read without the lock and without writing anything.
struct DryRun {
  let repository: StoreRepository
  /// The hand edits that the change would commit first.
  let survey: HandEditSurvey

  /// Reads the state of a store.
  ///
  /// - Throws: ``MixtapeError/Code/interrupted`` if a change would first finish an interrupted one.
  init(of store: Store) throws(MixtapeError) {
    repository = try store.openRepository()
    try repository.requireNoUnfinishedOperation()
    if let pending = try OperationJournal(in: repository.privateState).read(), !pending.isCapture {
      throw MixtapeError(.interrupted, .text(pending.subject))
    }
    survey = try HandEditSurvey(of: store, repository)
    for report in survey.invalid { store.context.notify(.fileInvalid(report, usesCommittedVersion: false)) }
  }

  /// Previews a commit.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if one of the files may not be written over.
  func preview(of writes: [FileWrite], _ message: CommitMessage) throws(MixtapeError) -> ChangePreview {
    ChangePreview(subject: message.subject, differences: try differences(after: writes))
  }

  /// Returns the differences that files would have after some writes.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if a file that would be written has errors.
  func differences(after writes: [FileWrite]) throws(MixtapeError) -> [FileDifference] {
    // A change makes the same checks, also for a file that several steps leave unchanged.
    for write in writes {
      try write.requireReadableSize()
      try survey.state.requireCheckedOut(write)
      if let report = survey.invalid.report(obstructing: write.path) { throw Store.invalid(report) }
    }
    return writes.filter { $0.old != $0.new }.map { FileDifference(path: $0.path, old: $0.old, new: $0.new) }
  }
}

/// A preview of a change. Nothing was changed.
public struct ChangePreview: Sendable {
  /// The subject that its commit would have.
  public let subject: String
  /// The differences that the files would have; empty if there is nothing to do.
  public let differences: [FileDifference]
}
