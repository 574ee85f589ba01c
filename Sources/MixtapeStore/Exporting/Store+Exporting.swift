public import Interchange
internal import LosslessTOML
internal import MixtapeLibrary
public import MixtapeModel
internal import PlaylistFiles

/// Playlists for other programs.
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
    try StoreReader(self, notifies: false).playlistFile(id).flatMap(PlaylistExporter.FileText.init)
  }

  /// The names of the places for exports in `mixtape.toml`: `car` for `[export.car]`.
  public var exportPlaces: [String] { settings.exports.compactMap(\.name) }

  /// Returns the format of a place for exports, and the way to write paths there; `nil` if there is no such place.
  public func exportPlace(_ name: String) -> (format: any InterchangeFormat, paths: ExportedPaths)? {
    settings.exports.first { $0.name == name }.map { ($0.interchangeFormat, $0.exportedPaths(of: self)) }
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

  /// Brings the exported playlists up to date, if `mixtape.toml` has a table `[export]`. Failures go to the context's `notify`.
  /// Each transaction calls this at its end.
  func refreshExport() { ExportRefresh(of: self).run() }
}

extension PlaylistExporter.FileText {
  /// Makes the text of a playlist file; `nil` if the keys express all of it. See ``Store/exportedText(of:)``.
  fileprivate init?(of file: PlaylistFile) {
    let comments = file.document.comments.map { String(decoding: file.source[$0.offsets].dropFirst(), as: UTF8.self) }
    var parts = comments.contains { MissingEntry(comment: $0) == nil } ? ["comments"] : []
    for entry in file.document.root.entries where PlaylistKey(rawValue: entry.key) == nil {
      parts.append(entry.value.kind == .table ? "[\(entry.key)]" : entry.key)
    }
    guard !parts.isEmpty || !comments.isEmpty || file.source.contains(UInt8(ascii: "\\")) else { return nil }
    self.init(String(decoding: file.source, as: UTF8.self), parts: parts)
  }
}
