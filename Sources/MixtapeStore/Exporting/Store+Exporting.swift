public import Interchange
internal import LosslessTOML
internal import MixtapeLibrary
public import MixtapeModel
internal import PlaylistFiles
internal import SystemPackage

extension Store {
  /// Returns the episodes of a playlist for an export: first those picked by hand, then those that its rules find.
  ///
  /// - Throws: ``MixtapeError/Code/library`` if its rules cannot be run.
  /// - Complexity: That of ``contents(of:)``.
  public func exportedItems(of playlist: Playlist) throws(MixtapeError) -> [PlaylistExporter.Item] {
    let (contents, episodes, _) = try contents(of: playlist) { $0.entries.map(\.id) }
    let described = Dictionary(try describedEntries(in: playlist.id).map { ($0.offset, $0) }) { first, _ in first }
    // Hand-picked episodes come first, so they have the same offsets as in the file.
    return contents.entries.enumerated().map { offset, entry in
      let description = described[offset].flatMap { $0.id == entry.id && entry.origin != .found ? $0.comment : nil }
      return PlaylistExporter.Item(
        id: entry.id, episode: episodes[entry.id], isFound: entry.origin == .found, comment: description)
    }
  }

  /// Returns the text of a playlist file, if it has comments, unknown keys or escapes, which no key expresses; else `nil`.
  public func exportedText(of id: Playlist.ID) throws(MixtapeError) -> PlaylistExporter.FileText? {
    guard let file = try StoreReader(self, notifies: false).playlistFile(id) else { return nil }
    let comments = file.document.comments.map { String(decoding: file.source[$0.offsets].dropFirst(), as: UTF8.self) }
    var parts = comments.contains { MissingEntry(comment: $0) == nil } ? ["comments"] : []
    for entry in file.document.root.entries where PlaylistKey(rawValue: entry.key) == nil {
      parts.append(entry.value.kind == .table ? "[\(entry.key)]" : entry.key)
    }
    guard !parts.isEmpty || !comments.isEmpty || file.source.contains(UInt8(ascii: "\\")) else { return nil }
    return PlaylistExporter.FileText(String(decoding: file.source, as: UTF8.self), parts: parts)
  }

  /// Brings the exported playlists up to date because time has passed, so that rules find other episodes. Finishes an interrupted
  /// change first.
  ///
  /// - Throws: ``MixtapeError/Code/locked`` if another process changes the store for too long.
  public func refreshExports() throws(MixtapeError) {
    guard !settings.exports.isEmpty else { return }
    let transaction = try Transaction.resume(in: self)
    refreshExport()
    _ = consume transaction
  }

  /// The names of the places for exports in `mixtape.toml`: `car` for `[export.car]`.
  public var exportPlaces: [String] { settings.exports.compactMap(\.name) }

  /// Returns the format of a place for exports, and the way to write paths there; `nil` if there is no such place.
  public func exportPlace(_ name: String) -> (format: any InterchangeFormat, paths: ExportedPaths)? {
    guard let place = settings.exports.first(where: { $0.name == name }), let format = exportFormat(of: place) else {
      return nil
    }
    return (format, exportedPaths(place))
  }

  func exportFormat(of place: ExportSettings) -> (any InterchangeFormat)? {
    InterchangeFormats.named(place.format.rawValue)
  }

  /// Returns the way to write paths at a place.
  func exportedPaths(_ settings: ExportSettings) -> ExportedPaths {
    switch settings.paths {
    case .absolute: .absolute
    case .relative(let directory): .relative(to: place(directory).string)
    case .moved(let directory, let target): .moved(from: place(directory).string, to: target)
    }
  }

  /// Returns the podcasts and albums without their episodes, by id.
  public func podcastHeads() throws(MixtapeError) -> [Podcast.ID: Podcast] {
    Dictionary(try library.summaries().map { ($0.id, $0.head) }, uniquingKeysWith: { first, _ in first })
  }
}
