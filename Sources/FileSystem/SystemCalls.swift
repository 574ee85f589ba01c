package import SystemPackage

#if os(Linux)
  internal import CLinux
#endif

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// System calls that swift-system does not offer, as throwing functions. Interrupted calls are retried.
package enum SystemCalls {
  /// Syncs the content of a file or directory. `fsync(2)`.
  static func synchronize(_ descriptor: FileDescriptor) throws(Errno) {
    try check { fsync(descriptor.rawValue) }
  }

  #if os(Linux)
    /// Syncs the file system of an open file. `syncfs(2)`.
    static func synchronizeFileSystem(_ descriptor: FileDescriptor) throws(Errno) {
      try check { syncfs(descriptor.rawValue) }
    }
  #endif

  /// Takes an exclusive lock without waiting. Returns `false` if another process holds it. `flock(2)`.
  static func tryLock(_ descriptor: FileDescriptor) throws(Errno) -> Bool {
    do {
      try check { flock(descriptor.rawValue, LOCK_EX | LOCK_NB) }
      return true
    } catch .wouldBlock {
      return false
    }
  }

  /// Releases a lock, also for other processes that have inherited the descriptor. `flock(2)`.
  static func unlock(_ descriptor: FileDescriptor) {
    // A lock on an open descriptor can always be released.
    _ = flock(descriptor.rawValue, LOCK_UN)
  }

  /// Renames a file, and replaces any file with the new name, atomically. `rename(2)`.
  package static func rename(_ old: FilePath, to new: FilePath) throws(Errno) {
    try check { old.withPlatformString { old in new.withPlatformString { systemRename(old, $0) } } }
  }

  /// Gives a file a second name. Throws `fileExists` if the name is in use. `link(2)`.
  package static func link(_ file: FilePath, to new: FilePath) throws(Errno) {
    try check { file.withPlatformString { file in new.withPlatformString { systemLink(file, $0) } } }
  }

  /// Removes a file. `unlink(2)`.
  package static func remove(_ path: FilePath) throws(Errno) {
    try check { path.withPlatformString { unlink($0) } }
  }

  /// Removes an empty directory. `rmdir(2)`.
  static func removeDirectory(_ path: FilePath) throws(Errno) {
    try check { path.withPlatformString { rmdir($0) } }
  }

  /// Creates a directory, if it does not exist. `mkdir(2)`.
  ///
  /// - Returns: Whether it was created.
  @discardableResult
  static func makeDirectory(_ path: FilePath) throws(Errno) -> Bool {
    do {
      try check { path.withPlatformString { mkdir($0, 0o777) } }
      return true
    } catch .fileExists {
      return false
    }
  }

  /// Returns the permissions of a regular file; `nil` for anything else, such as a link, whose permissions mean nothing.
  /// `lstat(2)`.
  static func permissions(of path: FilePath) throws(Errno) -> FilePermissions? {
    guard let status = try stat(at: path), FileKind(status) == .regular else { return nil }
    return FilePermissions(rawValue: status.st_mode & 0o7777)
  }

  /// Returns the number of bytes of a regular file; `nil` for anything else. `lstat(2)`.
  package static func fileSize(of path: FilePath) throws(Errno) -> Int? {
    guard let status = try stat(at: path), FileKind(status) == .regular else { return nil }
    return Int(status.st_size)
  }

  /// Returns the number of hard links of an open file; `nil` if it is not a regular file. `fstat(2)`.
  static func linkCount(ofPlainFile descriptor: FileDescriptor) -> Int? {
    var status = stat()
    guard fstat(descriptor.rawValue, &status) == 0, FileKind(status) == .regular else { return nil }
    return Int(status.st_nlink)
  }

  /// Returns the absolute path without symbolic links, `.` and `..`. `realpath(3)`.
  package static func resolved(_ path: FilePath) throws(Errno) -> FilePath {
    guard let resolved = path.withPlatformString({ realpath($0, nil) }) else { throw Errno(rawValue: errno) }
    defer { free(resolved) }
    return FilePath(platformString: resolved)
  }

  /// Sets the permissions of an open file. `fchmod(2)`.
  static func setPermissions(_ permissions: FilePermissions, of descriptor: FileDescriptor) throws(Errno) {
    try check { fchmod(descriptor.rawValue, permissions.rawValue) }
  }

  /// Returns the target of a symbolic link; `nil` if it does not exist or cannot be read. `readlink(2)`.
  static func linkTarget(of path: FilePath) -> String? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = path.withPlatformString { readlink($0, &target, target.count) }
    return count > 0 ? String(validating: target.prefix(count), as: UTF8.self) : nil
  }

  /// Returns whether there is a process with an id. `kill(2)`.
  package static func isRunning(_ id: Int32) -> Bool { kill(id, 0) == 0 || errno == EPERM }

  /// The id of this process. `getpid(2)`.
  package static var processID: Int32 { getpid() }

  /// Blocks the thread between attempts to take a lock. Polling is necessary because `flock(2)` has no timeout, a waiting lock is no
  /// event for `poll(2)`, and other programs remove git's lock files without a notification. A signal ends the pause, so that the next
  /// attempt comes earlier. `usleep(3)`.
  package static func pause(microseconds: UInt32) { usleep(microseconds) }

  private static func check(_ call: () -> CInt) throws(Errno) {
    while call() != 0 {
      let error = Errno(rawValue: errno)
      if error != .interrupted { throw error }
    }
  }
}

/// Calls `link(2)`, under a name that differs from that of the wrapper.
private func systemLink(_ file: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> CInt {
  link(file, new)
}

/// Calls `rename(2)`, under a name that differs from that of the wrapper.
private func systemRename(_ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> CInt {
  rename(old, new)
}

/// Runs calls of `FileDescriptor`. They throw only `Errno`, but their declarations do not say so.
package func withErrno<Result>(_ body: () throws -> Result) throws(Errno) -> Result {
  do {
    return try body()
  } catch {
    throw error as? Errno ?? .ioError
  }
}

/// The memory of this process.
package enum ProcessMemory {
  /// Lets the process keep freed memory, also of large arrays, and request more at a time. The system clears memory that is
  /// returned and requested again, which costs time for every directory that is read.
  package static func retainFreedMemory() {
    #if canImport(Glibc)
      _ = mallopt(M_TRIM_THRESHOLD, 64 << 20)
      _ = mallopt(M_TOP_PAD, 1 << 20)
      _ = mallopt(M_MMAP_THRESHOLD, 32 << 20)
    #endif
  }
}
