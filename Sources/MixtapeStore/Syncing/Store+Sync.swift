internal import FileSystem
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
      try end(report, in: repository)
      try notifyOfUntrustedSettings()
    } catch {
      if report.received > 0 { tellReceived(report) }
      throw try Self.explained(error, exchangingWith: report.branch, in: repository)
    }
    return report
  }

  /// Notifies the user of settings without an effect. Others may have set them.
  func notifyOfUntrustedSettings() throws(MixtapeError) {
    for setting in try untrustedSettings() { context.notify(.untrustedSetting(setting)) }
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
      warnOfErrors(pushedTo: branch, since: state.theirs, in: repository)
      try OperationRecord.makeDurable(for: repository)
      // The push changes the last known state of the remote.
      let unsent = try state.unsentCount(in: repository)
      switch try push(branch, by: git) {
      case .accepted:
        report.sent += unsent + (report.merge == nil ? 0 : 1)
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

  /// Warns of committed files that the next push sends and that Mixtape ignores: those with errors, such as markers of a merge, and
  /// several files with one id.
  private func warnOfErrors(
    pushedTo branch: RemoteBranch, since theirs: CommitID?, in repository: StoreRepository
  ) {
    do throws(MixtapeError) {
      guard let head = try repository.head().commit else { return }
      var files: [(path: String, bytes: [UInt8])] = []
      let changes = try repository.storeChanges(from: theirs, to: head)
      for change in changes {
        if let id = change.new { files.append((change.path, try repository.blob(id))) }
      }
      let reports = files.concurrentMap(chunkSize: 16) { path, bytes in
        StoredFile(path: path).flatMap(FileReport.init(ofConflictCopy:)) ?? FileReport(checking: bytes, at: path)
      }
      for report in reports {
        if report.hasErrors { context.notify(.pushesInvalidFile(report, to: branch)) }
      }
      let added = changes.filter { $0.old == nil && StoreItem(path: $0.path) != nil }.map(\.path)
      guard !added.isEmpty else { return }
      let all = theirs == nil ? changes : try repository.storeChanges(from: nil, to: head)
      for paths in SharedIDs(among: all.map(\.path)).groups(touching: added) {
        context.notify(.pushesSharedID(paths, to: branch))
      }
    } catch {
      // The push itself reports objects that cannot be read.
    }
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
      let plan = try state.plan(in: transaction.repository)
      let changes = try SyncChanges(
        plan, from: state, to: self, in: transaction.repository, stopping: stops, deciding: decisions)
      if let changes { try commit(changes, after: state, in: transaction, &progress) }
      switch plan {
      case .upToDate, .forward: return nil as SyncState?
      case .firstPush, .push, .merge: return state
      }
    }
    report = progress
    return state
  }

  /// Makes the merge with the changes of the remote, or moves HEAD forward to them, and reports them.
  private func commit(
    _ changes: SyncChanges, after state: SyncState, in transaction: borrowing Transaction, _ report: inout SyncReport
  ) throws(MixtapeError) {
    let commit = try commitAndAnnounce(
      changes.writes, changes.message, changes.kind, from: .received(state.branch), in: transaction)
    if case .merge = changes.kind { report.merge = commit }
    report.received += state.relation?.behind ?? 0
    report.differences += changes.differences
    report.conflicts += changes.conflicts
    report.notices += changes.notices
    report.lost = changes.lost ?? report.lost
  }
}
