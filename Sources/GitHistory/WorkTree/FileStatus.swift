internal import CLibgit2
internal import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// What tells two files apart, whatever their names: the same directory reached by two paths is one.
struct FileIdentity: Hashable {
  private let device: UInt64
  private let inode: UInt64

  /// Looks `path` up, following symbolic links.
  init(of path: FilePath) throws(Errno) {
    var status = stat()
    guard stat(path.string, &status) == 0 else { throw Errno(rawValue: errno) }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
  }
}

/// What the file system says of a file without opening it, in the form that git's index records.
///
/// The index keeps 32 bits of each number, so these are 32 bits too.
struct FileStatus: Equatable {
  struct Time: Equatable, Comparable {
    let seconds: Int32
    let nanoseconds: UInt32

    static func < (first: Time, second: Time) -> Bool {
      (first.seconds, first.nanoseconds) < (second.seconds, second.nanoseconds)
    }
  }

  let changed: Time
  let modified: Time
  let inode: UInt32
  let user: UInt32
  let group: UInt32
  let size: UInt32

  init(_ status: stat) {
    #if canImport(Darwin)
      let (changedTime, modifiedTime) = (status.st_ctimespec, status.st_mtimespec)
    #else
      let (changedTime, modifiedTime) = (status.st_ctim, status.st_mtim)
    #endif
    changed = Time(changedTime)
    modified = Time(modifiedTime)
    inode = UInt32(truncatingIfNeeded: status.st_ino)
    user = UInt32(truncatingIfNeeded: status.st_uid)
    group = UInt32(truncatingIfNeeded: status.st_gid)
    size = UInt32(truncatingIfNeeded: status.st_size)
  }

  /// Looks `path` up, or is nil where nothing is there.
  init?(of path: FilePath) throws(Errno) {
    var status = stat()
    guard lstat(path.string, &status) == 0 else {
      let error = Errno(rawValue: errno)
      guard error == .noSuchFileOrDirectory else { throw error }
      return nil
    }
    self.init(status)
  }

  init(_ entry: git_index_entry) {
    changed = Time(seconds: entry.ctime.seconds, nanoseconds: entry.ctime.nanoseconds)
    modified = Time(seconds: entry.mtime.seconds, nanoseconds: entry.mtime.nanoseconds)
    inode = entry.ino
    user = entry.uid
    group = entry.gid
    size = entry.file_size
  }

  /// Records the status in an entry of the index. Git does not compare devices, as they change between mounts.
  func record(in entry: inout git_index_entry) {
    entry.ctime = git_index_time(seconds: changed.seconds, nanoseconds: changed.nanoseconds)
    entry.mtime = git_index_time(seconds: modified.seconds, nanoseconds: modified.nanoseconds)
    entry.ino = inode
    entry.uid = user
    entry.gid = group
    entry.file_size = size
  }
}

extension FileStatus.Time {
  init(_ time: timespec) {
    seconds = Int32(truncatingIfNeeded: time.tv_sec)
    nanoseconds = UInt32(truncatingIfNeeded: time.tv_nsec)
  }
}

/// The type bits of a file's mode.
enum FileKind {
  case regular, directory, symbolicLink, other

  init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .regular
    case S_IFDIR: self = .directory
    case S_IFLNK: self = .symbolicLink
    default: self = .other
    }
  }
}

/// Blocks the thread for a short time.
func pauseThread(microseconds: UInt32) { usleep(microseconds) }
