internal import FileSystem
internal import GitHistory
public import MixtapeModel
internal import PlaylistFiles
public import SystemPackage

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Store {
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
    // A request to end the process ends git first, so that nothing is left of the clone.
    context.interruptions.hold()
    defer { context.interruptions.release() }
    let place = try CloneDirectory.prepare(directory, context)
    let isStore: Bool
    do throws(MixtapeError) {
      isStore = try makeClone(of: address, at: place, context, by: git)
    } catch {
      try place.abandon()
      throw error.cause is GitProgramError
        ? MixtapeError(error.code, .file(directory.string), cause: error.cause) : error
    }
    try place.install()
    guard isStore else { throw .refused(.notAStore(directory.string)) }
    let store = try Store(at: directory, context: context)
    try store.notifyOfUntrustedSettings()
    return store
  }

  /// Clones a repository, and prepares it if it is a store.
  ///
  /// - Returns: Whether it is a store.
  private static func makeClone(
    of address: String, at place: borrowing CloneDirectory, _ context: Context, by git: GitProgram
  ) throws(MixtapeError) -> Bool {
    let directory = place.temporaryDirectory
    let output = try git.run(
      ["clone", "--progress", "--end-of-options", address, directory.string], in: place.directory, context,
      holding: place.lock.descriptor)
    guard output.isSuccess else { throw .transfer(GitProgramError(of: output, .receiving)) }
    try checkOutBranch(in: directory, context, by: git, holding: place.lock.descriptor)
    guard try Disk.exists(directory.appending(StoreFile.name)) else { return false }
    try Store(at: directory, context: context).prepareClone()
    return true
  }

  /// Checks out the usual branch if git found none: the HEAD of a new bare repository can name a branch that nobody pushes.
  private static func checkOutBranch(
    in directory: FilePath, _ context: Context, by git: GitProgram, holding lock: FileDescriptor
  ) throws(MixtapeError) {
    let repository = try StoreRepository.open(at: directory, environment: context.environment)
    guard case .unborn = try repository.head(), let remote = try repository.remotes().first else { return }
    for branch in ["main", "master"] where try repository.commit(ofReference: "refs/remotes/\(remote)/\(branch)") != nil
    {
      let output = try git.run(["switch", "--quiet", branch], in: directory, context, holding: lock)
      guard output.isSuccess else { throw .transfer(GitProgramError(of: output, .receiving)) }
      return
    }
  }

  private func prepareClone() throws(MixtapeError) {
    let transaction = try Transaction(in: self, try openRepository())
    let repository = transaction.repository
    try MergeDriver.configure(repository)
    // In an older store, the first change tells how to set the attribute.
    if try namesMergeDriver() { try transaction.omitMergeDriverNotice() }
    let head = try repository.head()
    if let commit = head.commit {
      let files = try SyncWrites.unwritableFiles(in: commit, of: repository)
      if !files.isEmpty { context.notify(.filesOfGitAlone(files)) }
    }
    guard let branch = head.branch else { return }
    let remote = try RemoteBranch(named: nil, for: branch, in: repository)
    guard let commit = try remote.lastKnown(in: repository) else { return }
    try OperationRecord.catchUp(with: repository)
    SyncRecord(branch: remote.name, commit: commit, time: Int64(context.now().timeIntervalSince1970))
      .save(in: repository.privateState)
  }
}
