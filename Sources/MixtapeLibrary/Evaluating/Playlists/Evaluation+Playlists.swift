internal import MixtapeModel

extension Evaluation {
  /// The rows of the episodes that a playlist of the index holds, by hand or by its rules. Worked out once.
  ///
  /// - Throws: ``LibraryError/Code/cycle``, ``LibraryError/Code/unknownPlaylist``.
  func members(of id: Playlist.ID) throws -> RowSet {
    if let members = members[id] { return members }
    try checkPath(to: id)
    guard let playlist = try LibraryIndex.playlist(id, in: database) else {
      throw LibraryError(.unknownPlaylist, .playlists(path + [id]))
    }
    let rows = try inside(id) {
      var rows = try pickedRows(of: playlist)
      if let found = try selection(of: playlist, excluding: rows)?.rows() { rows.formUnion(found) }
      return rows
    }
    members[id] = rows
    return rows
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
    try RawStatement("SELECT episode FROM episodes WHERE id = ?", in: database)
      .first({ $0.text(episode.rawValue) }) { $0.integer(0) }
  }

  /// Evaluates `body` with a playlist on the path, so that cycles are found.
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
