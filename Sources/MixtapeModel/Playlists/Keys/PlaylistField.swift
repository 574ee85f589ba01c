/// A property of a playlist that can differ or be in conflict: a key of its file, or the place of the file.
public enum PlaylistField: Hashable, Sendable {
  /// The id, which is the name of the file.
  case id
  /// The folder, which is the directory of the file.
  case folder
  /// A key of the file.
  case key(PlaylistKey)

  /// The name in files and `--json`.
  public var name: String {
    switch self {
    case .id: "id"
    case .folder: "folder"
    case .key(let key): key.rawValue
    }
  }
}
