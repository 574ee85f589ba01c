import Interchange
import MixtapeModel
import Testing

@Suite struct NSPTests {
  /// Returns the converted rules of an NSP file.
  private func rules(_ text: String) throws -> [String] {
    guard case .list(let rules)? = try playlist("{\"all\": [\(text)]}", as: "nsp").keys[.conditions] else { return [] }
    return rules
  }

  /// Returns the losses of a playlist with a rule in NSP.
  private func losses(of rule: String) throws -> [Loss] {
    var list = InterchangePlaylist(name: "X")
    list.keys[.conditions] = .list([rule])
    return try #require(InterchangeFormats.named("nsp")).losses(of: InterchangeDocument(playlists: [list]))
  }

  @Test(
    arguments: [
      (#"{"is": {"genre": "Jazz"}}"#, #"genre = "Jazz""#),
      (#"{"isNot": {"albumartist": "X"}}"#, #"not albumArtist = "X""#),
      (#"{"gt": {"year": 1990}}"#, "year > 1990"),
      (#"{"lt": {"playcount": 3}}"#, "playCount < 3 or playCount is missing"),
      (#"{"is": {"rating": 0}}"#, "rating = 0 or rating is missing"),
      (#"{"gt": {"rating": 3}}"#, "rating > 3"),
      (#"{"lt": {"year": 1990}}"#, "year < 1990 or year is missing"),
      (#"{"lt": {"duration": 60}}"#, "duration < 60 s"),
      (#"{"gt": {"dateAdded": "2026-01-02"}}"#, "dateAdded >= 2026-01-02"),
      (#"{"lt": {"dateAdded": "2026-01-02"}}"#, "dateAdded < 2026-01-02"),
      (
        #"{"inTheRange": {"dateAdded": ["2026-01-02", "2026-02-01"]}}"#,
        "dateAdded >= 2026-01-02 and dateAdded < 2026-02-01"
      ),
      (#"{"before": {"dateAdded": "2026-01-02"}}"#, "dateAdded < 2026-01-02"),
      (#"{"after": {"dateAdded": "2026-01-02"}}"#, "dateAdded >= 2026-01-02"),
      (#"{"after": {"dateAdded": " 2026-01-02 06:00:00"}}"#, "dateAdded >= 2026-01-02T06:00:00Z"),
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

  /// Navidrome has fields that Mixtape does not have, such as `loved`. The rules are `all`, if not said otherwise.
  @Test(
    arguments: [
      (#""all": [LOST, RATED]"#, [.more]), (#""any": [LOST, RATED]"#, [.fewer]),
      (#""all": [RATED, {"any": [LOST, PLAYED]}]"#, [.fewer]), (#""any": [RATED, {"all": [LOST, PLAYED]}]"#, [.more]),
      (#""all": [RATED, {"any": [LOST, {"all": [PLAYED, LOST]}]}]"#, [.fewer, .more]),
      // A group that loses all of its rules is missing as a whole.
      (#""all": [RATED, {"any": [LOST, LOST]}]"#, [.more, .more]),
      (#""any": [RATED, {"all": [LOST, LOST]}]"#, [.fewer, .fewer]),
      (#""any": [RATED, {"is": {"genre": "Jazz", "loved": true}}]"#, [.more]),
      (#""all": [LOST, {"any": [LOST]}]"#, [nil, nil]),
    ] as [(String, [LostRule.Effect?])])
  func `lost rules say whether more or fewer episodes are found`(_ rules: String, _ effects: [LostRule.Effect?]) throws
  {
    let parts = [
      "LOST": #"{"is": {"loved": true}}"#, "RATED": #"{"gt": {"rating": 3}}"#, "PLAYED": #"{"gt": {"playCount": 1}}"#,
    ]
    let text = parts.reduce(rules) { $0.replacing($1.key, with: $1.value) }
    let reading = try read("{\(text)}", as: "nsp")
    #expect(reading.losses.map(\.effect) == effects)
    #expect(reading.document?.playlists.first?.lostRules.map(\.effect) == effects)
  }

  @Test func `a file without rules is told from one whose rules are lost`() throws {
    let texts = [#"{"all": []}"#, #"{"all": [{"foo": {"bar": 1}}]}"#]
    #expect(
      try texts.map { try read($0, as: "nsp").diagnostics.map(\.message) } == [
        ["the file has no rules; the playlist is empty"], ["no rule can be converted; the playlist is empty"],
      ])
  }

  @Test(arguments: [#"{"hello": 1}"#, #"{"name": "X"}"#, "{}"])
  func `an object without a member for rules is refused`(_ text: String) throws {
    let reading = try read(text, as: "nsp")
    #expect(reading.document == nil)
    #expect(
      reading.diagnostics.map(\.message) == [
        "this is not NSP: the file has no rules, which are in a member `all` or `any`"
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

  @Test(arguments: [
    (#""sort": "- year, + title""#, ["-year", "title"]), (#""order": "desc""#, ["-title"]),
    (#""sort": "year,-title", "order": "desc""#, ["-year", "title"]),
  ])
  func `orders are those of Navidrome`(_ members: String, _ sort: [String]) throws {
    let reading = try read("{\"all\": [{\"gt\": {\"rating\": 3}}], \(members)}", as: "nsp")
    #expect(reading.document?.playlists.first?.keys[.sort] == .list(sort))
    #expect(reading.losses.isEmpty)
  }

  @Test(arguments: ["[]", "null"])
  func `an empty any is ignored beside all`(_ any: String) throws {
    let reading = try read("{\"any\": \(any), \"all\": [{\"gt\": {\"rating\": 3}}]}", as: "nsp")
    #expect(reading.document?.playlists.first?.keys == [.conditions: .list(["rating > 3"]), .sort: .list(["title"])])
    #expect(reading.losses.isEmpty && reading.diagnostics.isEmpty)
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

  /// Values of episodes; `nil` is a missing one.
  private static let numbers: [Double?] = [nil, 1, 2, 3, 4, 5, 9]

  /// Returns whether a rule about `rating` or `duration` is true for a value.
  private func holds(_ rule: Rule, for value: Double?) -> Bool {
    switch rule {
    case .not(let rule): return !holds(rule, for: value)
    case .and(let rules): return rules.allSatisfy { holds($0, for: value) }
    case .or(let rules): return rules.contains { holds($0, for: value) }
    case .inPlaylist: return false
    case .comparison(let condition):
      switch (condition.op, condition.value) {
      case (.isMissing, _): return value == nil
      case (.isPresent, _): return value != nil
      case (.notEquals, .number(let other)): return value != other.inFieldUnit
      case (.between, .numbers(let lower, let upper)):
        return value.map { $0 >= lower.inFieldUnit && $0 <= upper.inFieldUnit } ?? false
      case (let op, .number(let other)):
        guard let value else { return false }
        let number = other.inFieldUnit
        return switch op {
        case .equals: value == number
        case .lessThan: value < number
        case .lessThanOrEqual: value <= number
        case .greaterThan: value > number
        case .greaterThanOrEqual: value >= number
        default: false
        }
      default: return false
      }
    }
  }

  /// All comparisons, negated or not, find the same episodes after a round trip: those without a value too.
  @Test(arguments: ["rating", "year", "duration", "bitrate"])
  func `rules about numbers keep their meaning`(_ field: String) throws {
    let unit = field == "duration" ? " s" : ""
    var comparisons = ["\(field) is missing", "\(field) is present"]
    for op in ["=", "!=", "<", "<=", ">", ">="] { comparisons.append("\(field) \(op) 3\(unit)") }
    comparisons += [
      "\(field) between 0\(unit) and 2\(unit)", "\(field) between 2\(unit) and 4\(unit)", "\(field) > 0\(unit)",
    ]
    comparisons += comparisons.map { "not \($0)" }
    comparisons += comparisons.map { "(\($0) or \(field) is missing) and not (\(field) = 2\(unit) or \($0))" }
    let format = try #require(InterchangeFormats.named("nsp"))
    for rule in comparisons {
      for match in ["all", "none"] {
        var list = InterchangePlaylist(name: "X")
        list.keys = [.conditions: .list([rule]), .match: .text(match)]
        let document = InterchangeDocument(playlists: [list])
        #expect(format.losses(of: document).isEmpty, "\(rule)")
        guard case .list(let texts)? = format.read(format.write(document)).document?.playlists.first?.keys[.conditions]
        else {
          Issue.record("no rules: \(rule)")
          continue
        }
        list.keys = [.conditions: .list(texts), .sort: .list(["title"])]
        let again = format.read(format.write(InterchangeDocument(playlists: [list]))).document?.playlists.first
        #expect(again?.keys == list.keys)
        let (before, after) = (try Rule(parsing: rule), try texts.map(Rule.init(parsing:)))
        for value in Self.numbers {
          let expected = holds(before, for: value) == (match == "all")
          #expect(holds(.and(after), for: value) == expected, "\(match): \(rule), \(texts), \(value ?? -1)")
        }
      }
    }
  }

  /// Navidrome rejects a whole list with `isMissing` of a field that is not a tag.
  @Test func `isMissing is written only for tags`() throws {
    var list = InterchangePlaylist(name: "X")
    list.keys[.conditions] = .list([
      "genre is missing", "not artist is missing", "not rating is missing", "lastPlayedAt is missing",
      "year is present",
      "lastPlayedAt is present", "album is missing",
    ])
    let format = try #require(InterchangeFormats.named("nsp"))
    let document = InterchangeDocument(playlists: [list])
    #expect(format.losses(of: document).map(\.name) == ["rule album is missing"])
    #expect(
      format.read(format.write(document)).document?.playlists.first?.keys[.conditions]
        == .list([
          "genre is missing", "artist is present", "rating > 0", "not lastPlayedAt in the last 10000 days", "year > 0",
          "lastPlayedAt >= 1970-01-01",
        ]))
  }

  @Test(
    arguments: ["rating = 0", "playCount != 0", "not rating = 0", "duration = 0 s"].map {
      ($0, "Navidrome does not distinguish 0 from a missing value")
    } + [
      ("published in the last 6 months", "NSP has no field `published`"),
      ("not published in the last 6 months", "NSP has no field `published`"),
      ("feed is missing", "NSP has no field `feed`"),
    ] as [(String, String)])
  func `a rule that cannot be written has one reason`(_ rule: String, _ reason: String) throws {
    #expect(try losses(of: rule).map(\.reason) == [reason])
  }

  @Test(arguments: [
    "published between 2026-01-01 and 2026-02-01", "dateAdded in this week",
  ])
  func `a rule is reported once for each reason`(_ rule: String) throws {
    #expect(try losses(of: rule).map(\.name) == ["rule \(rule)"])
  }

  @Test(arguments: [
    #"title matches "a.c""#, #"in playlist "focus""#, #"not title starts with "a""#, "dateAdded in the last 2 months",
    "dateAdded != 2026-01-01", "lastPlayedAt < dateAdded", "not lastPlayedAt < dateAdded",
  ])
  func `unsupported rules are losses`(_ rule: String) throws {
    var list = InterchangePlaylist(name: "X")
    list.keys = [.conditions: .list([rule]), .limit: .text("90 min"), .seed: .number(1)]
    list.entries = [InterchangeEntry(location: "a")]
    let losses = try #require(InterchangeFormats.named("nsp")).losses(of: InterchangeDocument(playlists: [list]))
    #expect(Set(losses.map(\.name)) == ["seed", "episodes", "rule \(rule)", "limit"])
  }
}
