internal import GitHistory
public import MixtapeModel

extension Store {
  /// Exchanges changes with the branch of a remote: fetches, merges by meaning or moves forward, and pushes. Repeats this if
  /// somebody else pushes first.
  ///
  /// Hand edits are committed first. No lock is held while git transfers changes. A merge is one commit with two parents, made
  /// as one transaction: after an interruption, the next change finishes it.
  ///
  /// - Parameters:
  ///   - decide: Asks the user for a side of each conflict, and returns `nil` if the user cancels. It is called without a
  ///     lock. Without it, the options decide.
  ///   - tellReceived: Called before an error is thrown if changes were received before, for example because the push failed.
  ///     They stay in the store.
  /// - Throws: A ``SyncRefusal`` as the cause of an error with its code, if nothing was changed;
  ///   ``MixtapeError/Code/transferFailed``; the errors of other changes.
  @discardableResult
  public func sync(
    _ options: SyncOptions = SyncOptions(), by git: GitProgram, deciding decide: ConflictQuestion? = nil,
    beforeFailure tellReceived: (SyncReport) -> Void = { _ in }
  ) throws(MixtapeError) -> SyncReport {
    let repository = try openRepository()
    var report = SyncReport(branch: try syncBranch(named: options.remote, in: repository))
    do throws(MixtapeError) {
      try exchange(options, by: git, in: repository, asking: decide, &report)
    } catch {
      if report.received > 0 { tellReceived(report) }
      throw try Self.explained(error, exchangingWith: report.branch, in: repository)
    }
    try end(report, in: repository)
    return report
  }

  /// Returns the error of an exchange. In a shallow clone, the merge can need commits from before the boundary. If an object is
  /// damaged instead, the next exchange says so after the hint was followed.
  static func explained(
    _ error: MixtapeError, exchangingWith branch: RemoteBranch, in repository: StoreRepository
  ) throws(MixtapeError) -> MixtapeError {
    guard [.notFound, .corrupt].contains(error.gitCode), try repository.isShallow() else { return error }
    return .refused(.shallow(branch))
  }

  /// Receives and pushes changes until both sides have the same ones.
  private func exchange(
    _ options: SyncOptions, by git: GitProgram, in repository: StoreRepository, asking decide: ConflictQuestion?,
    _ report: inout SyncReport
  ) throws(MixtapeError) {
    let branch = report.branch
    var lock: GitProgramError?
    for _ in 0..<Self.syncAttempts {
      let isUpToDate = try isUpToDate(with: branch, in: repository, afterFetchBy: git)
      let state = isUpToDate ? nil : try receive(branch, options, asking: decide, &report)
      guard let state else { return }
      switch try push(branch, by: git) {
      case .accepted:
        report.sent += (state.relation?.ahead ?? 0) + (report.merge == nil ? 0 : 1)
        report.isFirstPush = state.theirs == nil
        return
      case .nonFastForward: lock = nil
      case .locked(let error): lock = error
      case .failed(let error): throw .transfer(error)
      }
    }
    if let lock { throw .transfer(lock) }
    throw .refused(.nonFastForward(branch, attempts: Self.syncAttempts))
  }

  /// The number of attempts if other clones push at the same time.
  static var syncAttempts: Int { 5 }

  private func push(_ branch: RemoteBranch, by git: GitProgram) throws(MixtapeError) -> PushOutcome {
    let options =
      ["--porcelain", "--progress", "--recurse-submodules=no"] + (branch.hasUpstream ? [] : ["--set-upstream"])
    let output = try git.run(
      ["push"] + options
        + ["--end-of-options", branch.remote, "\(Head.fullName(ofBranch: branch.localBranch)):\(branch.reference)"],
      in: directory, context)
    return PushOutcome(of: output)
  }
}

// MARK: - Changes of others

extension Store {
  /// Brings the changes of the remote into the store, after asking about conflicts.
  ///
  /// - Returns: The state before; `nil` if there is nothing to push.
  private func receive(
    _ branch: RemoteBranch, _ options: SyncOptions, asking decide: ConflictQuestion?, _ report: inout SyncReport
  ) throws(MixtapeError) -> SyncState? {
    guard let decide else { return try receive(branch, stopping: options.conflicts == .stop, [:], &report) }
    var decisions: MergeDecisions = [:]
    // Another change can come while the user thinks, with another conflict.
    while true {
      do throws(MixtapeError) {
        return try receive(branch, stopping: true, decisions, &report)
      } catch {
        guard case .conflicts(let conflicts, _)? = error.cause as? SyncRefusal, let sides = try decide(conflicts) else {
          throw error
        }
        for (conflict, side) in zip(conflicts, sides) { decisions[conflict] = side }
      }
    }
  }

  /// Brings the changes of the remote into the store.
  ///
  /// - Parameters:
  ///   - stops: Whether to change nothing if there are conflicts without a decision.
  ///   - decisions: The sides that the user chose.
  private func receive(
    _ branch: RemoteBranch, stopping stops: Bool, _ decisions: MergeDecisions, _ report: inout SyncReport
  ) throws(MixtapeError) -> SyncState? {
    var progress = report
    progress.merge = nil
    let state = try transaction { (transaction) throws(MixtapeError) in
      let state = try SyncState(branch, in: transaction.repository)
      switch state.plan {
      case .upToDate: return nil as SyncState?
      case .firstPush, .push: return state
      case .refused(let refusal): throw .refused(refusal)
      case .forward(let count):
        try moveForward(state, in: transaction, &progress)
        progress.received += count
        return nil
      case .merge(_, let behind):
        try merge(state, stopping: stops, decisions, in: transaction, &progress)
        progress.received += behind
        return state
      }
    }
    report = progress
    return state
  }

  private func moveForward(
    _ state: SyncState, in transaction: borrowing Transaction, _ report: inout SyncReport
  ) throws(MixtapeError) {
    guard let theirs = state.theirs else { return }
    let repository = transaction.repository
    let changes = try repository.differences(
      from: repository.tree(of: state.ours), to: repository.tree(of: theirs))
    let message = CommitMessage(Arrivals.reason + state.branch.name, operation: CommitMessage.syncOperation)
    let commit = try write(changes, message, .forward(theirs), state.branch, in: transaction, &report)
    report.notices += try Self.filesKeptByOthers(changes, ours: state.ours, theirs: theirs, in: repository)
    if commit == theirs { Arrivals.append(commit, after: state.ours, in: repository.privateState) }
  }

  private func merge(
    _ state: SyncState, stopping stops: Bool, _ decisions: MergeDecisions, in transaction: borrowing Transaction,
    _ report: inout SyncReport
  ) throws(MixtapeError) {
    guard let theirs = state.theirs else { return }
    let merge = try StoreMerge(in: transaction.repository, ours: state.ours, theirs: theirs, deciding: decisions)
    try Self.requireMergeable(merge, theirs, state.branch, in: transaction.repository)
    let open = merge.conflicts.filter { $0.decision == nil }
    guard !stops || open.isEmpty else { throw .refused(.conflicts(open, state.branch)) }
    let message = CommitMessage(
      "Merge changes from \(state.branch.name)", operation: CommitMessage.syncOperation,
      trailers: merge.conflicts.map { Commit.Trailer(key: CommitMessage.conflictKey, value: $0.trailer) })
    report.merge = try write(merge.changes, message, .merge(theirs), state.branch, in: transaction, &report)
    report.conflicts += merge.conflicts
    report.notices += merge.notices
    report.notices += try Self.filesKeptByOthers(
      merge.changes, ours: state.ours, theirs: theirs, in: transaction.repository)
  }

  private func write(
    _ changes: [TreeDifference], _ message: CommitMessage, _ kind: PendingOperation.Kind, _ branch: RemoteBranch,
    in transaction: borrowing Transaction, _ report: inout SyncReport
  ) throws(MixtapeError) -> CommitID {
    let writes = try SyncWrites(changes, from: branch, of: self, in: transaction.repository).writes
    let commit = try commit(writes, message, kind, in: transaction)
    let files = writes.filter { StorePaths.contains($0.path) }
    report.differences += StoreDifference.gatherWithRenames(
      files.map { FileDifference(path: $0.path, old: $0.old, new: $0.new) })
    return commit
  }
}
