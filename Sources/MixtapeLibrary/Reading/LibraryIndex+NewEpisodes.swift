public import MixtapeModel

extension LibraryIndex {
  /// Calls `body` with each new episode, the last published first, until it returns `false`.
  ///
  /// New are unplayed episodes of subscribed podcasts that have no position, and that were not published before
  /// ``Podcast/newSince``. Among episodes without a date, the order of the files counts.
  ///
  /// - Parameter podcasts: The podcasts; `nil` for all.
  /// - Complexity: A test of every episode of subscribed podcasts, and sorting the new ones.
  public func forEachNewEpisode(
    of podcasts: Set<Podcast.ID>?, _ body: (Episode) -> Bool
  ) throws(LibraryError) {
    try reading { database in
      let list = try podcasts.map { try JSONStrings.encode($0.map(\.rawValue)) }
      let sql = """
        SELECT \(EpisodeRow.columns) FROM podcasts JOIN episodes ON episodes.podcast = podcasts.file
        WHERE \(EpisodeRow.isAwaited) AND coalesce(playCount, 0) = 0 AND coalesce(position, 0) = 0
          \(list == nil ? "" : "AND podcasts.id IN (SELECT value FROM json_each(?))")
        ORDER BY episodes.published DESC NULLS LAST, podcasts.id, place
        """
      let texts = try TextReader(database)
      try database.statement(sql).forEach({ values in
        if let list { values.text(list) }
      }) {
        body(try EpisodeRow.read($0, texts))
      }
    }
  }
}
