internal import GitHistory
internal import LosslessTOML
internal import MixtapeModel

/// The changes that a store receives from a remote, as a value. Nothing is written yet.
///
/// All of it is computed before the commit: after the commit, a failure would report received changes as not received.
struct SyncChanges {
  /// The kind of the commit: a merge, or a move forward.
  let kind: PendingOperation.Kind
  /// The message of the commit.
  let message: CommitMessage
  /// The files to write.
  let writes: [FileWrite]
  /// The values that both sides changed differently, with the winner.
  let conflicts: [MergeConflict]
  /// Decisions about whole files.
  let notices: [MergeNotice]
  /// The items that get another id.
  let renames: ItemRenames

  /// Computes the changes of a plan; `nil` if it receives none.
  ///
  /// - Parameter stops: Whether conflicts without a decision are errors.
  /// - Throws: A ``SyncRefusal`` as the cause of an error with its code.
  init?(
    _ plan: SyncPlan, from state: SyncState, to store: Store, in repository: StoreRepository, stopping stops: Bool,
    deciding decisions: MergeDecisions = [:]
  ) throws(MixtapeError) {
    guard let theirs = state.theirs else { return nil }
    let files = SyncWrites(branch: state.branch, store: store, repository: repository)
    let changes: [TreeDifference]
    switch plan {
    case .upToDate, .firstPush, .push: return nil
    case .forward:
      changes = try files.differences(from: state.ours, to: theirs)
      (kind, conflicts) = (.forward(theirs), [])
      let recorded = RecordedRenames(in: repository)
      renames = try SideFiles(
        MergeVersion(state.ours, in: repository), MergeVersion(theirs, in: repository), by: recorded
      )
      .renames
      notices = MergeNotice.caseClashes(among: changes.filter { $0.old == nil }.map(\.path))
      message = CommitMessage("Receive changes from \(state.branch.name)", operation: CommitMessage.syncOperation)
    case .merge:
      try files.differences(from: state.ours, to: theirs)
      let merge = try StoreMerge(in: repository, ours: state.ours, theirs: theirs) { decisions[$0] }
      try Self.requireMergeable(merge, theirs, state.branch, in: repository)
      let open = merge.conflicts.filter { $0.decision == nil }
      guard !stops || open.isEmpty else { throw .refused(.conflicts(open, state.branch)) }
      (changes, kind, conflicts, notices) = (merge.changes, .merge(theirs), merge.conflicts, merge.notices)
      renames = merge.renames(since: .ours)
      message = CommitMessage(
        "Merge changes from \(state.branch.name)", operation: CommitMessage.syncOperation,
        trailers: conflicts.map { Commit.Trailer(key: CommitMessage.conflictKey, value: $0.trailer) }
          + renames.trailers() + merge.renames(since: .theirs).trailers(sinceParent: 1))
    }
    writes = try files.writes(for: changes)
  }

  /// Throws an error if there are files that cannot be merged: one about the files of the remote that have errors, if any; one about
  /// the common version if it is the reason for all files.
  private static func requireMergeable(
    _ merge: StoreMerge, _ theirs: CommitID, _ branch: RemoteBranch, in repository: StoreRepository
  ) throws(MixtapeError) {
    guard !merge.unmergeable.isEmpty else { return }
    var errors: [String] = []
    for path in merge.unmergeable where StorePaths.contains(path) {
      guard let id = try repository.blobID(at: path, in: theirs) else { continue }
      let report = FileReport(checking: try repository.blob(id), at: path)
      if let error = report.diagnostics.first(where: { $0.severity == .error }) {
        let line = SourceLines(report.source).location(of: error.range.lowerBound).line
        errors.append("\(path):\(line): \(error.message)")
      }
    }
    if errors.isEmpty, merge.withInvalidBase.count == merge.unmergeable.count {
      throw .refused(.invalidBase(merge.unmergeable, branch))
    }
    throw .refused(errors.isEmpty ? .unmergeable(merge.unmergeable, branch) : .invalidFiles(errors, branch))
  }

  /// The differences that the writes make to the store's files.
  var differences: [StoreDifference] {
    let files = writes.filter { StorePaths.contains($0.path) }.map {
      FileDifference(path: $0.path, old: $0.old, new: $0.new)
    }
    return StoreDifference.gather(files, renamed: renames.files(among: files))
  }
}

extension ItemRenames {
  /// Returns the renamed files among some, with their paths.
  fileprivate func files(among files: [FileDifference]) -> [RenamedFile] {
    let paths = Dictionary(grouping: files) { StoreItem(path: $0.path) }
    return pairs.compactMap { pair in
      guard let old = paths[pair.old]?.first(where: { $0.old != nil }),
        let new = paths[pair.new]?.first(where: { $0.new != nil })
      else { return nil }
      return RenamedFile(oldPath: old.path, path: new.path)
    }
  }
}
