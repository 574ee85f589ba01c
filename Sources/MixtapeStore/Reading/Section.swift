internal import MixtapeModel

/// The directories of a store that hold its files.
enum Section: String, CaseIterable {
  case playlists, library, templates

  /// The section that a path below the store's directory lies in.
  init?(containing path: String) {
    guard let first = path.split(separator: "/").first else { return nil }
    self.init(rawValue: String(first))
  }
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
    self.path = ([section.rawValue] + folder.components + [name + Self.suffix]).joined(separator: "/")
  }

  /// Reads a path below the store's directory; `nil` if it names no file of a section.
  init?(path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 2, Section(rawValue: parts[0]) != nil, let last = parts.last, last.hasSuffix(Self.suffix),
      let folder = Folder(components: Array(parts[1..<parts.count - 1]))
    else { return nil }
    self.name = String(last.dropLast(Self.suffix.count))
    self.folder = folder
    self.path = path
  }

  /// What every file of a store ends in.
  static let suffix = ".toml"
}
