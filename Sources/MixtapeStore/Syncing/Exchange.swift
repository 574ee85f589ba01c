internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// An exchange of changes with the branch of a remote.
struct Exchange {
  private let store: Store
  private let repository: StoreRepository
  private let options: SyncOptions
  private let git: GitProgram
  /// HEAD before the exchange.
  private let start: CommitID
  private var report: SyncReport
  private var branch: RemoteBranch { report.branch }

  /// The number of attempts if other clones push, or other git processes fetch, at the same time.
  private static let attempts = 5

  /// Finds the branch of the remote, and checks that the store can exchange changes now.
  init(of store: Store, _ options: SyncOptions, by git: GitProgram) throws(MixtapeError) {
    (self.store, self.options, self.git, repository) = (store, options, git, try store.openRepository())
    try store.requireKnownFormat()
    try repository.requireNoUnfinishedOperation()
    try repository.requireBranch()
    let head = try repository.head()
    start = try SyncState.tip(of: head)
    report = SyncReport(branch: try RemoteBranch(named: options.remote, for: head.branch ?? "", in: repository))
  }

  /// Exchanges changes. See ``Store/sync(_:by:deciding:beforeFailure:)``.
  mutating func run(
    deciding decide: ConflictQuestion?, beforeFailure tellReceived: (SyncReport) -> Void
  ) throws(MixtapeError) -> SyncReport {
    do throws(MixtapeError) {
      try exchange(asking: decide)
      try end()
      try TrustedSettings(of: store).notifyOfUntrusted()
    } catch {
      if report.received > 0 { tellReceived(report) }
      throw try explained(error)
    }
    return report
  }

  /// Receives and pushes changes until both sides have the same ones.
  private mutating func exchange(asking decide: ConflictQuestion?) throws(MixtapeError) {
    var lock: GitProgramError?
    for _ in 0..<Self.attempts {
      try fetch()
      guard try !isUpToDate(), let state = try receive(asking: decide) else { return }
      warnOfPushedErrors(since: state.theirs)
      try OperationHistory.makeDurable(for: repository)
      // The push changes the last known state of the remote.
      let unsent = try state.unsentCount(in: repository)
      switch try push() {
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
    throw .refused(.nonFastForward(branch, attempts: Self.attempts))
  }

  /// Returns whether there is nothing to do: both sides have the same commits, and the store has no hand edits, no files with errors,
  /// and no interrupted change.
  private func isUpToDate() throws(MixtapeError) -> Bool {
    guard try OperationJournal(in: repository.privateState).read() == nil,
      try repository.storeState().changes.isEmpty
    else { return false }
    return try SyncState(branch, in: repository).isUpToDate
  }

  private func push() throws(MixtapeError) -> PushOutcome {
    let options =
      ["--porcelain", "--progress", "--recurse-submodules=no"] + (branch.hasUpstream ? [] : ["--set-upstream"])
    let output = try git.run(
      ["push"] + options
        + ["--end-of-options", branch.remote, "\(Head.fullName(ofBranch: branch.localBranch)):\(branch.reference)"],
      in: store.directory, store.context)
    return PushOutcome(of: output)
  }

  /// Warns of committed files with errors that the next push sends and that Mixtape ignores, such as markers of a merge.
  private func warnOfPushedErrors(since theirs: CommitID?) {
    do throws(MixtapeError) {
      guard let head = try repository.head().commit else { return }
      var files: [(path: String, bytes: [UInt8])] = []
      for change in try repository.storeChanges(from: theirs, to: head) {
        if let id = change.new { files.append((change.path, try repository.blob(id))) }
      }
      let reports = files.concurrentMap(chunkSize: 16) { path, bytes in
        SectionFile(path: path).flatMap(FileReport.init(ofConflictCopy:)) ?? FileReport(checking: bytes, at: path)
      }
      for report in reports {
        if report.hasErrors { store.context.notify(.pushesInvalidFile(report, to: branch)) }
      }
    } catch {
      // The push itself reports objects that cannot be read.
    }
  }

  /// Records the commit that the branch of the remote has now, and reports that packing may be due.
  private func end() throws(MixtapeError) {
    if report.received > 0 { store.context.notify(.packingDue(in: store.directory, nil)) }
    guard let commit = try branch.lastKnown(in: repository) else { return }
    let known = try SyncRecord(in: repository.privateState)
    // Git records the time of each fetch.
    if let known, known.branch == branch.name, known.commit == commit, try repository.lastFetch() != nil {
      return
    }
    SyncRecord(branch: branch.name, commit: commit, time: Int64(store.context.now().timeIntervalSince1970))
      .save(in: repository.privateState)
  }

  /// Returns the error of an exchange. In a shallow clone, the merge can need commits from before the boundary. If an object is
  /// damaged instead, the next exchange says so after the hint was followed.
  private func explained(_ error: MixtapeError) throws(MixtapeError) -> MixtapeError {
    guard [.notFound, .corrupt].contains(error.gitCode), try repository.isShallow() else { return error }
    return .refused(.shallow(branch))
  }

  /// Previews the exchange. See ``Store/syncPreview(_:by:)``.
  func preview() throws(MixtapeError) -> SyncPreview {
    try fetch()
    do throws(MixtapeError) {
      return try previewAfterFetch()
    } catch {
      throw try explained(error)
    }
  }

  /// Returns what an exchange with the last known state of a branch would do.
  private func previewAfterFetch() throws(MixtapeError) -> SyncPreview {
    let dryRun = try DryRun(of: store)
    let repository = dryRun.repository
    let state = try SyncState(branch, of: try dryRun.makeHandEditCommits().last?.id, in: repository)
    let plan = try state.plan(in: repository)
    let changes = try SyncChanges(
      plan, from: state, to: store, in: repository, stopping: options.conflicts == .stop)
    if let changes { try dryRun.admission(of: .received(branch)).require(changes.writes) }
    return SyncPreview(
      branch: branch, plan: plan, differences: changes?.differences ?? [], conflicts: changes?.conflicts ?? [],
      notices: changes?.notices ?? [])
  }
}

// MARK: - Changes of others

extension Exchange {
  /// Brings the changes of the remote into the store, after asking about conflicts.
  ///
  /// - Returns: The state before; `nil` if there is nothing to push.
  private mutating func receive(asking decide: ConflictQuestion?) throws(MixtapeError) -> SyncState? {
    guard let decide else { return try receive(stopping: options.conflicts == .stop, [:]) }
    var decisions: MergeDecisions = [:]
    // Another change can come while the user thinks, with another conflict.
    while true {
      do throws(MixtapeError) {
        return try receive(stopping: true, decisions)
      } catch {
        guard case .conflicts(let conflicts, _)? = error.cause as? SyncRefusal, let sides = try decide(conflicts) else {
          throw error
        }
        for (conflict, side) in zip(conflicts, sides) { decisions[conflict] = side }
      }
    }
  }

  /// Brings the changes of the remote into the store.
  private mutating func receive(
    stopping stops: Bool, _ decisions: MergeDecisions
  ) throws(MixtapeError) -> SyncState? {
    var progress = report
    progress.merge = nil
    let state = try Transaction.run(in: store) { (transaction) throws(MixtapeError) in
      let state = try SyncState(branch, in: transaction.repository)
      let plan = try state.plan(in: transaction.repository)
      let changes = try SyncChanges(
        plan, from: state, to: store, in: transaction.repository, stopping: stops, deciding: decisions)
      if let changes { try progress.add(changes, of: plan, after: state, in: transaction) }
      switch plan {
      case .upToDate, .forward: return nil as SyncState?
      case .firstPush, .push, .merge: return state
      }
    }
    report = progress
    if report.received > 0 { report.receivedConflicts = receivedConflicts() }
    return state
  }

  /// Returns the open conflicts of merges that others made and that the exchange received: their values may have replaced those of
  /// the user.
  private func receivedConflicts() -> [OpenConflict] {
    do throws(MixtapeError) {
      guard let theirs = try branch.lastKnown(in: repository) else { return [] }
      var merges: Set<CommitID> = []
      for commit in try repository.commits(reachableFrom: theirs, butNotFrom: [start]) {
        guard try repository.parents(of: commit).count > 1 else { continue }
        if try !OpenConflict.all(in: repository.commit(commit)).isEmpty { merges.insert(commit) }
      }
      guard !merges.isEmpty else { return [] }
      return try OpenConflictSearch(of: store, in: repository).conflicts().filter { merges.contains($0.merge) }
    } catch {
      // The changes are received. `status` and `mixtape conflicts` list the conflicts, or report the error.
      return []
    }
  }
}

extension SyncReport {
  /// Makes the merge with the changes of the remote, or moves HEAD forward to them, and reports them.
  fileprivate mutating func add(
    _ changes: SyncChanges, of plan: SyncPlan, after state: SyncState, in transaction: borrowing Transaction
  ) throws(MixtapeError) {
    let commit = try transaction.commitAndAnnounce(
      changes.writes, changes.message, changes.kind, from: .received(state.branch), renamed: changes.renames.playlists)
    if case .merge = changes.kind { merge = commit }
    received += state.relation?.behind ?? 0
    differences += changes.differences
    conflicts += changes.conflicts
    notices += changes.notices
    lost = plan.lost ?? lost
  }
}

// MARK: - Fetches

extension Exchange {
  /// Fetches all branches of the remote. Fetches again if another git process fetched into this store at the same time.
  private func fetch() throws(MixtapeError) {
    var output = try runFetch()
    for _ in 1..<Self.attempts where !output.isSuccess {
      guard try isRace(output) else { break }
      output = try runFetch()
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

  /// Runs git. It does not pack the repository: ``end()`` reports that this may be due.
  private func runFetch() throws(MixtapeError) -> GitOutput {
    try git.run(
      ["fetch", "--progress", "--prune", "--no-auto-gc", "--no-recurse-submodules", "--end-of-options", branch.remote]
        + (branch.refspec.map { [$0] } ?? []),
      in: store.directory, store.context)
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

/// The answer of a remote to a push, read from the output of `git push --porcelain`.
enum PushOutcome: Equatable {
  /// The branch of the remote is at our commit.
  case accepted
  /// Somebody else was faster: the remote has commits that this clone does not have.
  case nonFastForward
  /// The branch of the remote is locked: somebody else is pushing, or a git that was killed left the lock.
  case locked(GitProgramError)
  /// The push failed.
  case failed(GitProgramError)

  init(of output: GitOutput) {
    if output.isSuccess {
      self = .accepted
      return
    }
    let line = output.lines.first { $0.hasPrefix("!\t") } ?? ""
    let failureLines = output.failureLines + (line.isEmpty ? [] : [Self.reason(in: line)])
    let locks = output.lines.filter { GitOutput.lock(namedIn: $0) != nil }
    if !locks.isEmpty, line.contains("[remote rejected]") {
      self = .locked(.locked(locks))
    } else if line.contains("(fetch first)") || line.contains("(non-fast-forward)")
      || line.contains("(cannot lock ref") || line.contains("(failed to update ref)")
      || line.contains("failed to lock")
    {
      self = .nonFastForward
    } else if line.contains("unpacker error") {
      self = .failed(GitProgramError(of: output, .sending))
    } else if line.contains("(branch is currently checked out)") {
      self = .failed(.checkedOut)
    } else if line.contains("[remote rejected]") {
      self = .failed(
        GitProgramError.saysFull(failureLines.joined(separator: "\n"))
          ? .notStored(failureLines) : .declined(failureLines))
    } else {
      self = .failed(GitProgramError(of: output, .sending))
    }
  }

  /// Returns the last field of a line, such as `[remote rejected] (protected branch hook declined)`.
  private static func reason(in line: String) -> String {
    line.split(separator: "\t").last.map(String.init) ?? line
  }
}
