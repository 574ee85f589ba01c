package import SystemPackage

/// An exclusive lock between processes, held as long as the value lives. The system releases it when the process ends, also
/// by a signal, and child processes that have kept ``descriptor`` open.
package struct FileLock: ~Copyable {
  /// The open file. Other programs do not inherit it, except those that get it explicitly.
  package let descriptor: FileDescriptor

  /// Acquires the lock, and waits for it at most for `patience`.
  ///
  /// - Parameter onWait: Called once if another process holds the lock for longer than ``quietWait``.
  /// - Returns: The lock, or `nil` if it was not free in time.
  package static func acquire(
    _ path: FilePath, patience: Duration, onWait: () -> Void = {}
  ) throws(Errno) -> FileLock? {
    try FileLock(path, .readWrite, [.create, .noFollow, .closeOnExec]).acquired(patience: patience, onWait: onWait)
  }

  /// Waits for the lock on a directory, which needs no lock file.
  ///
  /// - Parameter onWait: Called once if another process holds the lock for longer than ``quietWait``.
  /// - Returns: The lock, or `nil` if it was not free in time.
  package static func acquire(
    directory: FilePath, patience: Duration, onWait: () -> Void = {}
  ) throws(Errno) -> FileLock? {
    try FileLock(directory, .readOnly, [.directory, .closeOnExec]).acquired(patience: patience, onWait: onWait)
  }

  /// The time without a report, in which most changes end.
  private static let quietWait = Duration.milliseconds(200)

  private consuming func acquired(patience: Duration, onWait: () -> Void) throws(Errno) -> FileLock? {
    let lock = self
    let start = ContinuousClock.now
    var (pause, isReported): (UInt32, Bool) = (1_000, false)
    while try !SystemCalls.tryLock(lock.descriptor) {
      let waited = ContinuousClock.now - start
      guard waited < patience else { return nil }
      if waited >= Self.quietWait, !isReported {
        onWait()
        isReported = true
      }
      SystemCalls.pause(microseconds: pause)
      pause = min(pause * 2, 50_000)
    }
    return lock
  }

  private init(
    _ path: FilePath, _ mode: FileDescriptor.AccessMode, _ options: FileDescriptor.OpenOptions
  ) throws(Errno) {
    descriptor = try withErrno {
      try FileDescriptor.open(path, mode, options: options, permissions: FilePermissions(rawValue: 0o666))
    }
  }

  deinit {
    // A child process can go on with the descriptor, such as a daemon that git has started.
    SystemCalls.unlock(descriptor)
    // The lock is released, and the system closes the descriptor even if the call reports an error.
    do { try descriptor.close() } catch {}
  }
}
