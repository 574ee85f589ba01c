internal import FileSystem
public import MixtapeModel
public import SystemPackage

/// A directory of downloaded episodes: `night-sky/auroras.mp3`.
///
/// Beside each file of a download is a hidden mark, `.auroras.mp3.download`. Files without a mark are never read, replaced or removed,
/// so the directory may have other files. All that is known about downloads is in the directory.
public struct DownloadDirectory: Hashable, Sendable {
  /// The path of the directory, which need not exist.
  public let path: FilePath

  /// Makes a value for a directory. Reads nothing.
  public init(at path: FilePath) { self.path = path }

  /// Finds all downloads.
  ///
  /// - Throws: ``DownloadError/system(_:_:)`` if a directory cannot be read.
  public func contents() throws(DownloadError) -> Downloads {
    var downloads = Downloads()
    let names = try reporting(path) { () throws(Errno) -> [(name: String, kind: FileKind?)] in
      do throws(Errno) {
        return try Self.names(in: Directory(at: path))
      } catch {
        guard error == .noSuchFileOrDirectory else { throw error }
        return []
      }
    }
    for (name, kind) in names where kind == .directory || kind == nil {
      guard let podcast = DownloadName.podcast(ofFolder: name) else { continue }
      for item in try items(of: podcast) { downloads.add(item) }
    }
    return downloads
  }

  /// Returns the path of the complete file of an episode; `nil` without one, or if the directory cannot be read.
  public func file(of episode: Episode.ID) -> FilePath? {
    complete(of: episode.podcast).first { $0.name.episode == episode }?.path
  }

  /// Returns the path that the complete file of an episode will have; `nil` for an episode without an address of `http` or `https`.
  public func futureFile(of episode: Episode) -> FilePath? {
    let name = DownloadName(of: episode)
    return episode.webAddress.map { _ in place(name.file, of: name) }
  }

  /// Returns those of some episodes that have a complete file. Reads only the directories of their podcasts; one that cannot be
  /// read has none.
  public func downloaded(among episodes: some Sequence<Episode.ID>) -> Set<Episode.ID> {
    let wanted = Set(episodes)
    let complete = Set(wanted.map(\.podcast)).flatMap { self.complete(of: $0) }
    return wanted.intersection(complete.map(\.name.episode))
  }

  /// Returns the complete downloads of a podcast; none if the directory cannot be read.
  private func complete(of podcast: Podcast.ID) -> [Downloads.Item] {
    do throws(DownloadError) {
      return try items(of: podcast).filter(\.isComplete)
    } catch {
      // The players then use the addresses. `contents()`, for the commands, reports the error.
      return []
    }
  }

  /// Returns the path of a file of a download.
  func place(_ file: String, of name: DownloadName) -> FilePath { path.appending(name.folder).appending(file) }

  /// Returns the downloads of a podcast.
  private func items(of podcast: Podcast.ID) throws(DownloadError) -> [Downloads.Item] {
    let folder = path.appending(DownloadName.folder(of: podcast))
    return try reporting(folder) { () throws(Errno) -> [Downloads.Item] in
      // Links could lead to a directory of something else.
      guard try FileKind(at: folder) == .directory else { return [] }
      let directory = try Directory(at: folder)
      let names = Set(try Self.names(in: directory).map(\.name))
      var items: [Downloads.Item] = []
      for mark in names {
        guard let name = DownloadName(mark: mark, of: podcast) else { continue }
        let size = try directory.size(ofFile: name.file)
        let partialSize = size == nil ? try directory.size(ofFile: name.partialFile) : nil
        items.append(
          Downloads.Item(
            name: name, path: folder.appending(name.file), isComplete: size != nil, bytes: size ?? partialSize ?? 0))
      }
      return items
    }
  }

  /// Returns the names in a directory, with their kinds if they are known.
  private static func names(
    in directory: borrowing Directory
  ) throws(Errno) -> [(name: String, kind: FileKind?)] {
    var names: [(String, FileKind?)] = []
    try directory.forEachName { bytes, kind in
      // Some file systems decompose names.
      if let name = String(validating: bytes, as: UTF8.self) { names.append((NameRules.composed(name), kind)) }
    }
    return names
  }

  /// Runs calls of the system about a path.
  func reporting<Result>(_ path: FilePath, _ body: () throws(Errno) -> Result) throws(DownloadError) -> Result {
    do throws(Errno) {
      return try body()
    } catch {
      throw .system(path, error)
    }
  }
}

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
