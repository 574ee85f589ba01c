internal import MixtapeModel

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
