public import MixtapeLibrary
public import MixtapeModel

// Contents and searches, from a library index that is up to date with the files. Rules that cannot be run are a
// ``MixtapeError/Code/library`` error whose cause is a `LibraryError`: a cycle of playlists, an invalid regular expression
// or costs too much. Remarks on rules that were run go to `notify` as ``StoreNotice/rules(_:)``.

extension Store {
  /// The episodes that a playlist has now: first those picked by hand, then what its rules find.
  ///
  /// - Throws: ``MixtapeError/Code/library`` if its rules cannot be run.
  /// - Complexity: One look at every episode for each smart playlist that is asked for, and sorting what is found.
  public func contents(of playlist: Playlist) throws(MixtapeError) -> PlaylistContents {
    try contents(of: playlist) { _ in [] }.contents
  }

  /// The episodes that a playlist has now, and the library's data of those that are chosen, from one look at the library.
  ///
  /// - Parameter chosen: Returns the episodes whose data is needed. Those that the library does not have are ignored.
  /// - Throws: ``MixtapeError/Code/library`` if its rules cannot be run.
  /// - Complexity: That of ``contents(of:)``.
  public func contents(
    of playlist: Playlist, describing chosen: (PlaylistContents) -> [Episode.ID]
  ) throws(MixtapeError) -> (contents: PlaylistContents, episodes: [Episode.ID: Episode]) {
    guard playlist.isSmart else {
      let known = try episodes(playlist.episodes)
      let contents = PlaylistContents(picking: playlist.episodes, from: known)
      let chosen = Set(chosen(contents))
      return (contents, known.filter { chosen.contains($0.key) })
    }
    let now = context.now()
    return try readLibrary(Self.scopes(askingFor: PlaylistDependencies(playlist).playlists)) {
      (index) throws(LibraryError) in
      try index.contents(of: playlist, now: now, noting: notify, describing: chosen)
    }
  }

  /// Hands out the episodes that a query finds, in its order and one by one, until `body` returns `false`.
  ///
  /// - Throws: ``MixtapeError/Code/library`` if its rule cannot be run.
  /// - Complexity: One look at every episode, and sorting what is found. Nothing of it is kept.
  public func forEachEpisodeID(
    matching query: EpisodeQuery, _ body: (Episode.ID) -> Bool
  ) throws(MixtapeError) {
    try readLibrary(for: query) { (index) throws(LibraryError) in
      try index.forEachEpisode(matching: query, noting: notify, body)
    }
  }

  /// Hands out the episodes that a query finds with all that is known of them, as ``forEachEpisodeID(matching:_:)`` does.
  public func forEachEpisode(matching query: EpisodeQuery, _ body: (Episode) -> Bool) throws(MixtapeError) {
    try readLibrary(for: query) { (index) throws(LibraryError) in
      try index.forEachEpisode(describing: query, noting: notify, body)
    }
  }

  /// The number of episodes that a query finds.
  ///
  /// - Throws: ``MixtapeError/Code/library`` if its rule cannot be run.
  /// - Complexity: One look at every episode.
  public func count(matching query: EpisodeQuery) throws(MixtapeError) -> Int {
    try readLibrary(for: query) { (index) throws(LibraryError) in try index.count(matching: query, noting: notify) }
  }

  /// The reason why an episode is in a playlist now, or is not.
  ///
  /// - Throws: ``MixtapeError/Code/library`` if the playlist's rules cannot be run.
  /// - Complexity: That of ``contents(of:)``.
  public func explain(_ playlist: Playlist, _ episode: Episode.ID) throws(MixtapeError) -> Explanation {
    let now = context.now()
    return try readLibrary(Self.scopes(askingFor: PlaylistDependencies(playlist).playlists)) {
      (index) throws(LibraryError) in try index.explain(playlist, episode, now: now, noting: notify)
    }
  }

  /// The smart playlists whose rules find some of the episodes now.
  public func finders(of episodes: [Episode.ID]) throws(MixtapeError) -> EpisodeFinders {
    let now = context.now()
    return try readLibrary([.playlists, .library]) { (index) throws(LibraryError) in
      try index.finders(of: episodes, now: now, noting: notify)
    }
  }

  /// Tells the user a remark on rules.
  func notify(_ remark: EvaluationRemark) { context.notify(notice(of: remark)) }

  /// The files that an answer is made of if rules ask for some playlists: these may ask for others.
  static func scopes(askingFor playlists: Set<Playlist.ID>) -> [FileScope] {
    playlists.isEmpty ? [.library] : [.playlists, .library]
  }

  /// Reads the episodes of a query from the library index. `body` runs once: an index that fails while episodes are handed out
  /// is an error, so that none is handed out twice.
  private func readLibrary<Value>(
    for query: EpisodeQuery, _ body: (LibraryIndex) throws(LibraryError) -> Value
  ) throws(MixtapeError) -> Value {
    var hasBegun = false
    return try readLibrary(Self.scopes(askingFor: query.playlists)) { (index) throws(LibraryError) in
      if hasBegun { throw LibraryError(.database) }
      hasBegun = true
      return try body(index)
    }
  }
}

extension PlaylistContents {
  /// The contents of a playlist without rules.
  fileprivate init(picking episodes: [Episode.ID], from library: [Episode.ID: Episode]) {
    self.init(entries: episodes.map { Entry(id: $0, origin: library[$0] == nil ? .missing : .picked) })
  }
}
