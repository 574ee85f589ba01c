internal import FileSystem
public import GitHistory
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

/// The way to decide values that both sides changed differently.
public struct SyncOptions: Sendable {
  /// The decision about conflicts.
  public enum Conflicts: Hashable, Sendable {
    /// The newer change wins.
    case newer
    /// Nothing is changed, and the conflicts are reported.
    case stop
  }

  /// The name of the remote; `nil` for the usual one.
  public var remote: String?
  /// The decision about conflicts.
  public var conflicts: Conflicts

  /// Makes options.
  public init(remote: String? = nil, conflicts: Conflicts = .newer) {
    self.remote = remote
    self.conflicts = conflicts
  }
}

/// A function that asks the user for the side to take of each conflict; `nil` if the user cancels.
public typealias ConflictQuestion = ([MergeConflict]) throws(MixtapeError) -> [MergeSide]?

/// The result of an exchange of changes with a remote.
public struct SyncReport: Sendable {
  /// The branch of the remote.
  public let branch: RemoteBranch
  /// The number of commits that came from the remote.
  public internal(set) var received = 0
  /// The number of commits that the remote got.
  public internal(set) var sent = 0
  /// Whether the push created the branch at the remote.
  public internal(set) var isFirstPush = false
  /// The commit that merges both sides; `nil` if none was needed.
  public internal(set) var merge: CommitID?
  /// The playlists and podcasts that others changed, as differences of the store's files.
  public internal(set) var differences: [StoreDifference] = []
  /// The values that both sides changed differently, with the winner.
  public internal(set) var conflicts: [MergeConflict] = []
  /// Decisions about whole files.
  public internal(set) var notices: [MergeNotice] = []
  /// The commit that the branch had after the last exchange, if its history was rewritten, and the store moved forward all the same.
  public internal(set) var lost: CommitID?

  /// Whether both sides had the same commits.
  public var changesNothing: Bool { received == 0 && sent == 0 && !isFirstPush }
}

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

extension Store {
  /// Adds the remote `origin` to a store that has no remote. Git first finds out whether there is a repository.
  ///
  /// - Parameters:
  ///   - address: The address of the repository, in any form of `git clone`; a path must be absolute.
  ///   - name: The address as the user wrote it, which can be the name of a remote.
  /// - Returns: Whether the remote was added. A name of a remote changes nothing.
  /// - Throws: ``SyncRefusal/unknownRemote(_:known:)`` as the cause of an error with its code if the store has another remote;
  ///   ``MixtapeError/Code/transferFailed`` if there is no repository at the address. Nothing is changed then.
  public func connect(
    to address: String, writtenAs name: String, by git: GitProgram
  ) throws(MixtapeError) -> Bool {
    let repository = try openRepository()
    let known = try repository.remotes()
    if known.contains(name) { return false }
    guard known.isEmpty else { throw .refused(.unknownRemote(name, known: known)) }
    let output = try git.run(["ls-remote", "--quiet", "--end-of-options", address], in: directory, context)
    guard output.isSuccess else { throw .transfer(GitProgramError(of: output, .receiving)) }
    try repository.setLocally([
      ("remote.origin.url", address), ("remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*"),
    ])
    return true
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
