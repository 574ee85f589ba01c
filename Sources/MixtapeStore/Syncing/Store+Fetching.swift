internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

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
    try repository.requireBranch()
    let head = try repository.head()
    _ = try SyncState.tip(of: head)
    return try RemoteBranch(named: remote, for: head.branch ?? "", in: repository)
  }

  /// Fetches all branches of the remote.
  func fetch(_ branch: RemoteBranch, in repository: StoreRepository, by git: GitProgram) throws(MixtapeError) {
    try finish(startFetch(of: branch, by: git), of: branch, in: repository, by: git)
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
    try finish(fetch, of: branch, in: repository, by: git)
    guard hasNothingToCommit else { return false }
    return try SyncState(branch, in: repository).isUpToDate
  }

  /// Records the commit that the branch of the remote has now, and reports that packing may be due.
  func end(_ report: SyncReport, in repository: StoreRepository) throws(MixtapeError) {
    if report.received > 0 { context.notify(.packingDue(in: directory, nil)) }
    guard let commit = try report.branch.lastKnown(in: repository) else { return }
    let known = try SyncRecord(in: repository.privateState)
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
      ["fetch", "--progress", "--prune", "--no-auto-gc", "--no-recurse-submodules", "--end-of-options", branch.remote]
        + (branch.refspec.map { [$0] } ?? []),
      in: directory, context)
  }

  /// Waits for the end of a fetch. Fetches again if another git process fetched into this store at the same time.
  private func finish(
    _ fetch: consuming RunningGit, of branch: RemoteBranch, in repository: StoreRepository, by git: GitProgram
  ) throws(MixtapeError) {
    var output = try fetch.finish()
    for _ in 1..<Self.syncAttempts where !output.isSuccess {
      guard try isRace(output, in: repository) else { break }
      output = try startFetch(of: branch, by: git).finish()
    }
    guard !output.isSuccess else { return }
    if let lock = Self.lock(namedBy: output, in: repository), try Disk.exists(lock) {
      throw .repository(
        GitError(.locked, .lock, message: "another git process holds a lock, or was killed and left it", path: lock))
    }
    // A clone of a single branch fetches no other one.
    if output.lines.contains(where: { $0.hasSuffix("find remote ref \(branch.reference)") }) {
      throw .refused(.gone(branch, others: []))
    }
    throw .transfer(GitProgramError(of: output, .receiving))
  }

  /// Returns whether a fetch failed because of another git process that has finished. Waits for one that holds a lock.
  private func isRace(_ output: GitOutput, in repository: StoreRepository) throws(MixtapeError) -> Bool {
    if output.lines.contains(where: { $0.contains("cannot lock ref") && $0.contains(" but expected ") }) { return true }
    guard let lock = Self.lock(namedBy: output, in: repository) else { return false }
    return try repository.waitForLock(lock) { () throws(MixtapeError) in try context.interruptions.check() }
  }

  /// Returns the path of the lock in this repository that git names as the reason of a failure, if any. A remote can name any path,
  /// so only those of locks of git count.
  private static func lock(namedBy output: GitOutput, in repository: StoreRepository) -> FilePath? {
    output.lines.lazy.compactMap(GitOutput.lock).first { lock in
      [repository.gitDirectory, repository.commonDirectory].contains { lock.starts(with: $0) }
    }
  }
}
