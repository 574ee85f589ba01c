internal import LosslessTOML
public import MixtapeModel

/// A place for exported playlists: the table `[export]` of `mixtape.toml`, or a table in it such as `[export.car]`.
public struct ExportSettings: Hashable, Sendable {
  /// The keys of a place. The table `[export]` also has the names of its places.
  static let keys = ["directory", "format", "playlists", "relativeTo", "copy", "from", "to", "base"]

  /// The name of the place, as `car`; `nil` for the table `[export]` itself.
  public let name: String?
  /// The directory of the exported files as it is in the file. It may start with `~/`.
  public let directory: String
  /// The format of the files.
  public let format: Format
  /// The playlists that are exported; `nil` for all.
  public let playlists: [Playlist.ID]?
  /// The way to write the paths of music files.
  public let paths: Paths

  /// The formats of exported files.
  public enum Format: String, CaseIterable, Hashable, Sendable {
    /// M3U8.
    case m3u8
    /// XSPF.
    case xspf
    /// The feed of a podcast.
    case feed
  }

  /// The ways to write the paths of music files. Directories are as in the file.
  public enum Paths: Hashable, Sendable {
    /// As they are.
    case absolute
    /// Relative to a directory: `relativeTo`.
    case relative(to: String)
    /// The files of the directory `from` are at the path `to` of another device, or at the address `base`.
    case moved(from: String, to: String)
    /// As the paths of copies in ``directory``, where those of the files of `from` have the same tree. ``directory`` is at the path
    /// `to` of another device, or at the address `base`; without one, the paths are relative to it.
    case copied(from: String?, to: String?)
  }

  /// Whether the place gets copies of the music files.
  public var isCopy: Bool { if case .copied = paths { true } else { false } }

  /// The settings that name a directory of this machine.
  public var places: [PlaceSetting] {
    var places = [PlaceSetting(.export("directory", of: name), directory)]
    if let from, from != directory { places.append(PlaceSetting(.export("from", of: name), from)) }
    return places
  }

  /// The directory of music files whose tree the place has.
  private var from: String? {
    switch paths {
    case .moved(let from, _): from
    case .copied(let from, _): from
    case .absolute, .relative: nil
    }
  }

  /// The name of the table in the file: `export.car`.
  public var table: String { Self.table(of: name) }

  /// Returns the name of the table of a place.
  public static func table(of place: String?) -> String { place.map { "export.\($0)" } ?? "export" }

  /// Returns a message about another place that writes or removes the files of this one; `nil` if it does not. Directories are
  /// compared as they are written.
  fileprivate func fault(beside other: ExportSettings) -> String? {
    guard directoryParts == other.directoryParts else { return nil }
    if sharesLists(with: other) { return "exports the same playlists to this directory, in the same format" }
    return isCopy && other.isCopy ? "also copies music files to this directory" : nil
  }

  /// Returns whether another place in the same directory has lists with the same names.
  private func sharesLists(with other: ExportSettings) -> Bool {
    guard format == other.format else { return false }
    guard let playlists, let others = other.playlists else { return true }
    return !Set(playlists).isDisjoint(with: others)
  }

  /// The parts of the directory without those that mean nothing.
  private var directoryParts: [Substring] {
    (directory.hasPrefix("/") ? ["/"] : []) + directory.split(separator: "/").filter { $0 != "." }
  }
}

extension TableReader {
  /// Reads the table `[export]` and the tables in it.
  mutating func exports() -> [ExportSettings] {
    guard let table = value("export", "a table", { $0.table }) else { return [] }
    let keys = ExportSettings.keys
    let places = table.value.entries.filter { !keys.contains($0.key) && $0.value.table != nil }
    var reader = TableReader(table.value)
    reader.reportUnknownKeys(known: keys + places.map(\.key))
    var exports: [Located<ExportSettings>] = []
    if places.isEmpty || keys.contains(where: { table.value[$0] != nil }) {
      exports += [reader.export(named: nil, at: table.range)].compactMap(\.self)
    }
    append(reader.diagnostics)
    for place in places {
      guard let table = place.value.table else { continue }
      var reader = TableReader(table)
      if !place.key.isEmpty, place.key.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }) {
        reader.reportUnknownKeys(known: keys)
        exports += [reader.export(named: place.key, at: place.value.range)].compactMap(\.self)
      } else {
        reader.report(.invalidValue, at: place.keyRange, "the name of a place has only letters, digits, `-` and `_`")
      }
      append(reader.diagnostics)
    }
    reportSharedFiles(of: exports)
    return exports.map(\.value)
  }

  /// Reports places that write the same files as an earlier one. Each change would replace the files of one by those of the other.
  private mutating func reportSharedFiles(of exports: [Located<ExportSettings>]) {
    for (index, place) in exports.enumerated() {
      for other in exports[..<index] {
        guard let fault = place.value.fault(beside: other.value) else { continue }
        report(
          .invalidValue, at: place.range, "`[\(other.value.table)]` \(fault)",
          notes: [Diagnostic.Note(message: "first named here", range: other.range)])
        break
      }
    }
  }

  /// Reads the place of the table, and where its directory is in the file. Returns `nil` if it has no valid directory.
  private mutating func export(named name: String?, at range: SourceRange) -> Located<ExportSettings>? {
    let format = choice("format", of: ExportSettings.Format.self) ?? .m3u8
    let playlists = strings("playlists", of: "ids of playlists")?.compactMap { playlistID($0) }
    let directory = directory("directory")
    let paths = exportedPaths(as: format, in: directory)
    guard let directory, let value = table["directory"] else {
      if table["directory"] == nil {
        report(
          .missingKey, at: table.headerRange ?? range, "`[\(ExportSettings.table(of: name))]` has no `directory`")
      }
      return nil
    }
    let settings = ExportSettings(
      name: name, directory: directory, format: format, playlists: playlists, paths: paths)
    return Located(value: settings, range: value.range)
  }

  /// Reads `copy`, `relativeTo`, and `from` with `to` or `base`.
  private mutating func exportedPaths(
    as format: ExportSettings.Format, in directory: String?
  ) -> ExportSettings.Paths {
    let copy = boolean("copy")
    let from = self.directory("from")
    let key = format == .feed ? "base" : "to"
    for other in ["to", "base"] where other != key {
      if let entry = table.entry(other) {
        let wording = other == "base" ? "`base` is for the format \"feed\"" : "a feed has `base` instead of `to`"
        report(.invalidValue, at: entry.keyRange, wording)
      }
    }
    if let copy, copy.value { return copiedPaths(as: format, from, key, at: copy.range) }
    let relativeTo = exportedRelativeTo(as: format)
    guard let target = string(key) else {
      if let entry = table.entry("from"), table[key] == nil {
        report(.missingKey, at: entry.keyRange, "`from` needs `\(key)`")
      }
      return relativeTo.map { .relative(to: $0) } ?? .absolute
    }
    if format != .feed, let entry = table.entry("relativeTo") {
      report(.invalidValue, at: entry.keyRange, "`relativeTo` has no effect beside `to`")
    }
    guard isValid(target, as: format) else { return .absolute }
    // The files of a feed are usually beside it.
    guard let from = from ?? (format == .feed ? directory : nil) else {
      if table["from"] == nil { report(.missingKey, at: target.range, "`to` needs `from`") }
      return .absolute
    }
    return .moved(from: from, to: target.value)
  }

  /// Reads `to` or `base` of a place that gets copies. A feed needs an address for them.
  private mutating func copiedPaths(
    as format: ExportSettings.Format, _ from: String?, _ key: String, at range: SourceRange
  ) -> ExportSettings.Paths {
    if let entry = table.entry("relativeTo") {
      report(.invalidValue, at: entry.keyRange, "`relativeTo` has no effect beside `copy`")
    }
    let target = string(key)
    if format == .feed, table[key] == nil { report(.missingKey, at: range, "`copy` needs `base` in a feed") }
    return .copied(from: from, to: target.flatMap { isValid($0, as: format) ? $0.value : nil })
  }

  /// Returns whether the value of `to` or `base` is valid. Reports another one.
  private mutating func isValid(_ target: Located<String>, as format: ExportSettings.Format) -> Bool {
    let isAddress = ["http://", "https://"].contains { target.value.lowercased().hasPrefix($0) }
    guard target.value.isEmpty || (format == .feed && !isAddress) else { return true }
    report(.invalidValue, at: target.range, format == .feed ? "`base` is not a web address" : "`to` is empty")
    return false
  }

  /// Reads `relativeTo`. Reports it for a feed, whose addresses are never relative.
  private mutating func exportedRelativeTo(as format: ExportSettings.Format) -> String? {
    guard format == .feed else { return directory("relativeTo") }
    if let entry = table.entry("relativeTo") {
      report(.invalidValue, at: entry.keyRange, "`relativeTo` has no effect with the format \"feed\"")
    }
    return nil
  }

  /// Reads the path of a directory. Reports one among the files of git.
  mutating func directory(_ key: String) -> String? {
    guard let path = string(key) else { return nil }
    guard !path.value.isEmpty, !path.value.contains("\0") else {
      report(.invalidValue, at: path.range, "`\(key)` is not the path of a directory")
      return nil
    }
    guard isOutsideOfGit(path, key) else { return nil }
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
