public import MixtapeModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension LibraryIndex {
  /// Returns the episodes of a query, in its order.
  ///
  /// - Throws: ``LibraryError``.
  /// - Complexity: Evaluates every episode, and sorts those that are found.
  public func episodes(matching query: EpisodeQuery) throws(LibraryError) -> [Episode.ID] {
    var episodes: [Episode.ID] = []
    try forEachEpisode(matching: query) {
      episodes.append($0)
      return true
    }
    return episodes
  }

  /// Calls `body` with the id of each episode of a query, in its order, until it returns `false`.
  ///
  /// - Throws: ``LibraryError``.
  /// - Complexity: Evaluates every episode, and sorts those that are found.
  public func forEachEpisode(
    matching query: EpisodeQuery, _ body: (Episode.ID) -> Bool
  ) throws(LibraryError) {
    try Evaluation.run(on: self, now: query.now) { try Selection(query, in: $0).forEach(body) }
  }

  /// Calls `body` with each episode of a query, in its order, until it returns `false`.
  ///
  /// - Throws: ``LibraryError``.
  /// - Complexity: Evaluates every episode, and sorts those that are found.
  public func forEachEpisode(
    describing query: EpisodeQuery, _ body: (Episode) -> Bool
  ) throws(LibraryError) {
    try Evaluation.run(on: self, now: query.now) { evaluation in
      let texts = try TextReader(evaluation.database)
      let find = try RawStatement(
        "SELECT \(EpisodeRow.columns) FROM episodes WHERE id = ?", in: evaluation.database)
      try Selection(query, in: evaluation).forEach { id in
        guard let episode = try find.first({ $0.text(id.rawValue) }, { try EpisodeRow.read($0, texts) }) else {
          throw LibraryError(.damaged)
        }
        return body(episode)
      }
    }
  }

  /// Returns the number of episodes of a query.
  ///
  /// - Throws: ``LibraryError``.
  /// - Complexity: Evaluates every episode.
  public func count(matching query: EpisodeQuery) throws(LibraryError) -> Int {
    try Evaluation.run(on: self, now: query.now) { try Selection(query, in: $0).count() }
  }

  /// Returns the episodes of a playlist at a time. The playlist need not be in the index; the playlists that its rules name
  /// are read there.
  ///
  /// - Throws: ``LibraryError``; of a playlist that asks for itself in a roundabout way, ``LibraryError/Code/cycle``.
  /// - Complexity: One look at every episode for each smart playlist that is asked for, and sorting what is found.
  public func contents(of playlist: Playlist, now: Date) throws(LibraryError) -> PlaylistContents {
    try Evaluation.run(on: self, now: now) { evaluation in
      var entries: [PlaylistContents.Entry] = []
      var picked = RowSet()
      for episode in playlist.episodes {
        let row = try evaluation.row(of: episode)
        if let row { picked.insert(row) }
        entries.append(PlaylistContents.Entry(id: episode, origin: row == nil ? .missing : .picked))
      }
      try evaluation.inside(playlist.id) {
        try evaluation.selection(of: playlist, excluding: picked)?.forEach {
          entries.append(PlaylistContents.Entry(id: $0, origin: .found))
          return true
        }
      }
      return PlaylistContents(entries: entries)
    }
  }

  /// Explains why an episode is in a playlist at a time, or not.
  ///
  /// - Throws: ``LibraryError``, as ``contents(of:now:)`` does.
  /// - Complexity: That of ``contents(of:now:)``.
  public func explain(
    _ playlist: Playlist, _ episode: Episode.ID, now: Date
  ) throws(LibraryError) -> Explanation {
    try Evaluation.run(on: self, now: now) { try $0.explain(playlist, episode) }
  }
}
