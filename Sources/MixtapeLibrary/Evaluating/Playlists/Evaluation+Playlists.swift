internal import MixtapeModel

extension Evaluation {
  /// Returns the rows of a playlist's episodes, hand-picked and found by its rules; empty for a missing playlist,
  /// which is recorded. Each playlist is evaluated once.
  ///
  /// - Throws: ``LibraryError/Code/cycle``.
  func members(of id: Playlist.ID) throws -> RowSet {
    if let members = members[id] { return members }
    try checkPath(to: id)
    guard let playlist = try missing[id] != nil ? nil : LibraryIndex.playlist(id, in: database) else {
      try noteMissing(id)
      return RowSet()
    }
    let rows = try inside(id) {
      var rows = try pickedRows(of: playlist)
      if let found = try selection(of: playlist, excluding: rows)?.rows() { rows.formUnion(found) }
      return rows
    }
    members[id] = rows
    return rows
  }

  /// Records that the playlist under evaluation names a missing one. Each such playlist is recorded, so the result is
  /// not cached in ``members``.
  private func noteMissing(_ id: Playlist.ID) throws {
    if missing[id] == nil {
      let known =
        suggestsNames
        ? try database.statement("SELECT id FROM playlists ORDER BY id").rows { $0.text(0) } : []
      missing[id] = NearestNames.of(id.rawValue, among: known, limit: 1).compactMap(Playlist.ID.init(rawValue:))
    }
    note(.missingPlaylist(id, askedBy: path.last, nearest: missing[id] ?? []))
  }

  /// Returns the selection of a playlist's rules without the hand-picked episodes; `nil` if it has no rules.
  func selection(of playlist: Playlist, excluding picked: RowSet) throws -> Selection? {
    guard let query = EpisodeQuery(playlist, now: now) else { return nil }
    return try Selection(query, excluding: picked, in: self)
  }

  /// Returns the rows of the hand-picked episodes that the library has.
  func pickedRows(of playlist: Playlist) throws -> RowSet {
    var rows = RowSet()
    for episode in playlist.episodes { if let row = try row(of: episode) { rows.insert(row) } }
    return rows
  }

  /// Returns the row of an episode, or `nil` if the library has none.
  func row(of episode: Episode.ID) throws -> Int64? {
    try database.statement("SELECT episode FROM episodes WHERE id = ?")
      .first({ $0.text(episode.rawValue) }) { $0.integer(0) }
  }

  /// Runs `body` with a playlist on the path, to detect cycles.
  func inside<Result>(_ id: Playlist.ID, _ body: () throws -> Result) rethrows -> Result {
    path.append(id)
    defer { path.removeLast() }
    return try body()
  }

  private func checkPath(to id: Playlist.ID) throws(LibraryError) {
    guard let start = path.firstIndex(of: id) else { return }
    throw LibraryError(.cycle, .playlists(path[start...] + [id]))
  }
}
