internal import MixtapeModel

/// A file of a section, found by its name; nothing of it has been read.
struct StoredFile: Hashable {
  /// The file name without `.toml`.
  let name: String
  /// The directory below that of the section.
  let folder: Folder
  /// The path below the store's directory.
  let path: String

  init(section: Section, folder: Folder, name: String) {
    self.name = name
    self.folder = folder
    self.path = "\(section.path(of: folder))/\(name)\(Self.suffix)"
  }

  /// Reads a path below the store's directory; `nil` if it names no file of a section.
  init?(path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 2, Section(rawValue: parts[0]) != nil, let name = parts.last.flatMap(Self.name),
      let folder = Folder(components: Array(parts[1..<parts.count - 1]))
    else { return nil }
    self.name = name
    self.folder = folder
    self.path = path
  }

  /// What every file of a store ends in.
  static let suffix = ".toml"

  /// The name of a file without the suffix, or `nil` if it does not end in that.
  static func name(of fileName: String) -> String? {
    guard fileName.hasSuffix(suffix) else { return nil }
    return String(fileName.utf8.dropLast(suffix.utf8.count))
  }
}

extension StoredFile: Comparable {
  /// Order by name. Names are composed, and the order of composed strings is that of their bytes.
  static func < (left: Self, right: Self) -> Bool { left.name < right.name }
}

extension StoredFile {
  /// The id of the playlist whose file has a path, or `nil` if the path is not one of a playlist.
  static func playlistID(at path: String) -> Playlist.ID? { id(at: path, in: .playlists) }

  /// The id of the podcast whose file has a path, or `nil` if the path is not one of a podcast.
  static func podcastID(at path: String) -> Podcast.ID? { id(at: path, in: .library) }

  private static func id<Item>(at path: String, in section: Section) -> FileID<Item>? {
    guard Section(containing: path) == section else { return nil }
    return StoredFile(path: path).flatMap { FileID(rawValue: $0.name) }
  }
}
