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

/// The work of making a clone of a store.
struct Cloning {
  private let address: String
  private let directory: FilePath
  private let context: Store.Context
  private let git: GitProgram

  init(of address: String, to directory: FilePath, _ context: Store.Context, by git: GitProgram) {
    (self.address, self.directory, self.context, self.git) = (address, directory, context, git)
  }

  /// Makes the clone. See ``Store/clone(_:to:context:by:)``.
  func run() throws(MixtapeError) -> Store {
    // A request to end the process ends git first, so that nothing is left of the clone.
    context.interruptions.hold()
    defer { context.interruptions.release() }
    let place = try CloneDirectory.prepare(directory, context)
    let isStore: Bool
    do throws(MixtapeError) {
      isStore = try makeClone(at: place)
    } catch {
      try place.abandon()
      throw error.cause is GitProgramError
        ? MixtapeError(error.code, .file(directory.string), cause: error.cause) : error
    }
    try place.install()
    guard isStore else { throw .refused(.notAStore(directory.string)) }
    let store = try Store(at: directory, context: context)
    try TrustedSettings(of: store).notifyOfUntrusted()
    return store
  }

  /// Clones a repository, and prepares it if it is a store.
  ///
  /// - Returns: Whether it is a store.
  private func makeClone(at place: borrowing CloneDirectory) throws(MixtapeError) -> Bool {
    let directory = place.temporaryDirectory
    let output = try git.run(
      ["clone", "--progress", "--end-of-options", address, directory.string], in: place.directory, context,
      holding: place.lock.descriptor)
    guard output.isSuccess else { throw .transfer(GitProgramError(of: output, .receiving)) }
    try checkOutBranch(in: directory, holding: place.lock.descriptor)
    guard try Disk.exists(directory.appending(StoreFile.name)) else { return false }
    try Self.prepare(Store(at: directory, context: context))
    return true
  }

  /// Checks out the usual branch if git found none: the HEAD of a new bare repository can name a branch that nobody pushes.
  private func checkOutBranch(
    in directory: FilePath, holding lock: FileDescriptor
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

  /// Prepares a new clone for changes and syncs.
  private static func prepare(_ store: Store) throws(MixtapeError) {
    let transaction = try Transaction(in: store, try store.openRepository())
    let repository = transaction.repository
    try MergeDriver.configure(repository)
    // In an older store, the first change tells how to set the attribute.
    if try MergeDriver.isNamed(in: store) { try transaction.omitMergeDriverNotice() }
    let head = try repository.head()
    if let commit = head.commit {
      let files = try SyncWrites.unwritableFiles(in: commit, of: repository)
      if !files.isEmpty { store.context.notify(.filesOfGitAlone(files)) }
    }
    guard let branch = head.branch else { return }
    let remote = try RemoteBranch(named: nil, for: branch, in: repository)
    guard let commit = try remote.lastKnown(in: repository) else { return }
    try OperationHistory.catchUp(with: repository)
    SyncRecord(branch: remote.name, commit: commit, time: Int64(store.context.now().timeIntervalSince1970))
      .save(in: repository.privateState)
  }
}
