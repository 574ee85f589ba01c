package import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The identity of a file, by device and inode: two paths to one directory have the same identity.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  /// Reads the identity of the file at `path`, following symbolic links.
  package init(of path: FilePath) throws(Errno) {
    self.init(try stat(following: path))
  }

  private init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
  }
}

/// The status of a file in the file system, in the form that git's index records.
///
/// Like the index, it keeps 32 bits of each number. The device is left out, as in git, because it changes between
/// mounts.
package struct FileStatus: Equatable, Sendable {
  /// A point in time, since 1970-01-01.
  package struct Time: Comparable, Sendable {
    /// The whole seconds.
    package let seconds: Int32
    /// The nanoseconds of the second.
    package let nanoseconds: UInt32

    /// Makes a time.
    package init(seconds: Int32, nanoseconds: UInt32) {
      self.seconds = seconds
      self.nanoseconds = nanoseconds
    }

    /// Compares times.
    package static func < (first: Time, second: Time) -> Bool {
      (first.seconds, first.nanoseconds) < (second.seconds, second.nanoseconds)
    }
  }

  /// The time of the last change of the file or its metadata.
  package let changed: Time
  /// The time of the last change of its content.
  package let modified: Time
  /// The number of the file in its file system.
  package let inode: UInt32
  /// The user that owns the file.
  package let user: UInt32
  /// The group that owns the file.
  package let group: UInt32
  /// The number of bytes.
  package var size: UInt32

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

  /// Reads the status of `path`, without following a symbolic link; `nil` if nothing exists there.
  package init?(of path: FilePath) throws(Errno) {
    guard let status = try stat(at: path) else { return nil }
    self.init(status)
  }

  /// Makes a status.
  package init(changed: Time, modified: Time, inode: UInt32, user: UInt32, group: UInt32, size: UInt32) {
    self.changed = changed
    self.modified = modified
    self.inode = inode
    self.user = user
    self.group = group
    self.size = size
  }

  /// The status in git's index of a file whose status is unknown.
  package static let none = FileStatus(
    changed: Time(seconds: 0, nanoseconds: 0), modified: Time(seconds: 0, nanoseconds: 0), inode: 0, user: 0, group: 0,
    size: 0)
}

extension FileStatus.Time {
  init(_ time: timespec) {
    seconds = Int32(truncatingIfNeeded: time.tv_sec)
    nanoseconds = UInt32(truncatingIfNeeded: time.tv_nsec)
  }
}

/// The kinds of files, by the type bits of the mode.
package enum FileKind {
  case regular, directory, symbolicLink
  /// A device, a pipe or a socket.
  case other

  init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .regular
    case S_IFDIR: self = .directory
    case S_IFLNK: self = .symbolicLink
    default: self = .other
    }
  }

  /// Reads the kind of the file at `path`, without following a symbolic link; `nil` if nothing exists there.
  /// `lstat(2)`.
  package init?(at path: FilePath) throws(Errno) {
    guard let status = try stat(at: path) else { return nil }
    self.init(status)
  }

  /// Reads the kind of the file at `path`, following symbolic links. `stat(2)`.
  package init(following path: FilePath) throws(Errno) {
    self.init(try stat(following: path))
  }
}

extension stat {
  /// Calls `lstat(2)` for `path`; `nil` if nothing exists there.
  init?(at path: FilePath) throws(Errno) {
    self.init()
    guard lstat(path.string, &self) == 0 else {
      let error = Errno(rawValue: errno)
      guard error == .noSuchFileOrDirectory else { throw error }
      return nil
    }
  }

  /// Calls `stat(2)` for `path`.
  fileprivate init(following path: FilePath) throws(Errno) {
    self.init()
    guard stat(path.string, &self) == 0 else { throw Errno(rawValue: errno) }
  }
}
