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

  private static func prepare(_ store: Store) throws(MixtapeError) {
    let transaction = try Transaction(in: store, try store.openRepository())
    let repository = transaction.repository
    try MergeDriver.configure(repository)
    // In an older store, the first change tells how to set the attribute.
    if try MergeDriver.isNamed(in: store) { try transaction.omitMergeDriverNotice() }
    guard let branch = try repository.head().branch else { return }
    let remote = try RemoteBranch(named: nil, for: branch, in: repository)
    guard let commit = try remote.lastKnown(in: repository) else { return }
    try OperationHistory.catchUp(with: repository)
    SyncRecord(branch: remote.name, commit: commit, time: Int64(store.context.now().timeIntervalSince1970))
      .save(in: repository.privateState)
  }
}

/// The directory of a new clone, and the temporary directory in it in which git makes the clone.
///
/// The files move to their places when the clone is complete, `.git` last. Until then, the directory is no store: after a kill in the
/// middle, no command can take missing files for deleted ones. The lock lasts as long as the value lives, or as the git that gets its
/// descriptor: the git of a killed clone goes on for a while.
struct CloneDirectory: ~Copyable {
  let directory: FilePath
  /// The directory that git creates, and removes if the clone fails or is interrupted.
  let temporaryDirectory: FilePath
  private let isNew: Bool
  let lock: FileLock

  private init(_ directory: FilePath, isNew: Bool, _ lock: consuming FileLock) {
    self.directory = directory
    temporaryDirectory = directory.appending("\(Self.prefix)\(SystemCalls.processID)")
    self.isNew = isNew
    self.lock = lock
  }

  /// Prepares a directory that is missing or empty, or has only the remains of clones that were killed.
  ///
  /// Waits for another clone that is made there.
  ///
  /// - Throws: ``SyncRefusal/directoryNotEmpty(_:)``, ``SyncRefusal/unfinishedClone(_:)`` or ``SyncRefusal/cloneRunning(_:by:)`` as
  ///   the cause of an error with its code.
  static func prepare(_ directory: FilePath, _ context: Store.Context) throws(MixtapeError) -> CloneDirectory {
    let isNew = try !isDirectory(directory)
    try Disk.makeDirectories(directory)
    let acquired = try Disk.checked(
      directory,
      try FileLock.acquire(directory: directory, patience: context.lockPatience) { context.notify(.waitingForLock) })
    guard let lock = acquired else { throw .refused(.cloneRunning(directory.string, by: try holder(of: directory))) }
    // A clone that fails removes its directory.
    guard try Disk.exists(directory) else { return try prepare(directory, context) }
    let names = try names(in: directory)
    let remains = names.filter { $0.string.hasPrefix(prefix) }
    guard remains.count == names.count else { throw try refusal(of: directory, names, remains) }
    for name in remains {
      let path = directory.appending(name)
      try Disk.checked(path, try DurableFile.removeTree(path))
    }
    return CloneDirectory(directory, isNew: isNew, lock)
  }

  /// Moves the files of the complete clone to their places.
  consuming func install() throws(MixtapeError) {
    let names = try Self.names(in: temporaryDirectory)
    // After a power cut, files without contents would be hand edits.
    try Disk.synchronizeFileSystem(of: temporaryDirectory)
    for name in names.filter({ $0.string != Self.repository }) + names.filter({ $0.string == Self.repository }) {
      let place = temporaryDirectory.appending(name)
      try Disk.checked(place, try SystemCalls.rename(place, to: directory.appending(name)))
    }
    _ = try Disk.removeIfEmpty(temporaryDirectory)
    try Disk.synchronizeDirectory(of: directory.appending(Self.repository))
  }

  /// Removes what the failed clone has left, and the directory if it is new.
  consuming func abandon() throws(MixtapeError) {
    try Disk.checked(temporaryDirectory, try DurableFile.removeTree(temporaryDirectory))
    if isNew { _ = try Disk.removeIfEmpty(directory) }
  }

  /// Returns the process that holds the lock; `nil` if this user may not see it.
  private static func holder(of directory: FilePath) throws(MixtapeError) -> SyncRefusal.RunningProcess? {
    let identity = try Disk.checked(directory, try FileIdentity(of: directory))
    do throws(Errno) {
      let holders = try ProcessTable().others().filter { $0.openFiles?.contains(identity) == true }
      // Git starts other programs, which end with it.
      let holder = holders.first { $0.name.hasPrefix("git") } ?? holders.first
      return holder.map { SyncRefusal.RunningProcess(id: $0.id, name: $0.name) }
    } catch {
      return nil
    }
  }

  private static let prefix = ".mixtape-clone-"
  private static let repository = ".git"

  /// Returns whether a directory exists.
  ///
  /// - Throws: ``SyncRefusal/directoryNotEmpty(_:)`` if something else exists at the path.
  private static func isDirectory(_ path: FilePath) throws(MixtapeError) -> Bool {
    guard try Disk.exists(path) else { return false }
    do throws(Errno) {
      if try FileKind(following: path) == .directory { return true }
    } catch {
      // A symbolic link to nothing is no directory.
      guard error == .noSuchFileOrDirectory else { throw .fileAccess(path, error) }
    }
    throw .refused(.directoryNotEmpty(path.string))
  }

  /// Returns the error for a directory that has other files than the remains of clones.
  private static func refusal(
    of directory: FilePath, _ names: [FilePath.Component], _ remains: [FilePath.Component]
  ) throws(MixtapeError) -> MixtapeError {
    guard !remains.isEmpty, !names.contains(where: { $0.string == repository }) else {
      // A clone that was killed at its very end is complete.
      for name in remains { _ = try Disk.removeIfEmpty(directory.appending(name)) }
      return .refused(.directoryNotEmpty(directory.string))
    }
    return .refused(.unfinishedClone(directory.string))
  }

  /// Returns the names in a directory. They are bytes: git also clones names that are not UTF-8.
  private static func names(in directory: FilePath) throws(MixtapeError) -> [FilePath.Component] {
    try Disk.checked(directory, try Directory(at: directory).names()).compactMap { name, _ in
      FilePath.Component(platformString: name)
    }.filter { $0.kind == .regular }
  }
}
