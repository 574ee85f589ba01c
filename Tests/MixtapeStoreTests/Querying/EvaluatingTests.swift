import Foundation
import MixtapeLibrary
import MixtapeModel
import MixtapeStore
import TestSupport
import Testing

/// The episodes that rules find in a store, now and at earlier times.
@Suite struct EvaluatingTests {
  private static let library = """
    title = "Sky"

    [[episodes]]
    id = "aurora"
    duration = 600
    dateAdded = 2026-02-20

    [[episodes]]
    id = "comet"
    duration = 1200
    dateAdded = 2026-01-01
    """

  private static let files = [
    "library/sky.toml": library,
    "playlists/short.toml": "conditions = ['duration < 15 min']\nepisodes = ['sky/comet', 'sky/gone']\n",
    "playlists/new.toml": "conditions = ['added in the last 2 weeks']\n",
    "playlists/first.toml": "conditions = []\nlimit = 1\n",
    "playlists/both.toml": "conditions = ['in playlist \"short\" and in playlist \"new\"']\n",
    "playlists/plain.toml": "episodes = ['sky/aurora']\n",
  ]

  private let dated: DatedStore

  init() throws {
    dated = try DatedStore(Self.files, at: "2026-03-01T12:00:00Z")
    // Commands refuse cycles of rules, but hand edits and merges can create them.
    try dated.sandbox.write("conditions = ['in playlist \"trip\"']\n", to: "playlists/round.toml")
    try dated.sandbox.write("conditions = ['in playlist \"round\"']\n", to: "playlists/trip.toml")
  }

  private func contents(of id: String, at time: String = "2026-03-01T12:00:00Z") throws -> [String] {
    let store = try dated.at(time)
    let playlist = try #require(try store.playlist(.id(id)))
    return try store.contents(of: playlist).entries.map { "\($0.id.name) \($0.origin)" }
  }

  @Test func `hand-picked episodes precede those found by rules at the time of the clock`() throws {
    #expect(try contents(of: "short") == ["comet picked", "gone missing", "aurora found"])
    #expect(try contents(of: "new") == ["aurora found"])
    #expect(try contents(of: "new", at: "2026-03-07T12:00:00Z") == [])
    #expect(try contents(of: "plain") == ["aurora picked"])
  }

  @Test func `contents come with the library's data of chosen episodes`() throws {
    let store = try dated.at("2026-03-01T12:00:00Z")
    for (id, expected) in [("short", ["aurora", "comet"]), ("plain", ["aurora"])] {
      let playlist = try #require(try store.playlist(.id(id)))
      let (contents, episodes, _) = try store.contents(of: playlist) { $0.entries.map(\.id) }
      #expect(contents == (try store.contents(of: playlist)))
      #expect(episodes.keys.map(\.name).sorted() == expected)
      #expect(episodes == (try store.episodes(contents.entries.map(\.id))))
      #expect(try store.contents(of: playlist) { _ in [] }.episodes.isEmpty)
    }
  }

  @Test func `a file that was just edited is read again`() throws {
    #expect(try contents(of: "both") == ["aurora found"])
    try dated.sandbox.write("episodes = []\n", to: "playlists/short.toml")
    #expect(try contents(of: "both") == [])
    try dated.sandbox.write(Self.library.replacing("1200", with: "60"), to: "library/sky.toml")
    try dated.sandbox.write("conditions = ['duration < 15 min']\n", to: "playlists/short.toml")
    #expect(try contents(of: "short") == ["aurora found", "comet found"])
  }

  @Test func `a cycle of rules is an error that names its playlists`() throws {
    let error = try #require(throws: MixtapeError.self) { _ = try contents(of: "round") }
    let cause = try #require(error.cause as? LibraryError)
    #expect(error.code == .library && cause.code == .cycle)
    #expect(cause.subject == .playlists(try ["round", "trip", "round"].map { try .id($0) }))
  }

  @Test func `a missing playlist counts as empty, with a notice`() throws {
    let fixture = try StoreFixture(Self.files)
    let text = #"conditions = ['not in playlist "gone"', 'not in playlist "sort"']"# + "\nlimit = '1 s'\n"
    try fixture.sandbox.write(text, to: "playlists/asks.toml")
    let store = fixture.store
    let playlist = try #require(try store.playlist(.id("asks")))
    let told = ["no gone, asked for by asks", "no sort, asked for by asks"]
    #expect(try store.contents(of: playlist).entries.isEmpty)
    #expect(fixture.told.sorted() == ["limit of asks leaves out 2"] + told)
    fixture.notices.clear()
    _ = try store.explain(playlist, Episode.ID(validating: "sky/comet"))
    #expect(fixture.told.sorted() == told)
    fixture.notices.clear()
    #expect(try store.playlists(finding: [Episode.ID(validating: "sky/comet")]).failures.isEmpty)
    #expect(fixture.told.sorted() == told)
    fixture.notices.clear()
    let query = EpisodeQuery(rule: .inPlaylist(try .id("gone")), now: Date(timeIntervalSince1970: 0))
    #expect(try store.count(matching: query) == 0)
    try store.forEachEpisodeID(matching: query) { _ in true }
    #expect(fixture.told == ["no gone, asked for by a query", "no gone, asked for by a query"])
    fixture.notices.clear()
    try store.captureHandEdits()
    #expect(try store.pastPlaylist(.id("asks"), at: "HEAD").contents.entries.isEmpty)
    #expect(Set(fixture.told).isSuperset(of: told))
  }

  @Test func `deleting a playlist warns of rules that name it`() throws {
    let fixture = try StoreFixture(Self.files)
    func told(_ work: () throws -> Void) throws -> [String] {
      fixture.notices.clear()
      try work()
      return fixture.told.filter { $0.contains("asked for") }
    }
    let store = fixture.store
    let short = "short is gone, asked for by both"
    #expect(try told { try store.delete(.id("short")) } == [short])
    #expect(try told { _ = try store.undo() } == [])
    #expect(try told { _ = try store.redo() } == [short])
    _ = try store.undo()
    #expect(try told { try store.delete(.id("plain")) } == [])
    // A file that moves to another folder keeps its id; a renamed one does not.
    #expect(try told { try store.change(.move(.id("short"), to: Folder(validating: "a"))) } == [])
    _ = try fixture.sandbox.shell(
      "mkdir playlists/b && mv playlists/a/short.toml playlists/b/")
    #expect(try told { try store.captureHandEdits() } == [])
    _ = try fixture.sandbox.shell("mv playlists/b/short.toml playlists/b/brief.toml")
    #expect(try told { try store.captureHandEdits() } == ["short is brief, asked for by both"])
    _ = try fixture.sandbox.shell("rm playlists/new.toml")
    #expect(try told { try store.captureHandEdits() } == ["new is gone, asked for by both"])
    #expect(try told { try store.change(.deleteFolder(Folder(validating: "b"))) } == [])
  }

  @Test func `queries yield ids or episodes until the caller stops`() throws {
    let store = try dated.at("2026-03-01T12:00:00Z")
    let query = EpisodeQuery(rule: try Rule(parsing: "duration > 0 s"), now: Date(timeIntervalSince1970: 0))
    var (ids, titles): ([String], [String]) = ([], [])
    try store.forEachEpisodeID(matching: query) {
      ids.append($0.rawValue)
      return true
    }
    try store.forEachEpisode(matching: query) {
      titles.append("\($0.title) \($0.duration ?? 0)")
      return false
    }
    #expect(ids == ["sky/aurora", "sky/comet"] && titles == ["aurora 600.0"])
    #expect(try store.episodes(matching: query).map(\.id.rawValue) == ids)
    #expect(try store.episodes(matching: query, atMost: 1).map(\.title) == ["aurora"])
    #expect(try store.count(matching: query) == 2)
  }

  // A trial of the library: a query, a clock and a closure for a list.
  @Test func `a rule is enough for the episodes that match it now`() throws {
    let rule = Rule.and([try Rule(parsing: "duration > 0 s"), .not(.inPlaylist(try .id("new")))])
    #expect(try dated.at("2026-03-01T12:00:00Z").episodes(matching: rule).map(\.id.rawValue) == ["sky/comet"])
  }

  @Test func `matching playlists are those whose rules find an episode`() throws {
    let store = try dated.at("2026-03-01T12:00:00Z")
    let (aurora, comet, gone) = (
      try Episode.ID(validating: "sky/aurora"), try Episode.ID(validating: "sky/comet"),
      try Episode.ID(validating: "sky/gone")
    )
    let expected = try ["short", "new", "first", "both"].map { (try Playlist.ID.id($0), Set([aurora])) }
    for asked in [[aurora], [comet, gone, aurora]] {
      let matching = try store.playlists(finding: asked)
      #expect(matching.found == Dictionary(uniqueKeysWithValues: expected))
      #expect(matching.failures.mapValues(\.code) == [try .id("round"): .cycle, try .id("trip"): .cycle])
    }
    // The first has a limit of one episode, and the other has it hand-picked.
    #expect(try store.playlists(finding: [comet]).found == [:])
    #expect(try store.playlists(finding: [gone]).found == [:])
  }

  @Test func `explanations use the present time`() throws {
    let store = try dated.at("2026-03-01T12:00:00Z")
    let playlist = try #require(try store.playlist(.id("first")))
    let explanation = try store.explain(playlist, Episode.ID(validating: "sky/comet"))
    #expect(explanation.outcome == .cutOff(position: 2, taken: 1))
  }

  // MARK: Past contents

  @Test func `a past playlist uses the library and the clock of that time`() throws {
    try dated.sandbox.write("title = \"Sky\"\n", to: "library/sky.toml")
    try dated.sandbox.write("conditions = []\n", to: "playlists/short.toml")
    try dated.at("2026-03-20T12:00:00Z").captureHandEdits()
    let store = try dated.at("2026-06-01T12:00:00Z")
    func past(_ id: String, _ revision: Revision) throws -> [String] {
      let past = try store.pastPlaylist(.id(id), at: revision)
      let known = try past.episodes(past.contents.entries.map(\.id))
      return past.contents.entries.map { "\($0.id.name) \($0.origin) \(known[$0.id]?.duration ?? 0)" }
    }
    #expect(try past("short", "2026-03-02") == ["comet picked 1200.0", "gone missing 0.0", "aurora found 600.0"])
    // The clock is that of the day, although the commit is older; or that of the commit, if a commit is named.
    #expect(try past("new", "2026-03-02") == ["aurora found 600.0"])
    #expect(try past("new", "2026-03-15") == [])
    #expect(try past("new", "HEAD~4") == ["aurora found 600.0"])
    #expect(try past("both", "2026-03-02") == ["aurora found 600.0"])
    #expect(try past("plain", "2026-03-02") == ["aurora picked 600.0"])
    #expect(try past("plain", "HEAD") == ["aurora missing 0.0"])
    #expect(try past("short", "HEAD") == [])
  }
}
