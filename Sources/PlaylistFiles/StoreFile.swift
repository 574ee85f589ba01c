public import LosslessTOML
public import MixtapeModel

/// The file `mixtape.toml`, which marks a directory as a store.
public struct StoreFile: Sendable {
  /// The format that this version reads and writes.
  public static let currentFormat: Int64 = 1
  /// The name of the file.
  public static let name = "mixtape.toml"

  /// The format in the file; `nil` if it is missing or invalid.
  public let format: Int64?
  /// The default shuffle of playlists: `shuffle` of the table `[player]`, if set.
  public let shuffle: ShuffleAlgorithm?
  /// The diagnostics, in source order.
  public let diagnostics: [Diagnostic]
  /// The settings of the snapshot for other programs; `nil` for none.
  public let snapshot: SnapshotSettings?
  /// The places of the exported playlists.
  public let exports: [ExportSettings]
  /// The playlists that `[export]` and its places name, with their ranges in the file, also if other keys are invalid.
  public let exportedPlaylists: [PlaylistFile.Mention<Playlist.ID>]
  /// The settings of downloads.
  public let downloads: DownloadSettings

  /// Reads the file.
  public init(parsing source: [UInt8]) {
    let document = TOMLDocument(parsing: source)
    var reader = TableReader(document.root)
    reader.reportUnknownKeys(known: Self.keys)
    reader.checkExtra()
    snapshot = reader.snapshot()
    exports = reader.exports()
    exportedPlaylists = Self.exportedPlaylists(in: document.root)
    downloads = reader.downloads()
    let format = reader.integer("format")
    self.format = format?.value
    if let format {
      if format.value != Self.currentFormat {
        reader.report(
          .unknownFormat, at: format.range,
          "this store has format \(format.value); this version of Mixtape supports format \(Self.currentFormat)")
      }
    } else if document.root["format"] == nil {
      reader.report(.missingKey, at: SourceRange(0..<0), "`format` is missing; write `format = \(Self.currentFormat)`")
    }
    shuffle = Self.readPlayer(&reader)
    diagnostics = Diagnostic.all(of: document, reader.diagnostics)
  }

  /// The keys of the file.
  static let keys = ["format", "player", "snapshot", "export", "downloads", "extra"]
  /// The keys of the table `[player]`.
  static let playerKeys = ["shuffle"]

  private static func exportedPlaylists(in root: TOMLTable) -> [PlaylistFile.Mention<Playlist.ID>] {
    guard let export = root["export"]?.table else { return [] }
    let places = [export] + export.entries.compactMap(\.value.table)
    return places.flatMap { $0["playlists"]?.array.map(Array.init) ?? [] }.compactMap { element in
      element.string.flatMap(Playlist.ID.init(rawValue:)).map { PlaylistFile.Mention(value: $0, range: element.range) }
    }
  }

  private static func readPlayer(_ reader: inout TableReader) -> ShuffleAlgorithm? {
    guard let table = reader.value("player", "a table", { $0.table }) else { return nil }
    var player = TableReader(table.value)
    player.reportUnknownKeys(known: playerKeys)
    defer { reader.append(player.diagnostics) }
    return player.choice("shuffle", of: ShuffleAlgorithm.self)
  }

  /// The file of a new store.
  public static let initialSource = Array("# This directory is a Mixtape store.\nformat = \(currentFormat)\n".utf8)
}

/// A setting of `mixtape.toml` that names a place where Mixtape writes files, or whose files it hands on.
public struct PlaceSetting: Hashable, Sendable {
  /// The keys of such settings, as people see them: `[export.car] directory`.
  public struct Key: RawRepresentable, Hashable, Sendable {
    /// The text.
    public let rawValue: String

    /// Makes a key from its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The file of the snapshot.
    public static let snapshot = Key(rawValue: "[snapshot] path")
    /// The directory of exports.
    public static let export = export("directory", of: nil)
    /// The directory of downloads.
    public static let downloads = Key(rawValue: "[downloads] directory")

    /// Returns a key of a place of exports; `nil` for the table `[export]` itself.
    public static func export(_ key: String, of place: String?) -> Key {
      Key(rawValue: "[export\(place.map { ".\($0)" } ?? "")] \(key)")
    }
  }

  /// The key.
  public let key: Key
  /// The path as it is in the file.
  public let value: String

  /// Makes a setting.
  public init(_ key: Key, _ value: String) { (self.key, self.value) = (key, value) }
}

extension StoreFile {
  /// The settings that name a place where Mixtape writes files.
  public var places: [PlaceSetting] {
    [snapshot.map { PlaceSetting(.snapshot, $0.path) }].compactMap(\.self) + exports.flatMap(\.places)
      + [downloads.directory.map { PlaceSetting(.downloads, $0) }].compactMap(\.self)
  }
}

/// The table `[snapshot]` of `mixtape.toml`.
public struct SnapshotSettings: Hashable, Sendable {
  /// The path of the snapshot as it is in the file. It ends with `.json`, and may start with `~/`.
  public let path: String
  /// The number of newest episodes in the snapshot.
  public let newest: Int

  /// The keys of the table.
  static let keys = ["path", "newest"]

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
    reader.reportUnknownKeys(known: SnapshotSettings.keys)
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
    guard reader.isOutsideOfGit(path, "path") else { return nil }
    return SnapshotSettings(path: path.value, newest: newest.map { Int($0.value) } ?? SnapshotSettings.defaultNewest)
  }
}

extension TableReader {
  /// Returns whether the path under a key is not among the files of git. Reports one that is.
  mutating func isOutsideOfGit(_ path: Located<String>, _ key: String) -> Bool {
    guard path.value.lowercased().split(separator: "/").contains(".git") else { return true }
    report(.invalidValue, at: path.range, "`\(key)` must not be in `.git`")
    return false
  }
}

/// The table `[downloads]` of `mixtape.toml`.
public struct DownloadSettings: Hashable, Sendable {
  /// The directory of downloads as it is in the file, which may start with `~/`; `nil` for the default.
  public var directory: String?
  /// The maximum size of all downloads in bytes.
  public var limit = Self.defaultLimit

  /// The new episodes that updates of feeds download; `nil` for none.
  public var new: NewEpisodes?
  /// The number of unplayed episodes of a podcast that Mixtape keeps of those that it downloaded by itself; `nil` for all.
  public var keep: Int?

  /// A choice of new episodes.
  public enum NewEpisodes: Hashable, Sendable {
    /// All new episodes.
    case all
    /// Those that fit a rule.
    case matching(WrittenRule)

    /// The rule; `nil` for all.
    public var rule: Rule? { if case .matching(let rule) = self { rule.rule } else { nil } }
  }

  /// The keys of the table.
  static let keys = ["directory", "limit", "new", "keep"]

  /// The default limit: 20 GB.
  public static let defaultLimit = 20_000_000_000

  /// Reads a size such as `20 GB`; `nil` for any other text.
  static func bytes(_ text: String) -> Int? {
    guard let total = PlaylistLimit(text)?.total, total.field == .fileSize else { return nil }
    return Int(exactly: total.amount.rounded()) ?? .max
  }
}

extension TableReader {
  /// Reads the table `[downloads]`. Invalid settings have their defaults.
  mutating func downloads() -> DownloadSettings {
    var settings = DownloadSettings()
    guard let table = value("downloads", "a table", { $0.table }) else { return settings }
    var reader = TableReader(table.value)
    defer { append(reader.diagnostics) }
    reader.reportUnknownKeys(known: DownloadSettings.keys)
    settings.directory = reader.directory("directory")
    settings.new = reader.newEpisodes()
    settings.keep = reader.keptNumber()
    if settings.keep != nil, table.value.entry("new") == nil, let entry = table.value.entry("keep") {
      reader.report(.noEffect, at: entry.keyRange, severity: .warning, "`keep` has no effect without `new`")
    }
    if let text = reader.string("limit") {
      if let bytes = DownloadSettings.bytes(text.value) {
        settings.limit = bytes
      } else {
        reader.report(
          .invalidValue, at: text.range, "`limit` must be a size",
          notes: [Diagnostic.Note(message: "a size is in `KB`, `MB` or `GB`, such as \"20 GB\"", range: nil)])
      }
    }
    return settings
  }

  /// Reads `new`: true, false or a rule.
  private mutating func newEpisodes() -> DownloadSettings.NewEpisodes? {
    guard let entry = table.entry("new") else { return nil }
    if let text = entry.value.string { return rule(text, in: entry.value).map(DownloadSettings.NewEpisodes.matching) }
    return value(entry, "true, false or a rule", { $0.boolean })?.value == true ? .all : nil
  }

  private mutating func keptNumber() -> Int? {
    guard let number = integer("keep") else { return nil }
    guard let count = Int(exactly: number.value), count > 0 else {
      report(.invalidValue, at: number.range, "`keep` must be 1 or more")
      return nil
    }
    return count
  }
}
