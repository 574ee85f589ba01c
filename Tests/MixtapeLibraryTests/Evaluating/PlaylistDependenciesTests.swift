import MixtapeLibrary
import MixtapeModel
import Testing

@Suite struct PlaylistDependenciesTests {
  private func playlist(
    _ id: String, _ rules: [String]? = nil, search: String? = nil, sort: [SortKey] = SmartCriteria.defaultSort,
    limit: PlaylistLimit? = nil
  ) throws -> Playlist {
    try Playlist(
      id: Playlist.ID(validating: id),
      criteria: SmartCriteria(
        conditions: rules?.map { try WrittenRule(validating: $0) }, search: search, sort: sort, limit: limit))
  }

  @Test("Rules, order, limit and search are dependencies")
  func direct() throws {
    let rules = ["year > 2000 or not (played in the last 2 days)", "in playlist \"a\" and bpm < 3"]
    let dependencies = PlaylistDependencies(
      try playlist("x", rules, sort: [.field(.rating, descending: true), .random], limit: .amount(1, .gigabytes)))
    #expect(dependencies.fields == [.year, .lastPlayedAt, .bpm, .rating, .fileSize])
    #expect(dependencies.playlists == [try Playlist.ID(validating: "a")])
    #expect(dependencies.usesClock)
    #expect(PlaylistDependencies(try playlist("x", search: "a")).fields.contains(.composer))
    #expect(!PlaylistDependencies(try playlist("x", ["year = 1"])).usesClock)
    #expect(PlaylistDependencies(try playlist("x")).fields.isEmpty)
  }

  @Test("A random order of each day depends on the clock")
  func seedOfTheDay() throws {
    func interval(_ sort: [SortKey], _ seed: PlaylistSeed?) throws -> Int? {
      let criteria = SmartCriteria(conditions: [], sort: sort, seed: seed)
      return PlaylistDependencies(try Playlist(id: Playlist.ID(validating: "x"), criteria: criteria)).clockInterval
    }
    #expect(try interval([.random], .day) == 3_600)
    #expect(try interval([.random], 7) == nil)
    #expect(try interval([.field(.title, descending: false)], .day) == nil)
  }

  @Test("Fields of podcasts, and both fields of a comparison")
  func fields() throws {
    let rules = [
      "tag != \"a\" and folder is missing", "lastPlayedAt < published", "kind = \"album\" or feed is present",
    ]
    let dependencies = PlaylistDependencies(try playlist("x", rules, sort: [.field(.podcast, descending: false)]))
    #expect(dependencies.fields == [.tag, .folder, .lastPlayedAt, .published, .kind, .feed, .podcast])
    #expect(dependencies.clockInterval == nil)
    for (group, fields) in [(GroupLimit.Group.podcast, []), (.artist, [.artist]), (.album, [RuleField.album])] {
      let criteria = SmartCriteria(conditions: [], sort: [], groupLimit: GroupLimit(1, per: group))
      let playlist = try Playlist(id: Playlist.ID(validating: "x"), criteria: criteria)
      #expect(PlaylistDependencies(playlist).fields == Set(fields))
    }
  }

  @Test(
    "How often a rule with a clock runs",
    arguments: [
      ("added in the last 90 minutes", 60), ("added in the last 2 hours", 3_600), ("added in this week", 3_600),
      ("added between 2026-01-01 and yesterday", 3_600), ("added > 2026-01-01", nil),
      ("added in the last 5 min or added in last year", 60),
    ])
  func clock(rule: String, interval: Int?) throws {
    #expect(PlaylistDependencies(try playlist("x", [rule])).clockInterval == interval)
  }

  @Test(
    "A change affects playlists that depend on it, and those that name them",
    arguments: [
      (LibraryChange(isLater: true), ["clock", "asks", "asks-too"]), (LibraryChange(fields: [.year]), ["year"]),
      (LibraryChange(fields: [.title]), []), (LibraryChange(fields: [.album]), ["year", "clock", "asks", "asks-too"]),
      (LibraryChange(fields: [.composer]), []),
      (LibraryChange(hasOtherEpisodes: true), ["year", "clock", "asks", "asks-too", "plain"]), (LibraryChange(), []),
    ])
  func touched(by change: LibraryChange, expected: [String]) throws {
    let playlists = [
      try playlist("year", ["year = 1"]), try playlist("clock", ["added in the last 1 day"]),
      try playlist("asks", ["in playlist \"clock\""]), try playlist("asks-too", ["not in playlist \"asks\""]),
      try playlist("plain"),
    ]
    let dependencies = Dictionary(uniqueKeysWithValues: playlists.map { ($0.id, PlaylistDependencies($0)) })
    #expect(change.affected(among: dependencies) == Set(try expected.map { try Playlist.ID(validating: $0) }))
  }

  @Test("Changes affect a playlist and those that name it, also in cycles")
  func playlists() throws {
    let playlists = [try playlist("a", ["in playlist \"b\""]), try playlist("b", ["in playlist \"a\""])]
    let dependencies = Dictionary(uniqueKeysWithValues: playlists.map { ($0.id, PlaylistDependencies($0)) })
    let change = LibraryChange(playlists: [playlists[0].id, try Playlist.ID(validating: "gone")])
    #expect(change.affected(among: dependencies) == Set(playlists.map(\.id)))
  }
}
