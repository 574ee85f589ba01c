internal import MixtapeModel
internal import PlaylistFiles

/// The directories of a store that hold its files.
enum Section: String, CaseIterable {
  case playlists, library, templates

  /// The section that a path below the store's directory lies in.
  init?(containing path: String) {
    guard let first = path.split(separator: "/").first else { return nil }
    self.init(rawValue: String(first))
  }

  /// The path of a folder below the store's directory.
  func path(of folder: Folder) -> String { folder == .top ? rawValue : "\(rawValue)/\(folder.path)" }
}

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

  /// The suffix of the files of a store.
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

/// The paths of the store's files in its repository.
enum StorePaths {
  /// The directories and the file that hold all of them.
  static let roots = Section.allCases.map(\.rawValue) + [StoreFile.name]

  /// Whether a path is that of a file of the store. Other files in its directories are ignored.
  static func contains(_ path: String) -> Bool {
    path == StoreFile.name || StoredFile(path: path).map { !$0.name.hasPrefix(".") } == true
  }
}
