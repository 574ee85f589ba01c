import Interchange
import MixtapeModel
import Testing

@Suite struct NSPTests {
  /// Returns the converted rules of an NSP file.
  private func rules(_ text: String) throws -> [String] {
    guard case .list(let rules)? = try playlist("{\"all\": [\(text)]}", as: "nsp").keys[.conditions] else { return [] }
    return rules
  }

  @Test(
    arguments: [
      (#"{"is": {"genre": "Jazz"}}"#, #"genre = "Jazz""#),
      (#"{"isNot": {"albumartist": "X"}}"#, #"not albumArtist = "X""#),
      (#"{"gt": {"year": 1990}}"#, "year > 1990"),
      (#"{"lt": {"playcount": 3}}"#, "playCount < 3 or playCount is missing"),
      (#"{"is": {"rating": 0}}"#, "rating = 0 or rating is missing"),
      (#"{"gt": {"rating": 3}}"#, "rating > 3"),
      (#"{"before": {"dateAdded": "2026-01-02"}}"#, "dateAdded < 2026-01-02"),
      (#"{"after": {"dateAdded": "2026-01-02"}}"#, "dateAdded >= 2026-01-02"),
      (#"{"inTheRange": {"year": [1981, 1990]}}"#, "year between 1981 and 1990"),
      (#"{"inTheLast": {"lastPlayed": 30}}"#, "lastPlayedAt in the last 30 days"),
      (#"{"notInTheLast": {"lastPlayed": "30"}}"#, "not lastPlayedAt in the last 30 days"),
      (
        #"{"any": [{"contains": {"title": "a"}}, {"startsWith": {"title": "b"}}]}"#,
        #"title contains "a" or title starts with "b""#
      ),
      (#"{"is": {"genre": ["Jazz", "Soul"]}}"#, #"genre = "Jazz" or genre = "Soul""#),
      (#"{"isMissing": {"genre": true}}"#, "genre is missing"),
      (#"{"isPresent": {"genre": true}}"#, "genre is present"),
      (#"{"is": {"genre": "Jazz", "year": 2000}}"#, #"genre = "Jazz" and year = 2000"#),
      (#"{"is": {"genre": "Jazz"}, "gt": {"rating": 3}}"#, #"genre = "Jazz" and rating > 3"#),
    ])
  func `rules are translated`(_ source: String, _ rule: String) throws {
    #expect(try rules(source) == [rule])
  }

  @Test func `several limits are a loss`() throws {
    var list = InterchangePlaylist(name: "X")
    list.keys = [.conditions: .list(["rating > 3"]), .limit: .list(["3 per artist", "25"])]
    let format = try #require(InterchangeFormats.named("nsp"))
    let losses = format.losses(of: InterchangeDocument(playlists: [list]))
    #expect(losses.map(\.name) == ["limit"])
  }

  @Test(arguments: [
    (#"{"foo": {"bar": 1}}"#, "Mixtape has no operator `foo`"),
    (#"{"is": {"bar": 1, "genre": "Jazz"}}"#, "Mixtape has no field `bar`"),
  ])
  func `unknown operators and fields are losses`(_ source: String, _ reason: String) throws {
    #expect(try read("{\"all\": [\(source)]}", as: "nsp").losses.map(\.reason) == [reason])
  }

  @Test func `a file without rules is told from one whose rules are lost`() throws {
    let texts = [#"{"all": []}"#, #"{"name": "X"}"#, #"{"all": [{"foo": {"bar": 1}}]}"#]
    #expect(
      try texts.map { try read($0, as: "nsp").diagnostics.map(\.message) } == [
        ["the file has no rules; the playlist is empty"], ["the file has no rules; the playlist is empty"],
        ["no rule can be converted; the playlist is empty"],
      ])
  }

  @Test func `a whole file`() throws {
    let reading = try read(
      """
      /* a comment */
      {"name": "80s", "comment": "Best", "any": [{"is": {"loved": true}}, {"gt": {"rating": 3}}], // here too
       "sort": "-year,title", "order": "asc", "limit": 25}
      """, as: "nsp")
    let list = try #require(reading.document?.playlists.first)
    #expect(list.name == "80s")
    #expect(list.keys[.conditions] == .list(["rating > 3"]))
    #expect(list.keys[.match] == .text("any"))
    #expect(list.keys[.sort] == .list(["-year", "title"]))
    #expect(list.keys[.limit] == .number(25))
    #expect(reading.losses.map(\.name) == [##"rule {"is": {"loved": true}}"##])
  }

  @Test(arguments: [
    (#""public": true"#, ["public"]), (#""Mood": "calm""#, ["Mood"]), (#""limit": -1"#, ["limit"]),
    (#""limit": 2.5"#, ["limit"]), (#""limit": 0"#, []), (#""limit": 5, "limitPercent": 10"#, ["limitPercent"]),
    (#""limitPercent": 500"#, ["limitPercent"]), (#""order": "sideways""#, ["order"]), (#""order": "DESC""#, []),
    (#""name": 7"#, ["name"]), (#""sort": ["title"]"#, ["sort"]), (#""comment": null"#, []),
  ])
  func `values that are not read are losses`(_ member: String, _ names: [String]) throws {
    let reading = try read("{\"all\": [{\"gt\": {\"rating\": 3}}], \(member)}", as: "nsp")
    #expect(reading.losses.map(\.name) == names)
  }

  @Test func `limits and orders without a rule are losses`() throws {
    let sorted = try read(#"{"any": [], "sort": "year", "limit": 5}"#, as: "nsp")
    #expect(sorted.losses.map(\.name) == ["sort", "limit"])
  }

  @Test func `a list without convertible rules has no conditions`() throws {
    let reading = try read(#"{"all": [{"is": {"loved": true}}]}"#, as: "nsp")
    #expect(reading.document?.playlists.first?.keys == [:])
    #expect(reading.losses.count == 1)
  }

  @Test(
    arguments: [
      #"genre = "Jazz""#, #"artist != "X""#, "year > 1990", "year between 1981 and 1990",
      "playCount < 3 or playCount is missing",
      "rating = 0 or rating is missing", "lastPlayedAt in the last 30 days", "not lastPlayedAt in the last 30 days",
      #"title contains "a" and (title starts with "b" or title ends with "c")"#, "genre is missing", "genre is present",
      "dateAdded < 2026-01-02", "dateAdded >= 2026-01-02", "bitrate > 300",
    ])
  func `round trip of rules`(_ rule: String) throws {
    var list = InterchangePlaylist(name: "X")
    list.keys[.conditions] = .list([rule])
    let format = try #require(InterchangeFormats.named("nsp"))
    #expect(format.losses(of: InterchangeDocument(playlists: [list])).isEmpty)
    let again = format.read(format.write(InterchangeDocument(playlists: [list]))).document?.playlists.first
    guard case .list(let rules)? = again?.keys[.conditions] else {
      Issue.record("no rules")
      return
    }
    let (before, after) = (try Rule(parsing: rule), try rules.map(Rule.init(parsing:)))
    let equivalent = rule == #"artist != "X""# ? [Rule.not(try Rule(parsing: #"artist = "X""#))] : [before]
    #expect(after == equivalent)
  }

  @Test(arguments: ["published in the last 6 months", "not published in the last 6 months", "feed is missing"])
  func `a rule about an unknown field has no other reason`(_ rule: String) throws {
    var list = InterchangePlaylist(name: "X")
    list.keys[.conditions] = .list([rule])
    let losses = try #require(InterchangeFormats.named("nsp")).losses(of: InterchangeDocument(playlists: [list]))
    #expect(losses.map(\.reason) == ["NSP has no field `\(rule.hasPrefix("feed") ? "feed" : "published")`"])
  }

  @Test(arguments: [
    "published between 2026-01-01 and 2026-02-01", "dateAdded in this week",
  ])
  func `a rule is reported once for each reason`(_ rule: String) throws {
    var list = InterchangePlaylist(name: "X")
    list.keys[.conditions] = .list([rule])
    let losses = try #require(InterchangeFormats.named("nsp")).losses(of: InterchangeDocument(playlists: [list]))
    #expect(losses.map(\.name) == ["rule \(rule)"])
  }

  @Test(arguments: [
    #"title matches "a.c""#, #"in playlist "focus""#, #"not title starts with "a""#, "dateAdded in the last 2 months",
    "lastPlayedAt < dateAdded", "not lastPlayedAt < dateAdded",
  ])
  func `unsupported rules are losses`(_ rule: String) throws {
    var list = InterchangePlaylist(name: "X")
    list.keys = [.conditions: .list([rule]), .limit: .text("90 min"), .seed: .number(1)]
    list.entries = [InterchangeEntry(location: "a")]
    let losses = try #require(InterchangeFormats.named("nsp")).losses(of: InterchangeDocument(playlists: [list]))
    #expect(Set(losses.map(\.name)) == ["seed", "episodes", "rule \(rule)", "limit"])
  }
}
