internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The holder of a lock file of git.
public enum LockHolder: Hashable, Sendable {
  /// A process that has the file open, or a git process in the repository.
  case process(id: Int32, name: String)
  /// A change of Mixtape that is in progress or was killed.
  case change
  /// Nobody, for certain.
  case nobody
  /// Perhaps another machine. The associated value is the type of the file system.
  case sharedFileSystem(String)
  /// It cannot be determined who holds the lock.
  case unknown
}

/// Determines whether a process holds a lock file.
///
/// A lock file does not name its owner, and no system call returns it. On Linux, a lock file certainly has no holder
/// if all of these conditions are met:
/// - The file has not changed for ten minutes. Git closes a lock file and then renames it; between these steps, which
///   take milliseconds, no process has the file open.
/// - `/proc` shows all processes of the machine, and none has the file open. A process that hides its open files
///   counts only if its name starts with `git`: the others are services of the system.
/// - No process whose name starts with `git` works in the repository: `git commit` keeps a closed lock while the
///   editor is open.
/// - The file system is local.
struct LockHolderSearch {
  let processes: ProcessTable
  let now: Date

  /// The minimum age of an abandoned lock file, in seconds.
  static let age: Double = 600

  /// Returns the holder of a lock file.
  ///
  /// - Parameter directories: The work tree and the git directory.
  func holder(of lock: FilePath, in directories: [FilePath]) throws(Errno) -> LockHolder {
    guard let status = try FileStatus(of: lock) else { return .nobody }
    let identity = try FileIdentity(of: lock)
    let others: [ProcessTable.Process]
    do throws(Errno) {
      others = try processes.others()
    } catch {
      return .unknown
    }
    for process in others {
      let isOpen = process.openFiles?.contains(identity) == true
      let isGitAtWork = process.isGit && process.works(in: directories)
      if isOpen || isGitAtWork { return .process(id: process.id, name: process.name) }
    }
    let isGitHidden = others.contains { $0.isGit && ($0.openFiles == nil || $0.workingDirectory == nil) }
    // After a clock is set back, the computed age is negative.
    let isOld = now.timeIntervalSince1970 - Double(status.modified.seconds) >= Self.age
    guard !isGitHidden, processes.isWhole, let fileSystem = processes.fileSystem(of: lock) else { return .unknown }
    guard Self.localFileSystems.contains(fileSystem) else { return .sharedFileSystem(fileSystem) }
    return isOld ? .nobody : .unknown
  }

  /// File systems that only one machine uses. Locks on other file systems are reported and not removed.
  private static let localFileSystems: Set<String> = [
    "bcachefs", "btrfs", "exfat", "ext2", "ext3", "ext4", "f2fs", "jfs", "nilfs2", "ntfs3", "overlay", "ramfs",
    "reiserfs", "tmpfs", "vfat", "xfs", "zfs",
  ]
}

extension ProcessTable.Process {
  fileprivate var isGit: Bool { name.hasPrefix("git") }

  fileprivate func works(in directories: [FilePath]) -> Bool {
    workingDirectory.map { place in directories.contains { place.starts(with: $0) } } ?? false
  }
}

extension Examination {
  /// Returns the existing locks of git on files that a change or a sync needs.
  func locks() throws(MixtapeError) -> [Finding] {
    let token = try StoreRepository.checked(try LockToken.existing(at: repository.privateState.lockToken))
    let search = LockHolderSearch(processes: ProcessTable(), now: store.context.now())
    let places = [store.directory, repository.directory, repository.gitDirectory]
    var findings: [Finding] = []
    for lock in try lockPaths() {
      if let token, try StoreRepository.checked(try token.isIn(lock)) {
        findings.append(Finding(.warning, .lock(lock, .change), .possible))
      } else if try Disk.exists(lock) {
        let holder = try Disk.checked(lock, try search.holder(of: lock, in: places))
        findings.append(Finding(.error, .lock(lock, holder), holder == .nobody ? .possible : .none))
      }
    }
    return findings
  }

  private func lockPaths() throws(MixtapeError) -> [FilePath] {
    let branch = try repository.head().branchReference
    let own = ["index", "HEAD"].map { repository.gitDirectory.appending($0) }
    let shared = [branch, "packed-refs", "config", "shallow"].compactMap(\.self).map {
      repository.commonDirectory.appending($0)
    }
    let locks = (own + shared).map { FilePath($0.string + ".lock") }
    return try locks + referenceLocks(below: repository.commonDirectory.appending("refs/remotes"))
  }

  /// Returns the lock files below a directory of references, sorted. The name of a branch cannot end like that of a lock.
  private func referenceLocks(below directory: FilePath) throws(MixtapeError) -> [FilePath] {
    var locks: [FilePath] = []
    var open = [directory]
    while let next = open.popLast() {
      guard try Disk.exists(next) else { continue }
      let names = try Disk.checked(next, try Directory(at: next).textNames())
      for (name, kind) in names where ![".", ".."].contains(name) {
        if kind == .directory { open.append(next.appending(name)) }
        if name.hasSuffix(".lock") { locks.append(next.appending(name)) }
      }
    }
    return locks.sorted { $0.string < $1.string }
  }
}
