package import SystemPackage

/// Writes and removes files so that a crash at any instant leaves the old or the new content, never a part of it.
package enum DurableFile {
  /// Replaces a file, or creates it with its directories: temporary file, `fsync`, `rename`, `fsync` of the directory.
  ///
  /// An existing file keeps its permissions. A failure leaves no temporary file. A kill can leave a hidden one, which is
  /// never read and which the next write replaces.
  ///
  /// - Parameter top: A directory above the file. Directories below it are never reached through a symbolic link.
  package static func write(_ bytes: [UInt8], to path: FilePath, below top: FilePath? = nil) throws(Errno) {
    do throws(Errno) {
      try prepare(bytes, for: path, below: top)
      try install(path)
    } catch {
      discardTemporaryFile(of: path)
      throw error
    }
    try synchronizeDirectory(of: path)
  }

  /// Writes the temporary file, as the first step of ``write(_:to:below:)``.
  ///
  /// - Parameters:
  ///   - top: A directory above the file. Directories below it are never reached through a symbolic link.
  ///   - isDurable: `false` if the caller syncs the file before ``install(_:)``.
  package static func prepare(
    _ bytes: [UInt8], for path: FilePath, below top: FilePath? = nil, isDurable: Bool = true
  ) throws(Errno) {
    let directory = path.removingLastComponent()
    if let top { try makeDirectories(directory, below: top) } else { try makeDirectories(directory) }
    let permissions = try SystemCalls.permissions(of: path)
    try write(bytes, to: temporary(for: path), permissions: permissions, synchronizing: isDurable)
  }

  /// Returns the content that was prepared for a file and not installed; `nil` if no content was prepared.
  package static func prepared(for path: FilePath) throws(FileAccess.Failure) -> [UInt8]? {
    do throws(FileAccess.Failure) {
      return try FileAccess.read(temporary(for: path))
    } catch .absent {
      return nil
    }
  }

  /// Replaces a file by the prepared one, as the second step of ``write(_:to:below:)``.
  package static func install(_ path: FilePath) throws(Errno) { try install(preparedFor: path, at: path) }

  /// Replaces a file by one that was prepared for another path, in a directory that nobody else reads.
  package static func install(preparedFor place: FilePath, at path: FilePath) throws(Errno) {
    try SystemCalls.rename(temporary(for: place), to: path)
  }

  /// Removes a prepared file that was not installed.
  package static func discard(_ path: FilePath, upTo top: FilePath) throws(Errno) {
    // A directory with the name is not the prepared file.
    if obstruction(of: path) == nil { try remove(temporary(for: path), upTo: top) }
  }

  /// Returns the path of the temporary file if a directory is at that path, so that nothing can be prepared; `nil`
  /// otherwise.
  package static func obstruction(of path: FilePath) -> FilePath? {
    let temporary = temporary(for: path)
    return isDirectory(temporary) ? temporary : nil
  }

  /// Returns the path of the temporary file: hidden, so that it is not read as a playlist, and in the same directory, so that
  /// `rename` is atomic.
  package static func temporary(for path: FilePath) -> FilePath {
    // As text: without optimization, each step through the components of a path takes longer than the system call after it.
    let text = path.string
    let name = text.utf8.lastIndex(of: UInt8(ascii: "/")).map(text.utf8.index(after:)) ?? text.startIndex
    return FilePath("\(text[..<name]).\(text[name...])\(temporarySuffix)")
  }

  /// The suffix of temporary files, whose names begin with a `.`.
  private static let temporarySuffix = ".mixtape-tmp"

  /// Returns whether a name is that of a temporary file of ``write(_:to:below:)``.
  package static func isTemporary(_ name: String) -> Bool { target(ofTemporary: name) != nil }

  /// Returns the name of the file that a temporary file would replace; `nil` if the name is not that of a temporary file.
  package static func target(ofTemporary name: String) -> String? {
    guard name.hasPrefix("."), name.hasSuffix(temporarySuffix) else { return nil }
    return String(name.dropFirst().dropLast(temporarySuffix.count))
  }

  /// Returns whether a name is that of a temporary file of ``replace(_:with:)`` for `path`, by a process that has ended.
  package static func isAbandoned(_ name: String, for path: FilePath) -> Bool {
    guard let stem = path.lastComponent?.string, name.hasPrefix("\(stem)."),
      let process = Int32(name.dropFirst(stem.count + 1)), process > 0
    else { return false }
    return !SystemCalls.isRunning(process)
  }

  /// Removes the temporary file of an interrupted ``write(_:to:below:)``, if there is one. Errors are ignored: the write
  /// itself has already failed.
  package static func discardTemporaryFile(of path: FilePath, upTo top: FilePath? = nil) {
    do throws(Errno) {
      try remove(temporary(for: path), upTo: top ?? path.removingLastComponent())
    } catch {
      return
    }
  }

  /// Replaces a file atomically, without syncing it. For data that can be created again.
  package static func replace(_ path: FilePath, with bytes: [UInt8]) throws(Errno) {
    // Another process may replace it at the same time, so each has its own temporary file.
    let temporary = FilePath("\(path.string).\(SystemCalls.processID)")
    try withErrno {
      let descriptor = try create(temporary)
      try descriptor.closeAfter { _ = try descriptor.writeAll(bytes) }
    }
    try SystemCalls.rename(temporary, to: path)
  }

  /// Replaces the content of an existing file atomically, without syncing it. The file keeps its permissions, and a symbolic link
  /// still leads to it.
  package static func replaceContent(of path: FilePath, with bytes: [UInt8]) throws(Errno) {
    let file = try SystemCalls.resolved(path)
    do throws(Errno) {
      try prepare(bytes, for: file, isDurable: false)
      try install(file)
    } catch {
      discardTemporaryFile(of: file)
      throw error
    }
  }

  /// Overwrites the beginning of a file in place, or creates it. For formats that detect partial writes.
  ///
  /// A pipe, a device or a symbolic link at the path is not written to; a new file replaces it.
  ///
  /// - Parameter isSole: Whether a file with another hard link is replaced too, so that the content of the link stays.
  package static func overwrite(
    _ path: FilePath, with bytes: [UInt8], isSole: Bool = false, synchronizing: Bool = true
  ) throws(Errno) {
    let existing = try openExisting(path, isSole: isSole)
    try withErrno {
      let descriptor = try existing ?? create(path)
      try descriptor.closeAfter {
        try descriptor.writeAll(toAbsoluteOffset: 0, bytes)
        if synchronizing { try SystemCalls.synchronize(descriptor) }
      }
    }
    if existing == nil, synchronizing { try synchronizeDirectory(of: path) }
  }

  /// Opens a regular file for writing, without blocking.
  ///
  /// - Returns: The descriptor; `nil` if there is no regular file, or if `isSole` and the file has another hard link.
  private static func openExisting(_ path: FilePath, isSole: Bool) throws(Errno) -> FileDescriptor? {
    let descriptor: FileDescriptor
    do throws(Errno) {
      descriptor = try withErrno {
        try FileDescriptor.open(path, .writeOnly, options: [.noFollow, .nonBlocking, .closeOnExec])
      }
    } catch {
      // The path does not exist, or is a symbolic link, a socket or a pipe that nobody reads.
      let isReplaceable = [.noSuchFileOrDirectory, .tooManySymbolicLinkLevels, .noSuchAddressOrDevice].contains(error)
      guard isReplaceable else { throw error }
      return nil
    }
    if let links = SystemCalls.linkCount(ofPlainFile: descriptor), !isSole || links == 1 { return descriptor }
    try withErrno { try descriptor.close() }
    return nil
  }

  /// Creates a new file that no other process has open, and that has no other hard link. An existing item loses the path,
  /// but none of its bytes.
  private static func create(_ path: FilePath) throws(Errno) -> FileDescriptor {
    do throws(Errno) {
      return try FileDescriptor.creating(path)
    } catch {
      guard error == .fileExists else { throw error }
    }
    do throws(Errno) {
      try SystemCalls.remove(path)
    } catch {
      guard error == .noSuchFileOrDirectory else { throw error }
    }
    return try FileDescriptor.creating(path)
  }

  private static func write(
    _ bytes: [UInt8], to path: FilePath, permissions: FilePermissions?, synchronizing: Bool
  ) throws(Errno) {
    try withErrno {
      let descriptor = try create(path)
      try descriptor.closeAfter {
        if let permissions { try SystemCalls.setPermissions(permissions, of: descriptor) }
        try descriptor.writeAll(bytes)
        if synchronizing { try SystemCalls.synchronize(descriptor) }
      }
    }
  }
}

extension DurableFile {
  /// Returns whether a directory is at a path; `false` if the path cannot be looked up.
  package static func isDirectory(_ path: FilePath) -> Bool {
    do throws(Errno) {
      return try FileKind(at: path) == .directory
    } catch {
      return false
    }
  }

  /// Creates a directory and the missing ones above it. The parent of each new directory is synced.
  package static func makeDirectories(_ directory: FilePath) throws(Errno) {
    do {
      guard try SystemCalls.makeDirectory(directory) else { return }
    } catch .noSuchFileOrDirectory {
      let parent = directory.removingLastComponent()
      // A relative path has the empty path above it. It is missing if the working directory is.
      guard parent != directory else { throw Errno.noSuchFileOrDirectory }
      try makeDirectories(parent)
      try SystemCalls.makeDirectory(directory)
    }
    try synchronizeDirectory(directory.removingLastComponent())
  }

  /// Creates a directory and the missing ones between it and `top`. The parent of each new directory is synced.
  ///
  /// - Throws: `notDirectory` if a symbolic link or any other item is in the place of a directory.
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

  /// Removes a file, and the directories above it that are then empty, up to but not including `top`. Durable after
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
        // Another process has removed it.
      }
      directory = directory.removingLastComponent()
    }
  }

  /// Removes a directory if it exists and is empty.
  ///
  /// - Returns: Whether it was removed.
  package static func removeIfEmpty(_ directory: FilePath) throws(Errno) -> Bool {
    do {
      try SystemCalls.removeDirectory(directory)
      return true
    } catch .directoryNotEmpty, .noSuchFileOrDirectory {
      return false
    }
  }

  /// Removes a directory with everything in it, or a file, if it exists. Does not follow symbolic links.
  package static func removeTree(_ path: FilePath) throws(Errno) {
    guard try FileKind(at: path) == .directory else {
      do { try SystemCalls.remove(path) } catch .noSuchFileOrDirectory {}
      return
    }
    for (name, _) in try Directory(at: path).names() {
      guard let component = FilePath.Component(platformString: name), component.kind == .regular else { continue }
      try removeTree(path.appending(component))
    }
    do { try SystemCalls.removeDirectory(path) } catch .noSuchFileOrDirectory {}
  }

  /// Syncs the directory of a file, so that its name is durable. This is the last step of ``write(_:to:below:)``. If the directory
  /// is gone, syncs the nearest existing one above it.
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

  /// Syncs the content of a file.
  package static func synchronize(_ path: FilePath) throws(Errno) {
    try withErrno {
      let descriptor = try FileDescriptor.open(path, .readOnly, options: [.noFollow, .nonBlocking, .closeOnExec])
      try descriptor.closeAfter { try SystemCalls.synchronize(descriptor) }
    }
  }

  private static func synchronizeDirectory(_ directory: FilePath) throws(Errno) {
    try withErrno {
      let descriptor = try FileDescriptor.open(directory, .readOnly, options: [.directory, .closeOnExec])
      try descriptor.closeAfter { try SystemCalls.synchronize(descriptor) }
    }
  }
}
