internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

/// A fetch of all branches of a remote.
struct Fetch {
  private let branch: RemoteBranch
  private let store: Store
  private let repository: StoreRepository
  private let git: GitProgram

  init(of branch: RemoteBranch, to store: Store, in repository: StoreRepository, by git: GitProgram) {
    (self.branch, self.store, self.repository, self.git) = (branch, store, repository, git)
  }

  /// The number of attempts if other git processes fetch at the same time.
  private static let attempts = 5

  /// Fetches all branches of the remote.
  func run() throws(MixtapeError) { try finish(start()) }

  /// Fetches all branches of the remote, and looks for hand edits meanwhile, without a lock.
  ///
  /// - Returns: Whether there is nothing to do: both sides have the same commits, and the store has no hand edits and no
  ///   interrupted change.
  func isUpToDateAfterwards() throws(MixtapeError) -> Bool {
    let fetch = try start()
    let hasNothingToCommit: Bool
    do throws(MixtapeError) {
      hasNothingToCommit = try isCommitted()
    } catch {
      fetch.cancel()
      throw error
    }
    try finish(fetch)
    guard hasNothingToCommit else { return false }
    return try SyncState(branch, in: repository).isUpToDate
  }

  /// Returns whether the store has no hand edits, no files with errors, and no interrupted change.
  private func isCommitted() throws(MixtapeError) -> Bool {
    guard try OperationJournal(in: repository.privateState).read() == nil else { return false }
    return try repository.storeState().changes.isEmpty
  }

  /// Starts the fetch of all branches. Git does not pack the repository: ``Exchange`` reports that this may be due.
  private func start() throws(MixtapeError) -> RunningGit {
    try git.start(
      ["fetch", "--progress", "--prune", "--no-auto-gc", "--no-recurse-submodules", "--end-of-options", branch.remote]
        + (branch.refspec.map { [$0] } ?? []),
      in: store.directory, store.context)
  }

  /// Waits for the end of a fetch. Fetches again if another git process fetched into this store at the same time.
  private func finish(_ fetch: consuming RunningGit) throws(MixtapeError) {
    var output = try fetch.finish()
    for _ in 1..<Self.attempts where !output.isSuccess {
      guard try isRace(output) else { break }
      output = try start().finish()
    }
    guard !output.isSuccess else { return }
    if let lock = lock(namedBy: output), try Disk.exists(lock) {
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
  private func isRace(_ output: GitOutput) throws(MixtapeError) -> Bool {
    if output.lines.contains(where: { $0.contains("cannot lock ref") && $0.contains(" but expected ") }) { return true }
    guard let lock = lock(namedBy: output) else { return false }
    return try repository.waitForLock(lock) { () throws(MixtapeError) in try store.context.interruptions.check() }
  }

  /// Returns the path of the lock in this repository that git names as the reason of a failure, if any. A remote can name any path,
  /// so only those of locks of git count.
  private func lock(namedBy output: GitOutput) -> FilePath? {
    output.lines.lazy.compactMap(GitOutput.lock).first { lock in
      [repository.gitDirectory, repository.commonDirectory].contains { lock.starts(with: $0) }
    }
  }
}
