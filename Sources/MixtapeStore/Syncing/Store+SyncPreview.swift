internal import GitHistory
public import MixtapeModel

/// A preview of an exchange of changes. The branches of the remote were fetched, and nothing else was changed.
public struct SyncPreview: Sendable {
  /// The branch of the remote.
  public let branch: RemoteBranch
  /// The way in which both sides would get the same changes.
  public let plan: SyncPlan
  /// The differences that the store's files would have.
  public let differences: [StoreDifference]
  /// The values that both sides changed differently, with the winner.
  public let conflicts: [MergeConflict]
  /// Decisions about whole files.
  public let notices: [MergeNotice]
}

extension Store {
  /// Previews ``sync(_:by:deciding:beforeFailure:)``: fetches, and returns what would be done. Takes no lock and changes no file and
  /// no branch.
  ///
  /// Hand edits count as changes of the store that are made now. Their commits are written, but nothing refers to them.
  public func syncPreview(
    _ options: SyncOptions = SyncOptions(), by git: GitProgram
  ) throws(MixtapeError) -> SyncPreview {
    let opened = try openRepository()
    let branch = try syncBranch(named: options.remote, in: opened)
    try fetch(branch, in: opened, by: git)
    do throws(MixtapeError) {
      return try preview(of: branch, options)
    } catch {
      throw try Self.explained(error, exchangingWith: branch, in: opened)
    }
  }

  /// Returns what an exchange with the last known state of a branch would do.
  private func preview(of branch: RemoteBranch, _ options: SyncOptions) throws(MixtapeError) -> SyncPreview {
    let dryRun = try DryRun(of: self)
    let repository = dryRun.repository
    let state = try SyncState(branch, of: try dryRun.makeHandEditCommits(at: context.now()), in: repository)
    var (changes, conflicts, notices) = ([TreeDifference](), [MergeConflict](), [MergeNotice]())
    switch state.plan {
    case .upToDate, .firstPush, .push: break
    case .refused(let refusal): throw .refused(refusal)
    case .forward, .merge:
      if let theirs = state.theirs {
        let merge = try StoreMerge(in: repository, ours: state.ours, theirs: theirs)
        try Self.requireMergeable(merge, theirs, branch, in: repository)
        (changes, conflicts, notices) = (merge.changes, merge.conflicts, merge.notices)
        notices += try Self.filesKeptByOthers(changes, ours: state.ours, theirs: theirs, in: repository)
      }
    }
    if case .stop = options.conflicts, !conflicts.isEmpty { throw .refused(.conflicts(conflicts, branch)) }
    let writes = try SyncWrites(changes, from: branch, of: self, in: repository).writes
    let files = writes.filter { StorePaths.contains($0.path) }
    return SyncPreview(
      branch: branch, plan: state.plan,
      differences: StoreDifference.gatherWithRenames(
        files.map { FileDifference(path: $0.path, old: $0.old, new: $0.new) }),
      conflicts: conflicts, notices: notices)
  }
}
