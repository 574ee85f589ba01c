internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import PlaylistFiles
internal import SystemPackage

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The git repository of a store, with errors of the store.
///
/// The methods are those of ``GitHistory/Repository``, but throw ``MixtapeError/Code/repository`` or
/// ``MixtapeError/Code/locked``, with the `GitError` as the cause. Properties are forwarded.
@dynamicMemberLookup
struct StoreRepository {
  /// The repository, for calls whose `GitError` is reported directly.
  let git: Repository

  init(_ git: Repository) { self.git = git }

  /// Opens the repository of a directory. Starts libgit2 the first time.
  static func open(at directory: FilePath, environment: [String: String]) throws(MixtapeError) -> StoreRepository {
    StoreRepository(try checked(try Repository.open(at: directory, environment: environment)))
  }

  static func create(at directory: FilePath, environment: [String: String]) throws(MixtapeError) -> StoreRepository {
    StoreRepository(try checked(try Repository.create(at: directory, environment: environment)))
  }

  subscript<Value>(dynamicMember property: KeyPath<Repository, Value>) -> Value { git[keyPath: property] }

  var privateState: PrivateState { PrivateState(ofGitDirectory: git.gitDirectory) }

  /// Runs a call on a repository, and converts its error to one of the store.
  static func checked<Value>(_ call: @autoclosure () throws(GitError) -> Value) throws(MixtapeError) -> Value {
    do throws(GitError) {
      return try call()
    } catch {
      throw .repository(error)
    }
  }

  private func checked<Value>(_ call: @autoclosure () throws(GitError) -> Value) throws(MixtapeError) -> Value {
    try Self.checked(try call())
  }
}

extension MixtapeError {
  /// The code of the `GitError` that caused the error; `nil` for any other cause.
  var gitCode: GitError.Code? { (cause as? GitError)?.code }
}

// MARK: - HEAD, commits and files

extension StoreRepository {
  func head() throws(MixtapeError) -> Head { try checked(try git.head()) }
  func resolve(_ revision: String) throws(MixtapeError) -> CommitID { try checked(try git.resolve(revision)) }
  func commit(_ id: CommitID) throws(MixtapeError) -> Commit { try checked(try git.commit(id)) }

  /// Reads a commit; returns `nil` if it does not exist any more, as after a rebase, or is missing in a shallow clone.
  func existingCommit(_ id: CommitID) throws(MixtapeError) -> Commit? {
    do throws(MixtapeError) {
      return try commit(id)
    } catch {
      guard error.gitCode == .notFound else { throw error }
      return nil
    }
  }

  func parents(of id: CommitID) throws(MixtapeError) -> [CommitID] { try checked(try git.parents(of: id)) }
  func historyFingerprint() throws(MixtapeError) -> String? { try checked(try git.historyFingerprint()) }
  func blob(_ id: ObjectID) throws(MixtapeError) -> [UInt8] { try checked(try git.blob(id)) }

  /// Returns the content with an id; `nil` for no id.
  func content(_ id: ObjectID?) throws(MixtapeError) -> [UInt8]? {
    guard let id else { return nil }
    return try blob(id)
  }

  func entries(of commit: CommitID, under prefixes: [String]) throws(MixtapeError) -> [TreeEntry] {
    try checked(try git.entries(of: commit, under: prefixes))
  }

  func entry(at path: String, in commit: CommitID) throws(MixtapeError) -> TreeEntry? {
    try checked(try git.entry(at: path, in: commit))
  }

  /// Returns the id of a file's content in a commit; `nil` if there is no file or no commit.
  func blobID(at path: String, in commit: CommitID?) throws(MixtapeError) -> ObjectID? {
    guard let commit, let entry = try entry(at: path, in: commit) else { return nil }
    // Neither a directory nor a submodule has a content.
    return [.directory, .submodule].contains(entry.mode) ? nil : entry.id
  }

  /// Returns the content of a file in a commit; `nil` if there is no file or no commit.
  func content(of path: String, in commit: CommitID?) throws(MixtapeError) -> [UInt8]? {
    try content(try blobID(at: path, in: commit))
  }

  /// Returns the id of a content as a blob; `nil` for no content.
  static func blobID(of bytes: [UInt8]?) throws(MixtapeError) -> ObjectID? {
    guard let bytes else { return nil }
    return try checked(try Repository.blobID(of: bytes))
  }

  func storeChanges(in commit: CommitID) throws(MixtapeError) -> [FileChange] {
    try checked(try git.changes(in: commit, under: StorePaths.roots)).filter { StorePaths.contains($0.path) }
  }

  /// Returns the files of the store that differ between two commits.
  func storeChanges(from old: CommitID?, to new: CommitID) throws(MixtapeError) -> [FileChange] {
    try checked(try git.changes(from: old, to: new, under: StorePaths.roots)).filter { StorePaths.contains($0.path) }
  }
}

// MARK: - Trees and branches

extension StoreRepository {
  func tree(of commit: CommitID) throws(MixtapeError) -> ObjectID { try checked(try git.tree(of: commit)) }

  func differences(from old: ObjectID?, to new: ObjectID) throws(MixtapeError) -> [TreeDifference] {
    try checked(try git.differences(from: old, to: new))
  }

  func entry(at path: String, inTree tree: ObjectID) throws(MixtapeError) -> TreeEntry? {
    try checked(try git.entry(at: path, inTree: tree))
  }

  func makeTree(_ changes: [TreeEdit], from base: ObjectID?) throws(MixtapeError) -> ObjectID {
    try checked(try git.makeTree(changes, from: base))
  }

  func pathsInSeveralForms(_ paths: [String], in trees: [ObjectID]) throws(MixtapeError) -> [String] {
    try checked(try git.pathsInSeveralForms(paths, in: trees))
  }

  func converted(
    _ bytes: [UInt8], at path: String, _ direction: ConversionDirection
  ) throws(MixtapeError) -> [UInt8]? {
    try checked(try git.converted(bytes, at: path, direction))
  }

  func mergeBases(of first: CommitID, and others: [CommitID]) throws(MixtapeError) -> [CommitID] {
    try checked(try git.mergeBases(of: first, and: others))
  }

  func commits(reachableFrom tip: CommitID, butNotFrom others: [CommitID]) throws(MixtapeError) -> Set<CommitID> {
    try checked(try git.commits(reachableFrom: tip, butNotFrom: others))
  }
}

// MARK: - Remotes

extension StoreRepository {
  func remotes() throws(MixtapeError) -> [String] { try checked(try git.remotes()) }
  func upstream(of branch: String) throws(MixtapeError) -> Upstream? { try checked(try git.upstream(of: branch)) }
  func isShallow() throws(MixtapeError) -> Bool { try checked(try git.isShallow()) }

  func lastFetch() throws(MixtapeError) -> Int64? { try checked(try git.lastFetch()) }

  func trackingReference(of upstream: Upstream) throws(MixtapeError) -> String? {
    try checked(try git.trackingReference(of: upstream))
  }

  func commit(ofReference name: String) throws(MixtapeError) -> CommitID? {
    try checked(try git.commit(ofReference: name))
  }

  func referenceNames(under prefix: String) throws(MixtapeError) -> [String] {
    try checked(try git.referenceNames(under: prefix))
  }

  func relation(of first: CommitID, to second: CommitID) throws(MixtapeError) -> CommitRelation {
    try checked(try git.relation(of: first, to: second))
  }

  func reaches(_ ancestor: CommitID, from commit: CommitID) throws(MixtapeError) -> Bool {
    try checked(try git.reaches(ancestor, from: commit))
  }
}

// MARK: - The work tree and git's index

extension StoreRepository {
  /// Throws an error if a merge, a rebase or a similar operation is unfinished.
  ///
  /// - Throws: ``MixtapeError/Code/repositoryBusy``.
  func requireNoUnfinishedOperation() throws(MixtapeError) {
    let state = git.state
    guard state == .clean else {
      throw MixtapeError(
        .repositoryBusy, cause: UnfinishedGitOperation(state: state, hasConflicts: mayHaveConflicts))
    }
  }

  /// Throws an error if HEAD's branch has lost its commit: a change would begin a new history.
  func requireBranch() throws(MixtapeError) {
    guard let lost = try lostBranch() else { return }
    throw .repository(GitError(.branchLost, .readReference, message: "\(lost.name) has no commit, but its reflog does"))
  }

  func lostBranch() throws(MixtapeError) -> LostBranch? { try checked(try git.lostBranch()) }
  func restore(_ branch: LostBranch) throws(MixtapeError) { try checked(try git.restore(branch)) }

  /// Whether git's index has conflicts, or cannot be read.
  private var mayHaveConflicts: Bool {
    do throws(MixtapeError) {
      return try !conflicts().isEmpty
    } catch {
      // The unfinished operation is the error to report. `doctor` reports the index.
      return true
    }
  }

  /// Returns the files in the store's directories, and those that differ from HEAD, including items that cannot be
  /// files of the store.
  ///
  /// - Parameter readsAll: Whether to read all files, also those that git's index calls unchanged.
  func storeState(readingAll readsAll: Bool = false) throws(MixtapeError) -> WorkTreeState {
    try checked(
      try git.workTree(
        under: Section.allCases.map(\.rawValue), includingFiles: [StoreFile.name], readingAll: readsAll))
  }

  /// Returns the settings by which git converts some files, sorted.
  func conversionSettings(at paths: [String]) throws(MixtapeError) -> [String] {
    var settings: Set<String> = []
    for path in paths { settings.formUnion(try checked(try git.conversionSettings(at: path))) }
    return settings.sorted()
  }

  func conflicts() throws(MixtapeError) -> [String] { try checked(try git.conflicts()) }
  func requireReadableGitIndex() throws(MixtapeError) { try checked(try git.requireReadableIndex()) }
  func requireReplaceableGitIndex() throws(MixtapeError) { try checked(try git.requireReplaceableIndex()) }
  func refreshGitIndex(paths: [String]) throws(MixtapeError) { try checked(try git.refreshIndex(paths: paths)) }
  func rebuildGitIndex() throws(MixtapeError) -> FilePath? { try checked(try git.rebuildIndex()) }

  func indexDifferences(under prefixes: [String]) throws(MixtapeError) -> [GitIndexDifference] {
    try checked(try git.indexDifferences(under: prefixes))
  }
}

// MARK: - Making commits

extension StoreRepository {
  func identity(for role: Identity.Role) throws(MixtapeError) -> Identity { try checked(try git.identity(for: role)) }

  func signature(for role: Identity.Role, now: Date) throws(MixtapeError) -> Signature {
    try checked(try git.signature(for: role, now: now, utcOffset: Signature.localUTCOffset(at: now)))
  }

  func advisories() throws(MixtapeError) -> [RepositoryAdvisory] { try checked(try git.advisories()) }

  /// Makes a blob in memory; returns `nil` for no content.
  func makeBlob(_ bytes: [UInt8]?) throws(MixtapeError) -> ObjectID? {
    guard let bytes else { return nil }
    return try checked(try git.makeBlob(bytes))
  }

  func writeMadeObjects(isDurable: Bool = true) throws(MixtapeError) {
    try checked(try git.writeMadeObjects(isDurable: isDurable))
  }

  func prepareCommit(
    _ changes: [TreeEdit], message: String, author: Signature, committer: Signature, onto head: Head,
    merging merged: [CommitID] = []
  ) throws(MixtapeError) -> PreparedCommit {
    try checked(
      try git.prepareCommit(
        changes, message: message, author: author, committer: committer, onto: head, merging: merged))
  }

  func prepareForward(
    to commit: CommitID, committer: Signature, onto head: Head, reflogEntry entry: String
  ) throws(MixtapeError) -> PreparedCommit {
    try checked(try git.prepareForward(to: commit, committer: committer, onto: head, reflogEntry: entry))
  }

  func moveHead(to commits: [PreparedCommit], refreshing paths: [String]) throws(MixtapeError) {
    try checked(try git.moveHead(to: commits, refreshing: paths))
  }

  func synchronizeNames() throws(MixtapeError) { try checked(try git.synchronizeNames()) }
  func removeAbandonedLocks() throws(MixtapeError) { try checked(try git.removeAbandonedLocks()) }
}

// MARK: - Comparing and merging texts

extension StoreRepository {
  /// Merges two texts by lines. See ``GitHistory/Repository/merged(_:_:from:)``.
  static func merged(
    _ first: [UInt8], _ second: [UInt8], from base: [UInt8]
  ) throws(MixtapeError) -> [UInt8]? {
    try checked(try Repository.merged(first, second, from: base))
  }

  static func unifiedDiff(old: [UInt8]?, new: [UInt8]?, path: String) throws(MixtapeError) -> [UInt8] {
    try checked(try Repository.unifiedDiff(old: old, new: new, path: path))
  }
}

// MARK: - Locks

extension StoreRepository {
  /// Waits until a lock of another git is gone, at most ``GitHistory/Repository/lockPatience``.
  ///
  /// - Parameter check: Called again and again while the lock is there. An error of it ends the wait.
  /// - Returns: Whether the lock is gone.
  func waitForLock(_ lock: FilePath, _ check: () throws(MixtapeError) -> Void) throws(MixtapeError) -> Bool {
    let deadline = ContinuousClock.now + git.lockPatience
    while try Disk.exists(lock) {
      try check()
      guard ContinuousClock.now < deadline else { return false }
      SystemCalls.pause(microseconds: 10_000)
    }
    return true
  }
}

// MARK: - Health

extension StoreRepository {
  func setting(_ name: String) throws(MixtapeError) -> String? { try checked(try git.setting(name)) }
  func setLocally(_ settings: [(name: String, value: String)]) throws(MixtapeError) {
    try checked(try git.setLocally(settings))
  }
  func hasRemote() throws(MixtapeError) -> Bool { try checked(try git.hasRemote()) }
  func looseObjects() throws(MixtapeError) -> LooseObjects { try checked(try git.looseObjects()) }
  func emptyObjects() throws(MixtapeError) -> [FilePath] { try checked(try git.emptyObjects()) }
  func rewriteBlob(_ bytes: [UInt8]) throws(MixtapeError) -> ObjectID { try checked(try git.rewriteBlob(bytes)) }
}
