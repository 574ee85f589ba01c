public import MixtapeModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension LibraryIndex {
  /// Returns the episodes of a query, in its order.
  ///
  /// - Parameter noting: Called with the remarks on the evaluated rules.
  /// - Throws: ``LibraryError``.
  /// - Complexity: Evaluates every episode, and sorts those that are found.
  public func episodes(
    matching query: EpisodeQuery, noting: (EvaluationRemark) -> Void = { _ in }
  ) throws(LibraryError) -> [Episode.ID] {
    var episodes: [Episode.ID] = []
    try forEachEpisode(matching: query, noting: noting) {
      episodes.append($0)
      return true
    }
    return episodes
  }

  /// Calls `body` with the id of each episode of a query, in its order, until it returns `false`.
  ///
  /// - Parameter noting: Called at the end with the remarks on the evaluated rules.
  /// - Throws: ``LibraryError``.
  /// - Complexity: Evaluates every episode, and sorts those that are found.
  public func forEachEpisode(
    matching query: EpisodeQuery, noting: (EvaluationRemark) -> Void = { _ in }, _ body: (Episode.ID) -> Bool
  ) throws(LibraryError) {
    try Evaluation.run(on: self, now: query.now, noting: noting) { try Selection(query, in: $0).forEach(of: nil, body) }
  }

  /// Calls `body` with each episode of a query, in its order, until it returns `false`.
  ///
  /// - Parameter noting: Called at the end with the remarks on the evaluated rules.
  /// - Throws: ``LibraryError``.
  /// - Complexity: Evaluates every episode, and sorts those that are found.
  public func forEachEpisode(
    describing query: EpisodeQuery, noting: (EvaluationRemark) -> Void = { _ in }, _ body: (Episode) -> Bool
  ) throws(LibraryError) {
    try Evaluation.run(on: self, now: query.now, noting: noting) { evaluation in
      let texts = try TextReader(evaluation.database)
      let find = try evaluation.database.statement(
        "SELECT \(EpisodeRow.columns) FROM episodes WHERE id = ?")
      try Selection(query, in: evaluation).forEach(of: nil) { id in
        guard let episode = try find.first({ $0.text(id.rawValue) }, { try EpisodeRow.read($0, texts) }) else {
          throw LibraryError(.damaged)
        }
        return body(episode)
      }
    }
  }

  /// Returns the number of episodes of a query.
  ///
  /// - Parameter noting: Called with the remarks on the evaluated rules.
  /// - Throws: ``LibraryError``.
  /// - Complexity: Evaluates every episode.
  public func count(
    matching query: EpisodeQuery, noting: (EvaluationRemark) -> Void = { _ in }
  ) throws(LibraryError) -> Int {
    try Evaluation.run(on: self, now: query.now, noting: noting) { evaluation in
      let selection = try Selection(query, in: evaluation)
      let count = try selection.count()
      if count == 0 { try selection.noteEmptyLimit(of: nil) }
      return count
    }
  }

  /// Returns the episodes of a playlist at a time. The playlist may be missing in the index; the playlists that its
  /// rules name are read there.
  ///
  /// - Parameter noting: Called with the remarks on the evaluated rules.
  /// - Throws: ``LibraryError``; ``LibraryError/Code/cycle`` for a playlist whose rules name itself, directly or not.
  /// - Complexity: Evaluates every episode for each smart playlist involved, and sorts those that are found.
  public func contents(
    of playlist: Playlist, now: Date, noting: (EvaluationRemark) -> Void = { _ in }
  ) throws(LibraryError) -> PlaylistContents {
    try Evaluation.run(on: self, now: now, noting: noting) { try $0.contents(of: playlist) }
  }

  /// Returns the episodes of a playlist at a time, the library's data of chosen ones, and the total playing time of
  /// all, from one transaction.
  ///
  /// - Parameter chosen: Returns the episodes whose data is needed. Episodes that the library does not have are
  ///   ignored.
  /// - Throws: The errors of ``contents(of:now:noting:)``.
  /// - Complexity: That of ``contents(of:now:noting:)``.
  public func contents(
    of playlist: Playlist, now: Date, noting: (EvaluationRemark) -> Void = { _ in },
    describing chosen: (PlaylistContents) -> [Episode.ID]
  ) throws(LibraryError) -> (contents: PlaylistContents, episodes: [Episode.ID: Episode], playingTime: PlayingTime) {
    try Evaluation.run(on: self, now: now, noting: noting) { evaluation in
      let contents = try evaluation.contents(of: playlist)
      return (
        contents, try Self.episodes(chosen(contents), in: evaluation.database),
        try Self.playingTime(of: contents.entries.lazy.map(\.id), in: evaluation.database)
      )
    }
  }

  /// Explains why an episode is in a playlist at a time, or not.
  ///
  /// - Parameter noting: Called with the remarks on the evaluated rules.
  /// - Throws: The errors of ``contents(of:now:noting:)``.
  /// - Complexity: That of ``contents(of:now:noting:)``.
  public func explain(
    _ playlist: Playlist, _ episode: Episode.ID, now: Date, noting: (EvaluationRemark) -> Void = { _ in }
  ) throws(LibraryError) -> Explanation {
    try Evaluation.run(on: self, now: now, noting: noting) { try $0.explain(playlist, episode) }
  }
}

extension Evaluation {
  /// Returns the episodes of a playlist: first the hand-picked ones, then those that its rules find.
  fileprivate func contents(of playlist: Playlist) throws -> PlaylistContents {
    var entries: [PlaylistContents.Entry] = []
    var picked = RowSet()
    for episode in playlist.episodes {
      let row = try row(of: episode)
      if let row { picked.insert(row) }
      entries.append(PlaylistContents.Entry(id: episode, origin: row == nil ? .missing : .picked))
    }
    try inside(playlist.id) {
      try selection(of: playlist, excluding: picked)?.forEach(of: playlist.id) {
        entries.append(PlaylistContents.Entry(id: $0, origin: .found))
        return true
      }
    }
    return PlaylistContents(entries: entries)
  }
}
