internal import FileSystem
internal import MixtapeModel
internal import SystemPackage

/// The directory of downloads while one process changes it.
public final class LockedDownloads {
  /// The directory, with its real path.
  public let directory: DownloadDirectory
  private let lock: FileLock?

  /// Creates the directory if needed, and locks it.
  ///
  /// - Throws: ``DownloadError/busy(_:)`` if another process has locked it, ``DownloadError/insideRepository(_:)``, and
  ///   ``DownloadError/system(_:_:)``.
  public init(_ directory: DownloadDirectory) throws(DownloadError) {
    let path = directory.path
    let real = try directory.reporting(path) { () throws(Errno) -> FilePath in
      try DurableFile.makeDirectories(path)
      return try SystemCalls.resolved(path)
    }
    guard !real.components.contains(where: { $0.string.lowercased() == ".git" }) else { throw .insideRepository(real) }
    do throws(Errno) {
      // A command that has just ended, or a program that starts, can hold the lock for a moment.
      lock = try FileLock.acquire(directory: real, patience: .seconds(1))
    } catch {
      throw .system(real, error)
    }
    guard lock != nil else { throw .busy(path) }
    self.directory = DownloadDirectory(at: real)
  }

  /// Removes the files of a download, and its directory if that is then empty.
  ///
  /// - Throws: ``DownloadError/system(_:_:)``.
  public func remove(_ name: DownloadName) throws(DownloadError) {
    // The mark is last: without it, a file would not be known as that of a download any more.
    for file in [name.file, name.partialFile, name.mark] {
      let path = directory.place(file, of: name)
      try directory.reporting(path) { () throws(Errno) in try DurableFile.remove(path, upTo: directory.path) }
    }
  }

  /// Makes downloads of Mixtape downloads of the user, which Mixtape does not remove by itself.
  ///
  /// - Throws: ``DownloadError/system(_:_:)``.
  public func claim(_ names: [DownloadName]) throws(DownloadError) {
    for name in names {
      guard var mark = mark(of: name), mark.isAutomatic else { continue }
      mark.isAutomatic = false
      try write(mark, of: name)
    }
  }

  private func write(_ mark: DownloadMark, of name: DownloadName) throws(DownloadError) {
    let path = directory.place(name.mark, of: name)
    try directory.reporting(path) { () throws(Errno) in
      try DurableFile.write(mark.bytes, to: path, below: directory.path)
    }
  }

  /// Returns the mark of a download; `nil` without a valid one.
  func mark(of name: DownloadName) -> DownloadMark? {
    do throws(FileAccess.Failure) {
      return DownloadMark(
        try FileAccess.read(directory.place(name.mark, of: name), atMost: DownloadMark.maximumSize))
    } catch {
      return nil
    }
  }

  /// Writes the mark of a download, and returns its partial file.
  ///
  /// - Parameter count: The number of bytes to keep of an earlier partial file.
  func begin(_ name: DownloadName, _ mark: DownloadMark, keeping count: Int) throws(DownloadError) -> GrowingFile {
    let path = directory.place(name.partialFile, of: name)
    try requireFree(name)
    try write(mark, of: name)
    return try directory.reporting(path) { () throws(Errno) in try GrowingFile(path, keeping: count) }
  }

  /// Gives a complete file its name.
  func finish(_ file: GrowingFile, _ name: DownloadName) throws(DownloadError) {
    let path = directory.place(name.file, of: name)
    try requireFree(name)
    try directory.reporting(path) { () throws(Errno) in try file.finish(as: path) }
  }

  /// Throws an error if something has the name of the finished file.
  private func requireFree(_ name: DownloadName) throws(DownloadError) {
    let path = directory.place(name.file, of: name)
    let kind = try directory.reporting(path) { () throws(Errno) -> FileKind? in
      do throws(Errno) {
        return try FileKind(at: path)
      } catch {
        guard error == .notDirectory else { throw error }
        return nil
      }
    }
    if kind != nil { throw .occupied(path) }
  }
}
