internal import LosslessTOML

/// The table `[snapshot]` of `mixtape.toml`.
public struct SnapshotSettings: Hashable, Sendable {
  /// Where the snapshot is written, as the file says it: ends in `.json`, and may start with `~/`.
  public let path: String
  /// How many of the newest episodes are in it.
  public let newest: Int

  /// How many episodes where the file does not say.
  public static let defaultNewest = 20
  /// The most episodes, so that a snapshot stays small.
  public static let maximumNewest = 1_000
}

extension TableReader {
  /// The table `[snapshot]`, if it is there and sound.
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
      reader.report(.invalidValue, at: path.range, "`path` leads into `.git`, whose files belong to git")
      return nil
    }
    return SnapshotSettings(path: path.value, newest: newest.map { Int($0.value) } ?? SnapshotSettings.defaultNewest)
  }
}
