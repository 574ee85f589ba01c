public import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The numbers of podcasts and episodes in a library.
public struct LibrarySize: Hashable, Sendable {
  /// The number of podcasts and albums.
  public let podcasts: Int
  /// The number of their episodes.
  public let episodes: Int
}

extension LibraryIndex {
  /// Returns the size of the library.
  public func size() throws(LibraryError) -> LibrarySize {
    try reading { database in
      try database.statement("SELECT count(*), total(episodeCount) FROM podcasts")
        .first { LibrarySize(podcasts: Int($0.integer(0)), episodes: Int($0.integer(1))) }
        ?? LibrarySize(podcasts: 0, episodes: 0)
    }
  }

  /// Returns all podcasts and albums with their episodes, in order of id.
  public func podcasts() throws(LibraryError) -> [Podcast] {
    try reading { database in try Self.completePodcasts("", in: database).sorted { $0.id < $1.id } }
  }

  /// Returns summaries of all podcasts and albums, in order of id. Linear in their number.
  public func podcastSummaries() throws(LibraryError) -> [PodcastSummary] {
    try reading { database in
      try Self.podcasts("", in: database) { _ in [] }
        .map { PodcastSummary(head: $0.podcast, episodeCount: $0.episodeCount) }
        .sorted { $0.id < $1.id }
    }
  }

  /// Returns the podcast or album with an id and its episodes, or `nil`.
  public func podcast(_ id: Podcast.ID) throws(LibraryError) -> Podcast? {
    try reading { database in
      try Self.completePodcasts("WHERE id = ?", in: database) { $0.text(id.rawValue) }.first
    }
  }

  /// Returns the podcasts and albums that the library has, without their episodes.
  public func heads(of podcasts: some Sequence<Podcast.ID>) throws(LibraryError) -> [Podcast] {
    try reading { database in
      try podcasts.flatMap { id in
        try Self.podcasts("WHERE id = ?", in: database, { $0.text(id.rawValue) }) { _ in [] }.map(\.podcast)
      }
    }
  }

  /// Returns the ids of the episodes of podcasts, in the order of their files.
  public func episodeIDs(of podcasts: [Podcast.ID]) throws(LibraryError) -> [Podcast.ID: [Episode.ID]] {
    try reading { database in
      let find = try database.statement(
        "SELECT episodes.id FROM podcasts JOIN episodes ON podcast = file WHERE podcasts.id = ? ORDER BY place")
      var found: [Podcast.ID: [Episode.ID]] = [:]
      for podcast in podcasts {
        found[podcast] = try find.rows({ $0.text(podcast.rawValue) }) { try $0.episodeID(0) }
      }
      return found
    }
  }

  /// Returns the ids of all episodes that begin with a text, in order.
  public func episodeIDs(startingWith prefix: String = "") throws(LibraryError) -> [Episode.ID] {
    try reading { database in
      // Ids have no byte 0xFF, so the prefix with that byte comes after all ids that begin with it.
      let sql = "SELECT id FROM episodes WHERE id >= ? AND id < CAST(? || x'FF' AS TEXT)"
      return try database.statement(sql).rows {
        $0.text(prefix)
        $0.text(prefix)
      } _: {
        try $0.episodeID(0)
      }.sorted()
    }
  }

  /// Returns candidates for suggestions of unknown ids: the episodes of the same podcast or, if it has none, of
  /// podcasts with a near name.
  public func episodeIDs(near ids: [Episode.ID]) throws(LibraryError) -> [Episode.ID] {
    let podcasts = try reading { database in
      Set(try database.statement("SELECT id FROM podcasts WHERE episodeCount > 0").rows { $0.text(0) })
    }
    var near: Set<String> = []
    for name in Set(ids.map(\.podcast.rawValue)) {
      if podcasts.contains(name) { near.insert(name) } else { near.formUnion(NearestNames.of(name, among: podcasts)) }
    }
    var found: [Episode.ID] = []
    for podcast in near.sorted() { found += try episodeIDs(startingWith: "\(podcast)/") }
    return found
  }

  /// Returns the episodes with the given ids that the library has.
  public func episodes(_ ids: some Sequence<Episode.ID>) throws(LibraryError) -> [Episode.ID: Episode] {
    try reading { try Self.episodes(ids, in: $0) }
  }

  /// Returns the first episodes whose ids come after another, in the order of the bytes of ids; `nil` stands before all.
  public func episodes(after id: Episode.ID?, atMost limit: Int) throws(LibraryError) -> [Episode] {
    try reading { database in
      try EpisodeReader("WHERE id > ? ORDER BY id LIMIT ?", in: database).all {
        $0.text(id?.rawValue ?? "")
        $0.integer(Int64(limit))
      }
    }
  }

  /// Returns the episodes that have sources. O(episodes of the library).
  public func episodes(with sources: Set<EpisodeSource>) throws(LibraryError) -> [EpisodeSource: [Episode]] {
    try reading { database in
      let list = JSONStrings.encode(sources.compactMap { $0.url ?? $0.guid })
      let clause = "WHERE coalesce(url, guid) IN (SELECT value FROM json_each(?)) ORDER BY id"
      let found = try EpisodeReader(clause, in: database).all { $0.text(list) }
      return Dictionary(grouping: found.filter { EpisodeSource(of: $0).map(sources.contains) ?? false }) {
        EpisodeSource(of: $0)
      }.reduce(into: [:]) { result, group in
        if let source = group.key { result[source] = group.value }
      }
    }
  }

  /// Returns the episodes with the given ids that the library has, in a transaction that is open.
  static func episodes(_ ids: some Sequence<Episode.ID>, in database: Database) throws -> [Episode.ID: Episode] {
    let reader = try EpisodeReader("WHERE id = ?", in: database)
    var found: [Episode.ID: Episode] = [:]
    for id in ids where found[id] == nil { found[id] = try reader.first { $0.text(id.rawValue) } }
    return found
  }

  /// Returns the podcasts that a clause of SQL selects, with their episodes.
  private static func completePodcasts(
    _ clause: String, in database: Database, _ values: (inout Statement.Binder) -> Void = { _ in }
  ) throws -> [Podcast] {
    let reader = try EpisodeReader("WHERE podcast = ? ORDER BY place", in: database)
    return try podcasts(clause, in: database, values, episodes: { file in try reader.all { $0.integer(file) } })
      .map(\.podcast)
  }

  /// Returns the podcasts that a clause of SQL selects.
  ///
  /// - Parameter episodes: Returns the episodes of a file.
  static func podcasts(
    _ clause: String, in database: Database, _ values: (inout Statement.Binder) -> Void = { _ in },
    episodes: (_ file: Int64) throws -> [Episode]
  ) throws -> [(podcast: Podcast, episodeCount: Int)] {
    let sql = """
      SELECT file, id, folder, kind, title, author, feed, artwork, categories, tags, subscribed, dateAdded, episodeCount,
        description, notes, guid, newSince, skip
      FROM podcasts \(clause)
      """
    return try database.statement(sql).rows(values) { row in
      guard let kind = Podcast.Kind(rawValue: row.text(3)) else { throw LibraryError(.damaged) }
      let podcast = Podcast(
        id: try row.id(1), folder: try row.folder(2), kind: kind, title: row.text(4), author: row.textIfAny(5),
        feed: row.textIfAny(6), guid: row.textIfAny(15), artwork: row.textIfAny(7), description: row.textIfAny(13),
        notes: row.textIfAny(14), categories: try JSONStrings.decode(row.text(8)),
        tags: try JSONStrings.decode(row.text(9)), subscribed: row.integer(10) == 1, dateAdded: row.dateIfAny(11),
        newSince: row.dateIfAny(16), skip: try JSONStrings.decode(row.text(17)),
        episodes: try episodes(row.integer(0)))
      return (podcast, Int(row.integer(12)))
    }
  }
}

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
      let list = podcasts.map { JSONStrings.encode($0.map(\.rawValue)) }
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
