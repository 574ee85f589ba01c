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
      let reader = try EpisodeReader("WHERE id = ?", in: evaluation.database)
      try Selection(query, in: evaluation).forEach(of: nil) { id in
        guard let episode = try reader.first({ $0.text(id.rawValue) }) else { throw LibraryError(.damaged) }
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
    var picked = Set<Int64>()
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

/// The episodes of a playlist at a time: first the hand-picked ones, then those that its rules find.
public struct PlaylistContents: Hashable, Sendable {
  /// An episode in its place.
  public struct Entry: Hashable, Sendable, Identifiable {
    /// The episode.
    public let id: Episode.ID
    /// The origin of the episode.
    public let origin: Origin

    /// Makes an entry.
    public init(id: Episode.ID, origin: Origin) {
      self.id = id
      self.origin = origin
    }
  }

  /// The origin of an episode in a playlist.
  public enum Origin: Hashable, Sendable {
    /// Hand-picked.
    case picked
    /// A hand-picked episode that is missing from the library.
    case missing
    /// An episode that rules or a search found.
    case found
  }

  /// The episodes, in order.
  public let entries: [Entry]

  /// Makes contents.
  public init(entries: [Entry]) { self.entries = entries }

  /// The episodes found by rules or a search, in order.
  public var found: [Episode.ID] { entries.lazy.filter { $0.origin == .found }.map(\.id) }

  /// The episodes that the library has, in order.
  public var episodes: [Episode.ID] { entries.lazy.filter { $0.origin != .missing }.map(\.id) }
}

/// The smart playlists whose rules find certain episodes.
public struct MatchingPlaylists: Sendable {
  /// The episodes that the rules of each playlist find, without hand-picked ones. Playlists that find none are missing.
  public let found: [Playlist.ID: Set<Episode.ID>]
  /// The playlists whose rules cannot be evaluated, with the errors.
  public let failures: [Playlist.ID: LibraryError]
}

extension LibraryIndex {
  /// Returns the smart playlists whose rules find some of the episodes at a time.
  ///
  /// - Parameter noting: Called with each remark on the evaluated rules.
  /// - Throws: ``LibraryError``, except for errors in the rules of a playlist.
  /// - Complexity: Evaluates each of the episodes for each smart playlist. Evaluates all episodes of the library for
  ///   each playlist that finds one of them and has a limit, and for each that a rule of another names.
  public func playlists(
    finding episodes: [Episode.ID], now: Date, noting: (EvaluationRemark) -> Void = { _ in }
  ) throws(LibraryError) -> MatchingPlaylists {
    try Evaluation.run(on: self, now: now, noting: noting) { evaluation in
      var (found, failures): ([Playlist.ID: Set<Episode.ID>], [Playlist.ID: LibraryError]) = ([:], [:])
      let rows = try episodes.compactMap { episode in
        try evaluation.row(of: episode).map { (episode: episode, row: $0) }
      }
      guard !rows.isEmpty else { return MatchingPlaylists(found: [:], failures: [:]) }
      for playlist in try Self.smartPlaylists(in: evaluation.database) {
        let held = Set(playlist.episodes)
        let candidates = rows.filter { !held.contains($0.episode) }
        guard !candidates.isEmpty else { continue }
        do {
          try evaluation.inside(playlist.id) {
            let picked = try evaluation.pickedRows(of: playlist)
            guard let selection = try evaluation.selection(of: playlist, excluding: picked) else { return }
            let taken = try selection.taken(of: candidates.map(\.row))
            let episodes = candidates.filter { taken.contains($0.row) }.map(\.episode)
            if !episodes.isEmpty { found[playlist.id] = Set(episodes) }
          }
        } catch let error as LibraryError where error.concernsRules {
          failures[playlist.id] = error
        }
      }
      return MatchingPlaylists(found: found, failures: failures)
    }
  }
}

extension LibraryIndex {
  /// Returns the playlists that rules name and that do not exist, with the playlists of these rules, in order of id.
  ///
  /// - Complexity: O(the size of all rules that name a playlist).
  public func missingPlaylists() throws(LibraryError) -> [(id: Playlist.ID, askedBy: [Playlist.ID])] {
    try reading { database in
      var askers: [Playlist.ID: [Playlist.ID]] = [:]
      for playlist in try Self.playlists("WHERE instr(conditions, 'playlist') > 0", in: database) {
        for id in PlaylistDependencies(playlist).playlists { askers[id, default: []].append(playlist.id) }
      }
      return try askers.sorted { $0.key < $1.key }.compactMap { id, askers in
        try Self.playlist(id, in: database) == nil ? (id, askers.sorted()) : nil
      }
    }
  }

  /// Returns the playlists whose rules name at least one of the wanted playlists, in order of id, with the named ones.
  ///
  /// - Complexity: O(the size of all rules that name a playlist).
  public func playlists(
    naming wanted: Set<Playlist.ID>
  ) throws(LibraryError) -> [(id: Playlist.ID, named: Set<Playlist.ID>)] {
    try reading { database in
      try Self.playlists("WHERE instr(conditions, 'playlist') > 0", in: database).sorted { $0.id < $1.id }.compactMap {
        playlist in
        let named = PlaylistDependencies(playlist).playlists.intersection(wanted)
        return named.isEmpty ? nil : (playlist.id, named)
      }
    }
  }

  /// Returns those of some texts that rules of playlists name, with these playlists, in order.
  ///
  /// - Parameter texts: The texts, by the fields that rules compare with them.
  /// - Complexity: O(the size of all rules that use these fields).
  public func playlists(
    naming texts: [RuleField: Set<String>]
  ) throws(LibraryError) -> [(field: RuleField, text: String, askedBy: [Playlist.ID])] {
    try reading { database in
      try texts.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { field, texts in
        let clause = "WHERE instr(conditions, '\(field.rawValue)') > 0"
        let askers = try Self.playlists(clause, in: database).sorted { $0.id < $1.id }.map { playlist in
          let named = playlist.criteria.rule?.namedTexts.filter { $0.field == field } ?? []
          return (id: playlist.id, named: Set(named.map { TextFolding.fold($0.text) }))
        }
        return texts.sorted().compactMap { text in
          let asking = askers.filter { $0.named.contains(TextFolding.fold(text)) }.map(\.id)
          return asking.isEmpty ? nil : (field, text, asking)
        }
      }
    }
  }
}

extension LibraryIndex {
  /// Returns the offsets of the episodes in a source that fit a rule of ``Podcast/skip``.
  ///
  /// Rules with values that only the library has, such as a rating, fit no episode.
  ///
  /// - Parameters:
  ///   - source: The podcast as its source has it.
  ///   - podcast: The podcast of the library.
  /// - Throws: ``LibraryError`` for an invalid or too costly regular expression.
  /// - Complexity: Writes the episodes into an index in memory.
  public static func offsets(
    skippedIn source: Podcast, by podcast: Podcast, now: Date
  ) throws(LibraryError) -> Set<Int> {
    // The reader of the file has dropped invalid rules.
    let written = try withLibraryErrors { try podcast.skip.map(Rule.init(parsing:)) }
    let rules = written.filter { $0.nameMissingInFeeds == nil }
    guard !rules.isEmpty, !source.episodes.isEmpty else { return [] }
    let placed = podcast.placing(source)
    let index = try LibraryIndex()
    try withLibraryErrors {
      try index.update { try $0.write(placed, of: IndexedFile(path: "source", status: nil, content: [])) }
    }
    let found = Set(try index.episodes(matching: EpisodeQuery(rule: .or(rules), now: now)))
    return Set(placed.episodes.indices.filter { found.contains(placed.episodes[$0].id) })
  }
}
