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
