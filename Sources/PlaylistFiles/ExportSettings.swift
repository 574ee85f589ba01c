internal import LosslessTOML
public import MixtapeModel

/// The table `[export]` of `mixtape.toml`.
public struct ExportSettings: Hashable, Sendable {
  /// The directory of the exported files as it is in the file. It may start with `~/`.
  public let directory: String
  /// The format of the files.
  public let format: Format
  /// The playlists that are exported; `nil` for all.
  public let playlists: [Playlist.ID]?
  /// The directory that paths are written relative to; `nil` for absolute paths.
  public let relativeTo: String?

  /// The formats of exported files.
  public enum Format: String, CaseIterable, Hashable, Sendable {
    /// M3U8.
    case m3u8
    /// XSPF.
    case xspf
  }
}

extension TableReader {
  /// Reads the table `[export]`. Returns `nil` if it is missing or invalid.
  mutating func export() -> ExportSettings? {
    guard let table = value("export", "a table", { $0.table }) else { return nil }
    var reader = TableReader(table.value)
    defer { append(reader.diagnostics) }
    reader.reportUnknownKeys(known: ["directory", "format", "playlists", "relativeTo"])
    let format = reader.choice("format", of: ExportSettings.Format.self)
    let relativeTo = reader.directory("relativeTo")
    let playlists = reader.strings("playlists", of: "ids of playlists")?.compactMap { reader.playlistID($0) }
    guard let directory = reader.directory("directory") else {
      if table.value["directory"] == nil {
        reader.report(.missingKey, at: table.value.headerRange ?? table.range, "`[export]` has no `directory`")
      }
      return nil
    }
    return ExportSettings(
      directory: directory, format: format ?? .m3u8, playlists: playlists, relativeTo: relativeTo)
  }

  /// Reads the path of a directory. Reports one among the files of git.
  mutating func directory(_ key: String) -> String? {
    guard let path = string(key) else { return nil }
    guard !path.value.isEmpty, !path.value.contains("\0") else {
      report(.invalidValue, at: path.range, "`\(key)` is not the path of a directory")
      return nil
    }
    guard !path.value.lowercased().split(separator: "/").contains(".git") else {
      report(.invalidValue, at: path.range, "`\(key)` must not be in `.git`")
      return nil
    }
    let names = path.value.split(separator: "/").filter { $0 != "." }
    let isInside = !path.value.hasPrefix("/") && !names.contains("..")
    guard key != "directory" || !isInside || !Self.isOfStore(names.first) else {
      report(
        .invalidValue, at: path.range, "`directory` must not be the store, or in `playlists`, `library` or `templates`")
      return nil
    }
    return path.value
  }

  /// Returns whether a directory is that of the store, or one in which Mixtape looks for files.
  private static func isOfStore(_ first: Substring?) -> Bool {
    first.map { ["playlists", "library", "templates"].contains($0) } ?? true
  }

  private mutating func playlistID(_ text: Located<String>) -> Playlist.ID? {
    if let id = Playlist.ID(rawValue: text.value) { return id }
    report(.invalidValue, at: text.range, "this is not the id of a playlist")
    return nil
  }
}
