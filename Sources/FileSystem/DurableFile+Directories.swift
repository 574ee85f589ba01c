package import SystemPackage

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
