package import SystemPackage

/// Writes and removes files such that a crash at any instant leaves the old or the new content, never a part of it.
package enum DurableFile {
  /// Replaces a file, or makes it with the directories above it: temporary file, `fsync`, `rename`, `fsync` of the
  /// directory. Permissions of a file that is there are kept. A failure leaves nothing; what a kill leaves is a hidden
  /// file that no one reads and that the next write replaces.
  ///
  /// - Parameter top: A directory above the file. Directories below it are never reached through a symbolic link.
  package static func write(_ bytes: [UInt8], to path: FilePath, below top: FilePath? = nil) throws(Errno) {
    do throws(Errno) {
      try prepare(bytes, for: path, below: top)
      try install(path)
    } catch {
      discardRemains(of: path)
      throw error
    }
    try synchronizeDirectory(of: path)
  }

  /// Writes the temporary file, as the first step of ``write(_:to:below:)``.
  ///
  /// - Parameters:
  ///   - top: A directory above the file. Directories below it are never reached through a symbolic link.
  ///   - isDurable: `false` where whoever calls makes it durable before ``install(_:)``.
  package static func prepare(
    _ bytes: [UInt8], for path: FilePath, below top: FilePath? = nil, isDurable: Bool = true
  ) throws(Errno) {
    let directory = path.removingLastComponent()
    if let top { try makeDirectories(directory, below: top) } else { try makeDirectories(directory) }
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

  /// Whether a file of this name is one that ``write(_:to:below:)`` has not written to its end.
  package static func isTemporary(_ name: String) -> Bool { target(ofTemporary: name) != nil }

  /// The name of the file that a temporary file is to replace; `nil` if the name is not that of a temporary file.
  package static func target(ofTemporary name: String) -> String? {
    guard name.hasPrefix("."), name.hasSuffix(temporarySuffix) else { return nil }
    return String(name.dropFirst().dropLast(temporarySuffix.count))
  }

  /// Whether a file of this name is one that ``replace(_:with:)`` was to put in the place of `path`, in a process that is
  /// gone.
  package static func isAbandoned(_ name: String, for path: FilePath) -> Bool {
    guard let stem = path.lastComponent?.string, name.hasPrefix("\(stem)."),
      let process = Int32(name.dropFirst(stem.count + 1)), process > 0
    else { return false }
    return !SystemCalls.isRunning(process)
  }

  /// Removes what a kill in the middle of ``write(_:to:below:)`` has left, if it is there. Where that fails, whoever wrote it has
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
    try errno {
      let descriptor = try create(temporary)
      try descriptor.closeAfter { _ = try descriptor.writeAll(bytes) }
    }
    try SystemCalls.rename(temporary, to: path)
  }

  /// Overwrites the beginning of a file in place, or creates it. For content that can tell a part of a write from the whole.
  ///
  /// A pipe, a device or a symbolic link at the path is not written to; a new file replaces it.
  ///
  /// - Parameter isSole: Whether a file that has another name as well is replaced too, so that its content under that name
  ///   stays.
  package static func overwrite(
    _ path: FilePath, with bytes: [UInt8], isSole: Bool = false, synchronizing: Bool = true
  ) throws(Errno) {
    let existing = try openExisting(path, isSole: isSole)
    try errno {
      let descriptor = try existing ?? create(path)
      try descriptor.closeAfter {
        try descriptor.writeAll(toAbsoluteOffset: 0, bytes)
        if synchronizing { try SystemCalls.synchronize(descriptor) }
      }
    }
    if existing == nil, synchronizing { try synchronizeDirectory(of: path) }
  }

  /// Opens a plain file for writing without waiting for anybody.
  ///
  /// - Returns: `nil` where there is none, where something else is in its place, or where `isSole` and the file has another
  ///   name.
  private static func openExisting(_ path: FilePath, isSole: Bool) throws(Errno) -> FileDescriptor? {
    var descriptor: FileDescriptor?
    do throws(Errno) {
      try errno {
        descriptor = try FileDescriptor.open(path, .writeOnly, options: [.noFollow, .nonBlocking, .closeOnExec])
      }
    } catch {
      // A symbolic link, and a pipe that nobody reads or a socket.
      let isReplaceable = [.noSuchFileOrDirectory, .tooManySymbolicLinkLevels, .noSuchAddressOrDevice].contains(error)
      guard isReplaceable else { throw error }
      return nil
    }
    guard let descriptor else { return nil }
    if let links = SystemCalls.linkCount(ofPlainFile: descriptor), !isSole || links == 1 { return descriptor }
    try errno { try descriptor.close() }
    return nil
  }

  /// Creates a file that nobody else has open or knows by another name. Whatever has the path loses that name and no byte.
  private static func create(_ path: FilePath) throws(Errno) -> FileDescriptor {
    do throws(Errno) {
      return try createAbsent(path)
    } catch {
      guard error == .fileExists else { throw error }
    }
    do throws(Errno) {
      try SystemCalls.remove(path)
    } catch {
      guard error == .noSuchFileOrDirectory else { throw error }
    }
    return try createAbsent(path)
  }

  private static func createAbsent(_ path: FilePath) throws(Errno) -> FileDescriptor {
    do {
      return try FileDescriptor.open(
        path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
        permissions: FilePermissions(rawValue: 0o666))
    } catch let error as Errno {
      throw error
    } catch {
      throw .ioError
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
      let descriptor = try create(path)
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

  /// Makes a directory and those between it and `top` that are missing; each is made durable in the one that holds it.
  ///
  /// - Throws: `notDirectory` where a symbolic link or anything else that is no directory is in the place of one.
  package static func makeDirectories(_ directory: FilePath, below top: FilePath) throws(Errno) {
    guard directory != top, directory.starts(with: top) else { return try makeDirectories(directory) }
    let parent = directory.removingLastComponent()
    if parent != top { try makeDirectories(parent, below: top) }
    var kind = try FileKind(at: directory)
    if kind == nil {
      if try SystemCalls.makeDirectory(directory) { return try synchronizeDirectory(parent) }
      kind = try FileKind(at: directory)
    }
    guard kind == .directory else { throw .notDirectory }
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
