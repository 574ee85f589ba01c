internal import GitHistory
internal import MixtapeModel

/// The state of the store that a change would start from, read without the lock and without writing anything.
struct DryRun {
  let store: Store
  let repository: StoreRepository
  /// The hand edits that the change would commit first.
  let survey: HandEditSurvey

  /// Reads the state of a store.
  ///
  /// - Throws: ``MixtapeError/Code/interrupted`` if a change would first finish an interrupted one.
  init(of store: Store) throws(MixtapeError) {
    self.store = store
    repository = try store.openRepository()
    try repository.requireNoUnfinishedOperation()
    if let pending = try OperationJournal(in: repository.privateState).read(), !pending.isCapture {
      throw MixtapeError(.interrupted, .text(pending.subject))
    }
    try repository.requireBranch()
    survey = try HandEditSurvey(of: store, repository)
    for report in survey.invalid { store.context.notify(survey.notice(of: report)) }
    survey.warnOfInvalidNames()
  }

  /// Makes the commits that the hand edits would get, oldest first. No branch moves to them.
  ///
  /// - Returns: The commits with their edits; none if HEAD has no commit.
  func makeHandEditCommits() throws(MixtapeError) -> [(id: CommitID, edit: HandEdit)] {
    var head = try repository.head()
    let captures = survey.captures
    guard head.commit != nil, !captures.isEmpty else { return [] }
    let time = store.context.now()
    let author = try repository.signature(for: .author, now: time)
    let committer = try repository.signature(for: .committer, now: time)
    var made: [(id: CommitID, edit: HandEdit)] = []
    for capture in captures {
      head = try repository.prepareCommit(
        try capture.changes(in: repository), message: capture.message.text, author: author, committer: committer,
        onto: head
      ).head
      if let id = head.commit { made.append((id, capture.handEdit)) }
    }
    try repository.writeMadeObjects(isDurable: false)
    return made
  }

  /// Returns the commit that HEAD would have after the commits of hand edits; `nil` for a store without a commit.
  func head(after made: [(id: CommitID, edit: HandEdit)]) throws(MixtapeError) -> CommitID? {
    if let last = made.last { return last.id }
    return try repository.head().commit
  }

  /// Returns the decision about writes, as a change would make it.
  func admission(of origin: Admission.Origin) -> Admission {
    Admission(origin: origin, workTree: survey.workTree, invalid: survey.obstacles)
  }

  /// Previews a commit.
  ///
  /// - Throws: The errors of ``Admission/require(_:)``.
  func preview(of writes: [FileWrite], _ message: CommitMessage) throws(MixtapeError) -> ChangePreview {
    ChangePreview(subject: message.subject, differences: try differences(after: writes))
  }

  /// Returns the differences that files would have after some writes.
  ///
  /// - Throws: The errors of ``Admission/require(_:)``.
  func differences(
    after writes: [FileWrite], from origin: Admission.Origin = .command
  ) throws(MixtapeError) -> [FileDifference] {
    try admission(of: origin).require(writes)
    return writes.filter { $0.old != $0.new }.map { FileDifference(path: $0.path, old: $0.old, new: $0.new) }
  }
}

/// A change that was planned and not made.
struct PlannedChange {
  let dryRun: DryRun
  let writes: [FileWrite]
  let message: CommitMessage

  /// Previews its commit.
  ///
  /// - Throws: The errors of ``Admission/require(_:)``.
  func preview() throws(MixtapeError) -> ChangePreview { try dryRun.preview(of: writes, message) }
}

/// A preview of a change. Nothing was changed.
public struct ChangePreview: Sendable {
  /// The subject that its commit would have.
  public let subject: String
  /// The differences that the files would have; empty if there is nothing to do.
  public let differences: [FileDifference]
}
