public import GitHistory
public import MixtapeModel
public import SystemPackage

/// Changes of other clones.
extension Store {
  // MARK: Exchanges

  /// Clones a store, and sets the merge driver in the clone.
  ///
  /// The store appears when it is complete. After a kill, the next call for the directory removes what is left.
  ///
  /// - Parameters:
  ///   - address: The address of the repository, in any form of `git clone`; a path must be absolute.
  ///   - directory: The directory of the clone, as an absolute path: missing or empty.
  /// - Throws: ``SyncRefusal/directoryNotEmpty(_:)``, ``SyncRefusal/unfinishedClone(_:)``, ``SyncRefusal/cloneRunning(_:by:)`` or
  ///   ``SyncRefusal/notAStore(_:)`` as the cause of an error with its code; ``MixtapeError/Code/transferFailed`` about the directory.
  public static func clone(
    _ address: String, to directory: FilePath, context: Context, by git: GitProgram
  ) throws(MixtapeError) -> Store {
    try Cloning(of: address, to: directory, context, by: git).run()
  }

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
    var exchange = try Exchange(of: self, options, by: git)
    return try exchange.run(deciding: decide, beforeFailure: tellReceived)
  }

  /// Previews ``sync(_:by:deciding:beforeFailure:)``: fetches, and returns what would be done. Takes no lock and changes no file and
  /// no branch.
  ///
  /// Hand edits count as changes of the store that are made now. Their commits are written, but nothing refers to them.
  public func syncPreview(
    _ options: SyncOptions = SyncOptions(), by git: GitProgram
  ) throws(MixtapeError) -> SyncPreview {
    try Exchange(of: self, options, by: git).preview()
  }

  // MARK: Conflicts of syncs

  /// Returns the values that both sides of a sync changed differently and that nobody has decided since, newest merge first.
  ///
  /// A conflict follows its playlist or podcast to another id. It is decided when the value is not the taken one any more, by
  /// ``decide(_:taking:)``, by an answer during a sync, or by the undo of the change that lost. Of several conflicts about one value,
  /// the newest counts.
  ///
  /// - Complexity: O(the number of commits in history).
  public func openConflicts() throws(MixtapeError) -> [OpenConflict] {
    try OpenConflictSearch(of: self, in: try openRepository()).conflicts()
  }

  /// Returns the values of conflicts, by the choices that take them.
  public func values(of conflicts: [OpenConflict]) throws(MixtapeError) -> [ConflictValues] {
    try ConflictValues.of(conflicts, in: self)
  }

  /// Decides conflicts, as one change that can be undone. A decision for the value that was taken changes no file.
  ///
  /// - Parameter conflicts: The conflicts, as ``openConflicts()`` returns them.
  /// - Returns: The commit of the decision.
  @discardableResult
  public func decide(_ conflicts: [OpenConflict], taking choice: ConflictChoice) throws(MixtapeError) -> CommitID {
    try Transaction.run(in: self) { (transaction) throws(MixtapeError) in
      try transaction.decide(conflicts, taking: choice)
    }
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
  /// The values that both sides of received merges changed differently, and that nobody has decided since.
  public internal(set) var receivedConflicts: [OpenConflict] = []
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
}
