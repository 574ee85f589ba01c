import Foundation
import MixtapeLibrary
import MixtapeModel
import TestSupport
import Testing

@Suite struct PlaylistContentsTests {
  private let now = RandomLibrary.now

  private static func playlist(
    _ id: String, _ episodes: [String] = [], where rules: [String]? = nil, match: SmartCriteria.Match = .all,
    search: String? = nil, sort: [String] = ["title"], limit: PlaylistLimit? = nil, seed: PlaylistSeed? = nil
  ) throws -> Playlist {
    try Playlist(
      id: Playlist.ID(validating: id), episodes: episodes.map { try Episode.ID(validating: $0) },
      criteria: SmartCriteria(
        conditions: rules?.map { try WrittenRule(validating: $0) }, match: match, search: search,
        sort: sort.compactMap(SortKey.init), limit: limit, seed: seed))
  }

  private static func index(_ playlists: [Playlist] = []) throws -> LibraryIndex {
    let id = try Podcast.ID(validating: "p")
    let episodes: [(String, Episode.Fields)] = [
      ("a", [.title: .text("Aurora"), .year: .integer(2020), .duration: .seconds(600), .genre: .text("Science")]),
      ("b", [.title: .text("Bells"), .year: .integer(2021), .duration: .seconds(1_200), .genre: .text("Folk")]),
      ("c", [.title: .text("Comets"), .year: .integer(2022), .genre: .text("Science")]),
      ("d", [.title: .text("Dawn"), .duration: .seconds(300), .genre: .text("Folk")]),
    ]
    let podcast = Podcast(
      id: id, title: "p",
      episodes: try episodes.map { Episode(id: try Episode.ID(validating: "p/\($0)"), fields: $1) })
    return try LibraryIndex(podcasts: [podcast], playlists: playlists)
  }

  private func contents(_ playlist: Playlist, _ others: [Playlist] = []) throws -> [String] {
    try Self.index(others).contents(of: playlist, now: now).entries.map { entry in
      switch entry.origin {
      case .picked: "+\(entry.id.name)"
      case .missing: "?\(entry.id.name)"
      case .found: entry.id.name
      }
    }
  }

  @Test(
    "Each of several genres and artists is found, and the original year",
    arguments: [
      ("genre = \"baroque\"", ["a"]), ("genre = \"Classical\" and genre = \"Baroque\"", ["a"]),
      ("genre != \"Baroque\"", ["b", "c", "d"]),
      ("not genre = \"Rock\"", ["a", "c", "d"]), ("genre starts with \"bar\"", ["a"]),
      ("genre ends with \"cal\"", ["a"]),
      ("genre = \"Classical; Baroque\"", ["a"]), ("genre matches \"^Pop$\"", ["b"]),
      ("artist in (\"Bob\", \"Cy\")", ["a"]), ("artist = \"AC\"", []),
      ("originalYear < 1970", ["a"]), ("originalYear = 2008", ["b"]), ("year = 2008", ["a", "b"]),
      ("originalYear is missing", ["c", "d"]),
    ])
  func listed(_ rule: String, expected: [String]) throws {
    let episodes: [(String, Episode.Fields)] = [
      (
        "a",
        [
          .genre: .text("Classical; Baroque"), .artist: .text("Ann; Bob"), .year: .integer(2008),
          .originalYear: .integer(1969),
        ]
      ),
      ("b", [.genre: .text("Rock / Pop"), .artist: .text("AC/DC"), .year: .integer(2008)]),
      ("c", [.genre: .text("Folk")]), ("d", [:]),
    ]
    let podcast = Podcast(
      id: try Podcast.ID(validating: "p"), title: "p",
      episodes: try episodes.map { Episode(id: try Episode.ID(validating: "p/\($0)"), fields: $1) })
    let list = try Self.playlist("x", where: [rule])
    let found = try LibraryIndex(podcasts: [podcast], playlists: []).contents(of: list, now: now).entries.map(\.id.name)
    #expect(found == expected)
  }

  @Test("Hand-picked episodes come first and are not found again")
  func picked() throws {
    #expect(try contents(Self.playlist("x", ["p/d", "p/gone", "p/a"], where: [])) == ["+d", "?gone", "+a", "b", "c"])
  }

  @Test("A playlist without rules has only hand-picked episodes")
  func plain() throws { #expect(try contents(Self.playlist("x", ["p/b"])) == ["+b"]) }

  @Test(
    "Conditions are combined by match; for an empty list, all and none are true",
    arguments: [
      (.all, ["genre = \"folk\"", "year > 2000"], ["b"]),
      (.any, ["genre = \"folk\"", "year > 2021"], ["b", "c", "d"]),
      (.none, ["genre = \"folk\"", "year > 2021"], ["a"]), (.all, [], ["a", "b", "c", "d"]), (.any, [], []),
      (.none, [], ["a", "b", "c", "d"]),
    ] as [(SmartCriteria.Match, [String], [String])])
  func match(_ match: SmartCriteria.Match, rules: [String], expected: [String]) throws {
    #expect(try contents(Self.playlist("x", where: rules, match: match)) == expected)
  }

  @Test("A search finds episodes, and with conditions both must match")
  func search() throws {
    #expect(try contents(Self.playlist("x", search: "science")) == ["a", "c"])
    #expect(try contents(Self.playlist("x", where: ["year > 2020"], search: "science")) == ["c"])
  }

  @Test("A limit applies only to the episodes found")
  func limits() throws {
    #expect(try contents(Self.playlist("x", ["p/a"], where: [], limit: .items(2))) == ["+a", "b", "c"])
    #expect(try contents(Self.playlist("x", ["p/a"], where: [], limit: .amount(67, .percent))) == ["+a", "b", "c"])
    // The first episode beyond the limit ends the list. Episodes without a duration are left out.
    #expect(try contents(Self.playlist("x", where: [], limit: .amount(29, .minutes))) == ["a"])
    #expect(try contents(Self.playlist("x", where: [], limit: .amount(30, .minutes))) == ["a", "b"])
    #expect(try contents(Self.playlist("x", where: [], limit: .amount(1, .hours))) == ["a", "b", "d"])
  }

  @Test("The members of a named playlist are hand-picked and found ones within its limit")
  func nested() throws {
    let inner = try Self.playlist("inner", ["p/d", "p/gone"], where: ["genre = \"science\""], limit: .items(1))
    #expect(try contents(Self.playlist("x", where: ["in playlist \"inner\""]), [inner]) == ["a", "d"])
    #expect(try contents(Self.playlist("x", where: ["not in playlist \"inner\""]), [inner]) == ["b", "c"])
  }

  @Test("A cycle is an error that names its playlists")
  func cycle() throws {
    let playlists = [
      try Self.playlist("a", where: ["in playlist \"b\""]),
      try Self.playlist("b", where: ["year > 1 or in playlist \"c\""]),
      try Self.playlist("c", where: ["not in playlist \"b\""]),
    ]
    let error = try #require(throws: LibraryError.self) { _ = try contents(playlists[0], playlists) }
    #expect(error.code == .cycle)
    #expect(error.subject == .playlists([playlists[1].id, playlists[2].id, playlists[1].id]))
    let own = try Self.playlist("own", where: ["in playlist \"own\""])
    let ownError = try #require(throws: LibraryError.self) { _ = try contents(own, [own]) }
    #expect(ownError.subject == .playlists([own.id, own.id]))
  }

  @Test("A missing playlist counts as empty, with one remark for each playlist that names it")
  func missing() throws {
    func id(_ text: String) throws -> Playlist.ID { try Playlist.ID(validating: text) }
    let others = [
      try Self.playlist("asks", where: ["in playlist \"bell\" or year = 2021"]), try Self.playlist("bells", ["p/b"]),
    ]
    let index = try Self.index(others)
    let playlist = try Self.playlist(
      "x",
      where: [
        "not in playlist \"bell\" and not in playlist \"bell\"", "in playlist \"asks\"", "not in playlist \"far-away\"",
      ])
    var remarks: [EvaluationRemark] = []
    let contents = try index.contents(of: playlist, now: now) { remarks.append($0) }
    #expect(contents.found.map(\.name) == ["b"])
    let expected: [EvaluationRemark] = [
      .missingPlaylist(try id("bell"), askedBy: try id("x"), nearest: [try id("bells")]),
      .missingPlaylist(try id("bell"), askedBy: try id("asks"), nearest: [try id("bells")]),
      .missingPlaylist(try id("far-away"), askedBy: try id("x"), nearest: []),
    ]
    #expect(Set(remarks) == Set(expected) && remarks.count == 3)
  }

  @Test("Queries, explanations and matching playlists note missing playlists")
  func missingElsewhere() throws {
    let gone = try Playlist.ID(validating: "gone")
    let playlist = try Self.playlist("x", where: ["not in playlist \"gone\""])
    let index = try Self.index([playlist])
    var remarks: [EvaluationRemark] = []
    func noted(by asker: Playlist.ID?, _ work: ((EvaluationRemark) -> Void) throws -> Void) throws {
      remarks = []
      try work { remarks.append($0) }
      #expect(remarks == [.missingPlaylist(gone, askedBy: asker, nearest: [])])
    }
    let query = EpisodeQuery(rule: .inPlaylist(gone), now: now)
    try noted(by: nil) { note in
      let count = try index.count(matching: query, noting: note)
      #expect(count == 0)
    }
    try noted(by: nil) { note in
      let episodes = try index.episodes(matching: query, noting: note)
      #expect(episodes == [])
    }
    try noted(by: nil) { note in try index.forEachEpisode(describing: query, noting: note) { _ in true } }
    let episode = try Episode.ID(validating: "p/a")
    try noted(by: playlist.id) { note in
      let explanation = try index.explain(playlist, episode, now: now, noting: note)
      #expect(explanation.outcome == .found(position: 1) && explanation.conditions.map(\.holds) == [true])
    }
    try noted(by: playlist.id) { note in
      let matching = try index.playlists(finding: [episode], now: now, noting: note)
      #expect(matching.found == [playlist.id: [episode]])
    }
  }

  @Test("Missing podcasts, folders and tags are noted, unless a rule excludes them")
  func missingPodcasts() throws {
    let index = try Self.index([])
    func remarks(_ rule: String) throws -> [EvaluationRemark] {
      var remarks: [EvaluationRemark] = []
      _ = try index.count(matching: EpisodeQuery(rule: Rule(parsing: rule), now: now)) { remarks.append($0) }
      return remarks
    }
    #expect(try remarks("podcast = \"p\"") == [])
    #expect(try remarks("podcast != \"gone\"") == [])
    #expect(
      try remarks("podcast = \"pp\"")
        == [.missingPodcast("pp", field: .podcast, askedBy: nil, nearest: ["p"])])
    #expect(
      try remarks("podcast in (\"p\", \"far-away\")")
        == [.missingPodcast("far-away", field: .podcast, askedBy: nil, nearest: [])])
    #expect(
      try remarks("folder = \"Gone\"") == [.missingPodcast("gone", field: .folder, askedBy: nil, nearest: [])])
    #expect(try remarks("folder starts with \"gone\"") == [])
    #expect(try remarks("tag = \"gone\"") == [.missingPodcast("gone", field: .tag, askedBy: nil, nearest: [])])
    #expect(try remarks("tag != \"gone\"") == [])
  }

  @Test("A folder whose podcasts are all in folders inside it is not missing")
  func outerFolders() throws {
    let podcast = Podcast(
      id: try Podcast.ID(validating: "p"), folder: try Folder(validating: "Shows/science"), title: "P")
    let index = try LibraryIndex(podcasts: [podcast])
    func missing(_ folder: String) throws -> Bool {
      var isMissing = false
      let rule = try Rule(parsing: "folder = \"\(folder)\"")
      _ = try index.count(matching: EpisodeQuery(rule: rule, now: now)) { _ in isMissing = true }
      return isMissing
    }
    #expect(try ["shows", "Shows", "shows/science"].allSatisfy { try !missing($0) })
    #expect(try ["show", "science", "shows/science/x"].allSatisfy(missing))
  }

  @Test("The playlists whose rules name others, in any notation")
  func askers() throws {
    let index = try Self.index([
      try Self.playlist("a", where: ["in playlist \"x\"", "not in playlist \"y\" or year > 1"]),
      try Self.playlist("b", where: [#"year > 1 and (in   playlist "\u{78}")"#]),
      try Self.playlist("c", where: ["year > 1"]),
      try Self.playlist("d", ["p/a"]), try Self.playlist("e", where: ["in playlist \"z\""]),
    ])
    let wanted = Set(try ["x", "y"].map { try Playlist.ID(validating: $0) })
    let askers = try index.playlists(naming: wanted)
    #expect(askers.map(\.id.rawValue) == ["a", "b"])
    #expect(askers.map { $0.named.map(\.rawValue).sorted() } == [["x", "y"], ["x"]])
  }

  @Test("A limit that leaves out everything is noted with the number of episodes")
  func limitsThatTakeNothing() throws {
    func remarks(_ rules: [String], _ limit: PlaylistLimit) throws -> [EvaluationRemark] {
      var remarks: [EvaluationRemark] = []
      let playlist = try Self.playlist("x", where: rules, limit: limit)
      _ = try Self.index().contents(of: playlist, now: now) { remarks.append($0) }
      return remarks
    }
    let id = try Playlist.ID(validating: "x")
    let tiny = PlaylistLimit.amount(1, .seconds)
    #expect(try remarks([], tiny) == [.limitTakesNothing(tiny, of: id, found: 4)])
    // Without a duration, nothing can be added up.
    #expect(try remarks(["title = \"comets\""], tiny) == [.limitTakesNothing(tiny, of: id, found: 1)])
    let part = PlaylistLimit.amount(20, .percent)
    #expect(try remarks([], part) == [.limitTakesNothing(part, of: id, found: 4)])
    #expect(try remarks([], .amount(25, .percent)) == [] && remarks([], .items(1)) == [])
    #expect(try remarks(["year = 1"], tiny) == [])
    var counted: [EvaluationRemark] = []
    let count = try Self.index().count(matching: EpisodeQuery(limit: part, now: now)) { counted.append($0) }
    #expect(count == 0 && counted == [.limitTakesNothing(part, of: nil, found: 4)])
  }

  @Test("A seed fixes the random order; other episodes do not change it")
  func random() throws {
    let all = try contents(Self.playlist("x", where: [], sort: ["random"], seed: 7))
    #expect(try contents(Self.playlist("x", where: [], sort: ["random"], seed: 7)) == all)
    let fewer = try contents(Self.playlist("x", where: ["year is present"], sort: ["random"], seed: 7))
    #expect(fewer == all.filter { $0 != "d" })
  }

  @Test("Without a seed, evaluations differ")
  func unseeded() throws {
    let playlist = try Self.playlist("x", where: [], sort: ["random"])
    // With 24 orders, forty evaluations give only one about once in 10⁵⁴ times.
    #expect(Set(try (0..<40).map { _ in try contents(playlist) }).count > 1)
  }
}
