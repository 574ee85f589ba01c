package import MixtapeModel
internal import PlaylistFiles
internal import SystemPackage

extension StoreItem {
  /// The item whose file has a path below the store's directory; `nil` for the path of any other file.
  package init?(path: String) {
    if let id = SectionFile.playlistID(at: path) {
      self = .playlist(id)
    } else if let id = SectionFile.podcastID(at: path) {
      self = .podcast(id)
    } else {
      return nil
    }
  }

  var section: Section {
    switch self {
    case .playlist: .playlists
    case .podcast: .library
    }
  }
}

/// The directories for files of a store.
enum Section: String, CaseIterable {
  case playlists, library, templates

  /// Finds the section of a path below the store's directory.
  init?(containing path: String) {
    guard let first = path.split(separator: "/").first else { return nil }
    self.init(rawValue: String(first))
  }

  /// Returns the path of a folder below the store's directory.
  func path(of folder: Folder) -> String { folder == .top ? rawValue : "\(rawValue)/\(folder.path)" }
}

/// A file of a section, found by its name. Its content has not been read.
struct SectionFile: Hashable {
  /// The file name without `.toml`.
  let name: String
  let folder: Folder
  /// The path below the store's directory.
  let path: String

  init(section: Section, folder: Folder, name: String) {
    self.name = name
    self.folder = folder
    self.path = "\(section.path(of: folder))/\(name)\(Self.suffix)"
  }

  /// Parses a path below the store's directory; `nil` if it is not the path of a file in a section.
  init?(path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 2, Section(rawValue: parts[0]) != nil, let name = parts.last.flatMap(Self.name),
      let folder = Folder(components: Array(parts[1..<parts.count - 1]))
    else { return nil }
    self.name = name
    self.folder = folder
    self.path = path
  }

  static let suffix = ".toml"

  /// Returns the name of a file without the suffix; `nil` if it has another suffix.
  static func name(of fileName: String) -> String? {
    guard fileName.hasSuffix(suffix) else { return nil }
    return String(fileName.utf8.dropLast(suffix.utf8.count))
  }
}

extension SectionFile: Comparable {
  /// Compares names. Names are composed, and composed strings are ordered by their bytes.
  static func < (left: Self, right: Self) -> Bool { left.name < right.name }
}

extension SectionFile {
  /// Returns the id of the playlist whose file is at a path; `nil` for any other path.
  static func playlistID(at path: String) -> Playlist.ID? { id(at: path, in: .playlists) }

  /// Returns the id of the podcast whose file is at a path; `nil` for any other path.
  static func podcastID(at path: String) -> Podcast.ID? { id(at: path, in: .library) }

  private static func id<Item>(at path: String, in section: Section) -> FileID<Item>? {
    guard Section(containing: path) == section else { return nil }
    return SectionFile(path: path).flatMap { FileID(rawValue: $0.name) }
  }
}

/// The paths of the store's files in its repository.
enum StorePaths {
  /// The directories and the file at the top of a store.
  static let roots = Section.allCases.map(\.rawValue) + [StoreFile.name]

  /// Returns whether a path is that of a file of the store. Other files in its directories are ignored.
  static func contains(_ path: String) -> Bool {
    path == StoreFile.name || SectionFile(path: path).map { !$0.name.hasPrefix(".") } == true
  }

  /// Returns the path of a file of the store below its directory; `nil` for other files.
  static func path(of file: FilePath, below directory: FilePath) -> String? {
    var rest = (file.isRelative ? directory.pushing(file) : file).lexicallyNormalized()
    guard rest.removePrefix(directory.lexicallyNormalized()),
      rest.string == StoreFile.name || (Section(containing: rest.string) != nil && rest.extension == "toml")
    else { return nil }
    return rest.string
  }
}
