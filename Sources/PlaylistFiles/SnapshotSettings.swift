internal import LosslessTOML

/// The table `[snapshot]` of `mixtape.toml`.
public struct SnapshotSettings: Hashable, Sendable {
  /// The path of the snapshot as it is in the file. It ends with `.json`, and may start with `~/`.
  public let path: String
  /// The number of newest episodes in the snapshot.
  public let newest: Int

  /// The default number of episodes.
  public static let defaultNewest = 20
  /// The maximum number of episodes, so that a snapshot stays small.
  public static let maximumNewest = 1_000
}

extension TableReader {
  /// Reads the table `[snapshot]`. Returns `nil` if it is missing or invalid.
  mutating func snapshot() -> SnapshotSettings? {
    guard let table = value("snapshot", "a table", { $0.table }) else { return nil }
    var reader = TableReader(table.value)
    defer { append(reader.diagnostics) }
    reader.reportUnknownKeys(known: ["path", "newest"])
    let newest = reader.integer("newest")
    if let newest, !(0...Int64(SnapshotSettings.maximumNewest)).contains(newest.value) {
      reader.report(
        .invalidValue, at: newest.range,
        "`newest` is 0 to \(SnapshotSettings.maximumNewest), but this is \(newest.value)")
    }
    guard let path = reader.string("path") else {
      if table.value["path"] == nil {
        reader.report(.missingKey, at: table.value.headerRange ?? table.range, "`[snapshot]` has no `path`")
      }
      return nil
    }
    guard path.value.hasSuffix(".json"), !path.value.contains("\0") else {
      reader.report(.invalidValue, at: path.range, "`path` must end in .json")
      return nil
    }
    guard !path.value.lowercased().split(separator: "/").contains(".git") else {
      reader.report(.invalidValue, at: path.range, "`path` must not be in `.git`")
      return nil
    }
    return SnapshotSettings(path: path.value, newest: newest.map { Int($0.value) } ?? SnapshotSettings.defaultNewest)
  }
}
