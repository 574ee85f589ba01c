public import GitHistory
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
  /// The commit that the branch had after the last exchange, if its history was rewritten, and the store would move forward all the
  /// same.
  public let lost: CommitID?
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
    let plan = try state.plan(in: repository)
    let changes = try SyncChanges(
      plan, from: state, to: self, in: repository, stopping: options.conflicts == .stop)
    if let changes { try dryRun.admission(of: .received(branch)).require(changes.writes) }
    return SyncPreview(
      branch: branch, plan: plan, differences: changes?.differences ?? [], conflicts: changes?.conflicts ?? [],
      notices: changes?.notices ?? [], lost: changes?.lost)
  }
}
