internal import GitHistory
internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Store {
  /// Finds the branch of the remote, and checks that the store can exchange changes now.
  func syncBranch(named remote: String?, in repository: StoreRepository) throws(MixtapeError) -> RemoteBranch {
    try requireKnownFormat()
    try repository.requireNoUnfinishedOperation()
    let head = try repository.head()
    _ = try SyncState.tip(of: head)
    return try RemoteBranch(named: remote, for: head.branch ?? "", in: repository)
  }

  /// Fetches all branches of the remote.
  func fetch(_ branch: RemoteBranch, by git: GitProgram) throws(MixtapeError) {
    try finish(startFetch(of: branch, by: git))
  }

  /// Fetches all branches of the remote, and looks for hand edits meanwhile, without a lock.
  ///
  /// - Returns: Whether there is nothing to do: both sides have the same commits, and the store has no hand edits and no
  ///   interrupted change.
  func isUpToDate(
    with branch: RemoteBranch, in repository: StoreRepository, afterFetchBy git: GitProgram
  ) throws(MixtapeError) -> Bool {
    let fetch = try startFetch(of: branch, by: git)
    let hasNothingToCommit: Bool
    do throws(MixtapeError) {
      hasNothingToCommit = try isCommitted(in: repository)
    } catch {
      fetch.cancel()
      throw error
    }
    try finish(fetch)
    guard hasNothingToCommit else { return false }
    return try SyncState(branch, in: repository).plan == .upToDate
  }

  /// Records the commit that the branch of the remote has now, and reports that packing may be due.
  func end(_ report: SyncReport, in repository: StoreRepository) throws(MixtapeError) {
    if report.received > 0 { context.notify(.packingDue(in: directory, nil)) }
    guard let commit = try report.branch.lastKnown(in: repository) else { return }
    let known = SyncRecord(in: repository.privateState)
    // Git records the time of each fetch.
    if let known, known.branch == report.branch.name, known.commit == commit, try repository.lastFetch() != nil {
      return
    }
    SyncRecord(branch: report.branch.name, commit: commit, time: Int64(context.now().timeIntervalSince1970))
      .save(in: repository.privateState)
  }

  /// Returns whether the store has no hand edits, no files with errors, and no interrupted change.
  private func isCommitted(in repository: StoreRepository) throws(MixtapeError) -> Bool {
    guard try OperationJournal(in: repository.privateState).read() == nil else { return false }
    return try repository.storeState().changes.isEmpty
  }

  /// Starts the fetch of all branches. Git does not pack the repository: ``end(_:in:)`` reports that this may be due.
  private func startFetch(of branch: RemoteBranch, by git: GitProgram) throws(MixtapeError) -> RunningGit {
    try git.start(
      ["fetch", "--progress", "--prune", "--no-auto-gc", "--no-recurse-submodules", "--end-of-options", branch.remote],
      in: directory, environment: context.environment)
  }

  private func finish(_ fetch: consuming RunningGit) throws(MixtapeError) {
    let output = try fetch.finish()
    guard output.isSuccess else { throw .transfer(GitProgramError(of: output, .receiving)) }
  }
}
