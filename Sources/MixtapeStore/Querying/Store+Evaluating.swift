public import MixtapeLibrary
public import MixtapeModel

/// Contents and searches, from a library index that is up to date with the files. Rules that cannot be evaluated cause
/// a ``MixtapeError/Code/library`` error with a `LibraryError` as its cause: for a cycle of playlists, an invalid
/// regular expression, or a regular expression that takes too long. Remarks on evaluated rules go to `notify` as
/// ``StoreNotice/rules(_:)``.
extension Store {
  /// Returns the present episodes of a playlist: first hand-picked ones, then those that its rules find.
  ///
  /// - Throws: ``MixtapeError/Code/library`` if its rules cannot be evaluated.
  /// - Complexity: A test of every episode for each smart playlist involved, and sorting the results.
  public func contents(of playlist: Playlist) throws(MixtapeError) -> PlaylistContents {
    try contents(of: playlist) { _ in [] }.contents
  }

  /// Returns the present episodes of a playlist, the library's data of chosen ones, and the total playing time of all, from
  /// one look at the library.
  ///
  /// - Parameter chosen: Returns the episodes whose data is needed. Episodes that the library does not have are
  ///   ignored.
  /// - Throws: ``MixtapeError/Code/library`` if its rules cannot be evaluated.
  /// - Complexity: That of ``contents(of:)``.
  public func contents(
    of playlist: Playlist, describing chosen: (PlaylistContents) -> [Episode.ID]
  ) throws(MixtapeError) -> (contents: PlaylistContents, episodes: [Episode.ID: Episode], playingTime: PlayingTime) {
    guard playlist.isSmart else {
      let known = try episodes(playlist.episodes)
      let contents = PlaylistContents(picking: playlist.episodes, from: known)
      let chosen = Set(chosen(contents))
      let playingTime = PlayingTime(of: playlist.episodes.map { known[$0]?.duration })
      return (contents, known.filter { chosen.contains($0.key) }, playingTime)
    }
    let now = context.now()
    return try readLibrary(FileScope.all(forRulesNaming: PlaylistDependencies(playlist).playlists)) {
      (index) throws(LibraryError) in
      try index.contents(of: playlist, now: now, noting: notify, describing: chosen)
    }
  }

  /// Returns the episodes for which a rule is true now, in the default order.
  ///
  /// - Throws: ``MixtapeError/Code/library`` if the rule cannot be evaluated.
  /// - Complexity: A test of every episode, and sorting the results.
  public func episodes(matching rule: Rule) throws(MixtapeError) -> [Episode] {
    try episodes(matching: EpisodeQuery(rule: rule, now: context.now()))
  }

  /// Returns the episodes that a query finds, in order.
  ///
  /// - Parameter limit: The maximum number of episodes, at least 1.
  /// - Throws: ``MixtapeError/Code/library`` if its rule cannot be evaluated.
  /// - Complexity: A test of every episode, and sorting the results. ``forEachEpisode(matching:_:)`` does not collect them.
  public func episodes(matching query: EpisodeQuery, atMost limit: Int = .max) throws(MixtapeError) -> [Episode] {
    var found: [Episode] = []
    try forEachEpisode(matching: query) {
      found.append($0)
      return found.count < limit
    }
    return found
  }

  /// Calls `body` with each episode that a query finds, in order, until `body` returns `false`.
  ///
  /// - Throws: ``MixtapeError/Code/library`` if its rule cannot be evaluated.
  /// - Complexity: A test of every episode, and sorting the results. The results are not collected in memory.
  public func forEachEpisodeID(
    matching query: EpisodeQuery, _ body: (Episode.ID) -> Bool
  ) throws(MixtapeError) {
    try readLibraryOnce(FileScope.all(forRulesNaming: query.playlists)) { (index) throws(LibraryError) in
      try index.forEachEpisode(matching: query, noting: notify, body)
    }
  }

  /// Calls `body` with the data of each episode that a query finds, like ``forEachEpisodeID(matching:_:)``.
  public func forEachEpisode(matching query: EpisodeQuery, _ body: (Episode) -> Bool) throws(MixtapeError) {
    try readLibraryOnce(FileScope.all(forRulesNaming: query.playlists)) { (index) throws(LibraryError) in
      try index.forEachEpisode(describing: query, noting: notify, body)
    }
  }

  /// Calls `body` with each new episode, the last published first, until `body` returns `false`. See
  /// `LibraryIndex.forEachNewEpisode(of:_:)`.
  ///
  /// - Parameter podcasts: The podcasts; `nil` for all.
  public func forEachNewEpisode(
    of podcasts: Set<Podcast.ID>? = nil, _ body: (Episode) -> Bool
  ) throws(MixtapeError) {
    try readLibraryOnce([.library]) { (index) throws(LibraryError) in
      try index.forEachNewEpisode(of: podcasts, body)
    }
  }

  /// Returns the number of episodes that a query finds.
  ///
  /// - Throws: ``MixtapeError/Code/library`` if its rule cannot be evaluated.
  /// - Complexity: A test of every episode.
  public func count(matching query: EpisodeQuery) throws(MixtapeError) -> Int {
    try readLibraryOnce(FileScope.all(forRulesNaming: query.playlists)) { (index) throws(LibraryError) in
      try index.count(matching: query, noting: notify)
    }
  }

  /// Returns the reason why an episode is in a playlist now, or is not.
  ///
  /// - Throws: ``MixtapeError/Code/library`` if the playlist's rules cannot be evaluated.
  /// - Complexity: That of ``contents(of:)``.
  public func explain(_ playlist: Playlist, _ episode: Episode.ID) throws(MixtapeError) -> Explanation {
    let now = context.now()
    return try readLibrary(FileScope.all(forRulesNaming: PlaylistDependencies(playlist).playlists)) {
      (index) throws(LibraryError) in try index.explain(playlist, episode, now: now, noting: notify)
    }
  }

  /// Returns the smart playlists whose rules find some of the episodes now.
  public func playlists(finding episodes: [Episode.ID]) throws(MixtapeError) -> MatchingPlaylists {
    let now = context.now()
    return try readLibrary([.playlists, .library]) { (index) throws(LibraryError) in
      try index.playlists(finding: episodes, now: now, noting: notify)
    }
  }

  /// Warns of playlists that rules of one playlist name and that do not exist.
  public func warnOfMissingPlaylists(askedBy asker: Playlist.ID) throws(MixtapeError) {
    let missing = try readLibrary([.playlists]) { (index) throws(LibraryError) in try index.missingPlaylists() }
    RuleWarnings(self).notify(of: missing.filter { $0.askedBy.contains(asker) }.map { ($0.id, [asker]) })
  }

  /// Returns the playlists that limit what their rules find without an order of their own, and that no earlier call has returned.
  ///
  /// The limit then takes the first episodes in the order of the library, which the file does not say.
  public func newUnsortedLimits() throws(MixtapeError) -> [Playlist.ID] {
    try RuleWarnings(self).newUnsortedLimits()
  }

  /// Returns values of the library for a completion, at most 20, in natural order.
  package func values(for completion: ValueCompletion) throws(MixtapeError) -> [String] {
    try CompletionValues(of: self).values(for: completion)
  }

  // MARK: For the rest of the module

  /// Sends a remark on rules to `notify`.
  func notify(_ remark: EvaluationRemark) { context.notify(.rules(remark)) }

  /// Reads episodes from the library index. `body` runs once: if the index fails after the first episode, the failure is an error, so
  /// that no episode is passed twice.
  private func readLibraryOnce<Value>(
    _ scopes: [FileScope], _ body: (LibraryIndex) throws(LibraryError) -> Value
  ) throws(MixtapeError) -> Value {
    var hasBegun = false
    return try readLibrary(scopes) { (index) throws(LibraryError) in
      if hasBegun { throw LibraryError(.database) }
      hasBegun = true
      return try body(index)
    }
  }
}

extension PlaylistContents {
  fileprivate init(picking episodes: [Episode.ID], from library: [Episode.ID: Episode]) {
    self.init(entries: episodes.map { Entry(id: $0, origin: library[$0] == nil ? .missing : .picked) })
  }
}

/// The values of a library that complete a text.
struct CompletionValues {
  private let store: Store

  init(of store: Store) { self.store = store }

  /// Returns values for a completion. See ``Store/values(for:)``.
  func values(for completion: ValueCompletion) throws(MixtapeError) -> [String] {
    let prefix = TextFolding.fold(completion.prefix)
    let values = try values(of: completion.source, startingWith: completion.prefix)
    let found = Set(values).filter { TextFolding.fold($0).hasPrefix(prefix) }.sorted { NaturalOrder.precedes($0, $1) }
    return Array(found.prefix(Self.mostValues))
  }

  private static let mostValues = 20
  private static let mostSearched = 2_000

  private func values(
    of source: ValueCompletion.Source, startingWith prefix: String
  ) throws(MixtapeError) -> [String] {
    switch source {
    case .playlists: try store.playlistIDs().map(\.rawValue)
    case .field(.podcast): try store.library.ids().map(\.rawValue)
    case .field(.tag): try store.library.summaries().flatMap(\.head.tags)
    case .field(.folder): try store.folders(of: .library).map(\.path)
    case .field(.category): try store.library.summaries().flatMap(\.head.categories)
    case .field(.feed): try store.library.summaries().compactMap(\.head.feed)
    case .field(let field): try values(ofEpisodes: field, startingWith: prefix)
    }
  }

  private func values(
    ofEpisodes field: RuleField, startingWith prefix: String
  ) throws(MixtapeError) -> [String] {
    guard let track = TrackField(rawValue: field.rawValue), let rule = Self.rule(field, startingWith: prefix) else {
      return []
    }
    let start = TextFolding.fold(prefix)
    var (values, count) = (Set<String>(), 0)
    try store.forEachEpisode(matching: EpisodeQuery(rule: rule, now: store.context.now())) { episode in
      if case .text(let text)? = episode.fields[track] {
        // Of a list, other values can begin differently.
        values.formUnion(
          (field.isListed ? ListedText.values(in: text) : [text]).filter { TextFolding.fold($0).hasPrefix(start) })
      }
      count += 1
      return values.count < Self.mostValues && count < Self.mostSearched
    }
    return Array(values)
  }

  private static func rule(_ field: RuleField, startingWith prefix: String) -> Rule? {
    do throws(RuleError) {
      let test = prefix.isEmpty ? "is present" : "starts with \(RuleText.quoted(prefix))"
      return try Rule(parsing: "\(field.rawValue) \(test)")
    } catch {
      // The field has no such operator, and there is nothing to complete.
      return nil
    }
  }
}
