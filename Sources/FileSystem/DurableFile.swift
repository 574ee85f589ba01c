package import SystemPackage

/// Writes and removes files such that a crash at any instant leaves the old or the new content, never a part of it.
package enum DurableFile {
  /// Replaces a file, or makes it with the directories above it: temporary file, `fsync`, `rename`, `fsync` of the
  /// directory. Permissions of a file that is there are kept. A failure leaves nothing; what a kill leaves is a hidden
  /// file that no one reads and that the next write replaces.
  package static func write(_ bytes: [UInt8], to path: FilePath) throws(Errno) {
    do throws(Errno) {
      try prepare(bytes, for: path)
      try install(path)
    } catch {
      discardRemains(of: path)
      throw error
    }
    try synchronizeDirectory(of: path)
  }

  /// The first step of ``write(_:to:)``: the temporary file.
  ///
  /// - Parameter isDurable: `false` where whoever calls makes it durable before ``install(_:)``.
  package static func prepare(_ bytes: [UInt8], for path: FilePath, isDurable: Bool = true) throws(Errno) {
    try makeDirectories(path.removingLastComponent())
    let permissions = try SystemCalls.permissions(of: path)
    try write(bytes, to: temporary(for: path), permissions: permissions, synchronizing: isDurable)
  }

  /// What was prepared for a file and not installed; `nil` where there is nothing.
  package static func prepared(for path: FilePath) throws(FileAccess.Failure) -> [UInt8]? {
    do throws(FileAccess.Failure) {
      return try FileAccess.read(temporary(for: path))
    } catch .absent {
      return nil
    }
  }

  /// The second step: what was prepared takes the place of the file.
  package static func install(_ path: FilePath) throws(Errno) {
    try SystemCalls.rename(temporary(for: path), to: path)
  }

  /// Takes a preparation back that was not installed.
  package static func discard(_ path: FilePath, upTo top: FilePath) throws(Errno) {
    try remove(temporary(for: path), upTo: top)
  }

  /// The last step: the name is durable too. Of a directory that is gone, that holds of the one above it.
  package static func synchronizeDirectory(of path: FilePath) throws(Errno) {
    var directory = path.removingLastComponent()
    while !directory.isEmpty {
      do throws(Errno) {
        return try synchronizeDirectory(directory)
      } catch {
        guard [.noSuchFileOrDirectory, .notDirectory].contains(error) else { throw error }
        directory = directory.removingLastComponent()
      }
    }
  }

  /// Hidden, so that no reader takes it for a playlist, and in the same directory, so that `rename` is atomic.
  private static func temporary(for path: FilePath) -> FilePath {
    path.removingLastComponent().appending(".\(path.lastComponent?.string ?? "")\(temporarySuffix)")
  }

  /// What the names end in of files that are not written to their end; they begin with a `.`.
  private static let temporarySuffix = ".mixtape-tmp"

  /// Whether a file of this name is one that ``write(_:to:)`` has not written to its end.
  package static func isTemporary(_ name: String) -> Bool { name.hasPrefix(".") && name.hasSuffix(temporarySuffix) }

  /// Whether a file of this name is one that ``replace(_:with:)`` was to put in the place of `path`, in a process that is
  /// gone.
  package static func isAbandoned(_ name: String, for path: FilePath) -> Bool {
    guard let stem = path.lastComponent?.string, name.hasPrefix("\(stem)."),
      let process = Int32(name.dropFirst(stem.count + 1)), process > 0
    else { return false }
    return !SystemCalls.isRunning(process)
  }

  /// Removes what a kill in the middle of ``write(_:to:)`` has left, if it is there. Where that fails, whoever wrote it has
  /// a failure to tell of already.
  package static func discardRemains(of path: FilePath, upTo top: FilePath? = nil) {
    do throws(Errno) {
      try remove(temporary(for: path), upTo: top ?? path.removingLastComponent())
    } catch {
      return
    }
  }

  /// Replaces a file in one step, without making it durable: for what can be made anew.
  package static func replace(_ path: FilePath, with bytes: [UInt8]) throws(Errno) {
    // Another process may replace it at the same time; each writes a file of its own.
    let temporary = FilePath("\(path.string).\(SystemCalls.processID)")
    try FileAccess.write(bytes, toNewFile: temporary)
    try SystemCalls.rename(temporary, to: path)
  }

  /// Overwrites the beginning of a file in place, or makes it. For what can tell a part of a write from the whole.
  package static func overwrite(_ path: FilePath, with bytes: [UInt8], synchronizing: Bool = true) throws(Errno) {
    do throws(Errno) {
      try overwrite(path, with: bytes, options: [], synchronizing)
    } catch {
      guard error == .noSuchFileOrDirectory else { throw error }
      try overwrite(path, with: bytes, options: .create, synchronizing)
      if synchronizing { try synchronizeDirectory(of: path) }
    }
  }

  private static func overwrite(
    _ path: FilePath, with bytes: [UInt8], options: FileDescriptor.OpenOptions, _ synchronizing: Bool
  ) throws(Errno) {
    try errno {
      let descriptor = try FileDescriptor.open(
        path, .writeOnly, options: options.union([.noFollow, .closeOnExec]),
        permissions: FilePermissions(rawValue: 0o666))
      try descriptor.closeAfter {
        try descriptor.writeAll(toAbsoluteOffset: 0, bytes)
        if synchronizing { try SystemCalls.synchronize(descriptor) }
      }
    }
  }

  /// Removes a file, and the directories above it that are empty then, up to but not including `top`. Durable after
  /// ``synchronizeDirectory(of:)``.
  package static func remove(_ path: FilePath, upTo top: FilePath) throws(Errno) {
    do {
      try SystemCalls.remove(path)
    } catch .noSuchFileOrDirectory {
      return
    }
    var directory = path.removingLastComponent()
    while directory != top, directory.starts(with: top) {
      do {
        try SystemCalls.removeDirectory(directory)
      } catch .directoryNotEmpty {
        break
      } catch .noSuchFileOrDirectory {
        // Somebody else removed it in the meantime.
      }
      directory = directory.removingLastComponent()
    }
  }

  /// Removes a directory if it is there and nothing is in it.
  ///
  /// - Returns: whether it was so.
  package static func removeIfEmpty(_ directory: FilePath) throws(Errno) -> Bool {
    do {
      try SystemCalls.removeDirectory(directory)
      return true
    } catch .directoryNotEmpty, .noSuchFileOrDirectory {
      return false
    }
  }

  private static func write(
    _ bytes: [UInt8], to path: FilePath, permissions: FilePermissions?, synchronizing: Bool
  ) throws(Errno) {
    try errno {
      let descriptor = try FileDescriptor.open(
        path, .writeOnly, options: [.create, .truncate, .noFollow, .closeOnExec],
        permissions: FilePermissions(rawValue: 0o666))
      try descriptor.closeAfter {
        if let permissions { try SystemCalls.setPermissions(permissions, of: descriptor) }
        try descriptor.writeAll(bytes)
        if synchronizing { try SystemCalls.synchronize(descriptor) }
      }
    }
  }

  private static func synchronizeDirectory(_ directory: FilePath) throws(Errno) {
    try errno {
      let descriptor = try FileDescriptor.open(directory, .readOnly, options: [.directory, .closeOnExec])
      try descriptor.closeAfter { try SystemCalls.synchronize(descriptor) }
    }
  }

  /// Makes a directory and those above it that are missing; each is made durable in the one that holds it.
  package static func makeDirectories(_ directory: FilePath) throws(Errno) {
    do {
      guard try SystemCalls.makeDirectory(directory) else { return }
    } catch .noSuchFileOrDirectory {
      try makeDirectories(directory.removingLastComponent())
      try SystemCalls.makeDirectory(directory)
    }
    try synchronizeDirectory(directory.removingLastComponent())
  }

  /// Runs calls of swift-system, whose errors are all `Errno` but not declared so.
  static func errno(_ body: () throws -> Void) throws(Errno) {
    do {
      try body()
    } catch let error as Errno {
      throw error
    } catch {
      throw .ioError
    }
  }
}
