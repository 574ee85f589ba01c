internal import FileSystem
internal import SystemPackage

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The holder of a lock file of git.
public enum LockHolder: Hashable, Sendable {
  /// A process that has the file open, or a git that works in the repository.
  case process(id: Int32, name: String)
  /// A change of Mixtape that is being made, or was killed.
  case change
  /// Certainly nobody.
  case nobody
  case unknown(Reason)

  /// The reason why the holder is unknown.
  public enum Reason: Hashable, Sendable {
    /// The file is so young that its owner may be at work without holding it open.
    case young
    /// The system does not show the open files of processes, or only those of a container.
    case processesUnseen
    /// Another machine may hold it; the kind of the file system.
    case sharedFileSystem(String)
    /// A git of another user is running.
    case hidden(id: Int32, name: String)
  }
}

/// Finds out whether somebody holds a lock file.
///
/// A lock file does not name its owner, and no system call returns it. On Linux it is certain that nobody holds one if
/// all of this is so:
/// - The file has not changed for ten minutes: a lock that nobody has open, as between closing and renaming it, is held for
///   milliseconds by every git.
/// - `/proc` shows all processes of the machine and none has the file open. A process that hides its files from us counts
///   only if it is called `git…`: what hides them otherwise are services of the system.
/// - No process that is called `git…` works in the repository: `git commit` keeps a lock that it has closed while the
///   editor is open.
/// - The file system is one that no other machine writes to.
struct LockInquiry {
  let processes: ProcessTable
  let now: Date

  /// The time for which a lock file must not have changed, in seconds.
  static let age: Double = 600

  /// - Parameter directories: The work tree and the git directory.
  func holder(of lock: FilePath, in directories: [FilePath]) throws(Errno) -> LockHolder {
    guard let status = try FileStatus(of: lock) else { return .nobody }
    let identity = try FileIdentity(of: lock)
    let others: [ProcessTable.Process]
    do throws(Errno) {
      others = try processes.others()
    } catch {
      return .unknown(.processesUnseen)
    }
    for process in others {
      let isOpen = process.openFiles?.contains(identity) == true
      let isGitAtWork = process.isGit && process.works(in: directories)
      if isOpen || isGitAtWork { return .process(id: process.id, name: process.name) }
    }
    if let hidden = others.first(where: { $0.isGit && ($0.openFiles == nil || $0.workingDirectory == nil) }) {
      return .unknown(.hidden(id: hidden.id, name: hidden.name))
    }
    guard processes.isWhole else { return .unknown(.processesUnseen) }
    let fileSystem = processes.fileSystem(of: lock) ?? "unknown"
    guard Self.localFileSystems.contains(fileSystem) else { return .unknown(.sharedFileSystem(fileSystem)) }
    // A clock that was set back makes no file old.
    guard now.timeIntervalSince1970 - Double(status.modified.seconds) >= Self.age else { return .unknown(.young) }
    return .nobody
  }

  /// The file systems that belong to one machine. Locks on others are reported and not removed.
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
