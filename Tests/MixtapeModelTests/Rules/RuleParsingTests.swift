import Foundation
import MixtapeModel
import Testing

@Suite("Rules are read")
struct RuleParsingTests {
  /// Checks a rule of one comparison.
  private func expect(
    _ text: String, _ field: RuleField, _ op: ConditionOperator, _ value: ConditionValue = .none,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let condition = try SmartPlaylistCondition(field: field, op: op, value: value)
    #expect(try Rule(parsing: text) == .comparison(condition), sourceLocation: sourceLocation)
  }

  @Test func textIsCompared() throws {
    try expect(#"artist = "Alicia Keys""#, .artist, .equals, .text("Alicia Keys"))
    try expect(#"title != """#, .title, .notEquals, .text(""))
    try expect(#"albumArtist starts with "The""#, .albumArtist, .startsWith, .text("The"))
    try expect(#"album ends with "?""#, .album, .endsWith, .text("?"))
    try expect(#"genre contains "live""#, .genre, .contains, .text("live"))
    try expect(#"composer matches "^\\d+""#, .composer, .matches, .text(#"^\d+"#))
    try expect(#"fileFormat in ("flac", "wav")"#, .fileFormat, .isIn, .texts(["flac", "wav"]))
    try expect(#"fileFormat in("flac")"#, .fileFormat, .isIn, .texts(["flac"]))
  }

  @Test func numbersAreCompared() throws {
    func number(_ number: Double, _ unit: Quantity.Unit? = nil) throws -> Quantity {
      try #require(Quantity(number, unit))
    }
    try expect("year = 2015", .year, .equals, .number(number(2015)))
    try expect("bpm!=0.5", .bpm, .notEquals, .number(number(0.5)))
    try expect("rating<-3", .rating, .lessThan, .number(number(-3)))
    try expect("playCount <= 007", .playCount, .lessThanOrEqual, .number(number(7)))
    try expect("trackNumber > 1.50", .trackNumber, .greaterThan, .number(number(1.5)))
    try expect("discNumber >= -0", .discNumber, .greaterThanOrEqual, .number(number(0)))
    try expect("duration < 30 min", .duration, .lessThan, .number(number(30, .minutes)))
    try expect("duration < 90s", .duration, .lessThan, .number(number(90, .seconds)))
    try expect("position > 10min", .position, .greaterThan, .number(number(10, .minutes)))
    try expect("position < duration", .position, .lessThan, .field(.duration))
    try expect("bitrate >= 256\nkbps", .bitrate, .greaterThanOrEqual, .number(number(256, .kilobitsPerSecond)))
    try expect("sampleRate > 44.1kHz", .sampleRate, .greaterThan, .number(number(44.1, .kilohertz)))
    try expect(
      "duration between 10 min and 1.5h", .duration, .between, .numbers(number(10, .minutes), number(1.5, .hours)))
    try expect("bpm between 96 and 96", .bpm, .between, .numbers(number(96), number(96)))
  }

  @Test(arguments: [
    ("90 minutes", 90, Quantity.Unit.minutes), ("1 minute", 1, .minutes), ("90m", 90, .minutes), ("1 hour", 1, .hours),
    ("1.5 hours", 1.5, .hours), ("2 seconds", 2, .seconds), ("1 h 30 min", 90, .minutes), ("1h30m", 90, .minutes),
    ("1h30m15s", 5_415, .seconds), ("1 hour\n30 minutes", 90, .minutes), ("1 h 0.5 s", 3_600.5, .seconds),
    ("2 h 0 min", 2, .hours), ("0 h 5 min", 5, .minutes), ("1:30", 90, .seconds), ("1:30:00", 90, .minutes),
    ("2:00:00", 2, .hours), ("0:00", 0, .seconds), ("0:02.5", 2.5, .seconds),
  ])
  func timesAreWrittenInSeveralWays(text: String, number: Double, unit: Quantity.Unit) throws {
    let quantity = try #require(Quantity(number, unit))
    try expect("duration < \(text)", .duration, .lessThan, .number(quantity))
    try expect("position between \(text) and \(text)", .position, .between, .numbers(quantity, quantity))
    #expect(try ParsedRule(parsing: "duration < \(text) and year = 1").unitlessTimes.isEmpty)
    #expect(WrittenTime(text.replacing("\n", with: " "))?.quantity == quantity)
  }

  @Test func datesAreCompared() throws {
    let day = try #require(CalendarDay(year: 2026, month: 3, day: 1))
    let instant = Date(timeIntervalSince1970: 1_772_344_800)
    try expect("lastPlayedAt = 2026-03-01", .lastPlayedAt, .equals, .date(.day(day)))
    try expect("played before 2026-03-01", .lastPlayedAt, .lessThan, .date(.day(day)))
    try expect("added after 2026-03-01T06:00:00Z", .dateAdded, .greaterThan, .date(.instant(instant)))
    for same in [
      "2026-03-01 06:00Z", "2026-03-01T06:00", "2026-03-01t06:00:00.000z", "2026-03-01T07:30:00+01:30",
      "2026-02-28T23:00-07:00", "2026-03-01T05:59:60",
    ] {
      try expect("dateModified >= \(same)", .dateModified, .greaterThanOrEqual, .date(.instant(instant)))
    }
    try expect(
      "dateAdded between 2026-03-01 and 2026-03-01T06:00:00Z", .dateAdded, .between,
      .dates(.day(day), .instant(instant)))
    try expect(
      "dateAdded between 2026-03-01T06:00:00Z and 2026-03-01", .dateAdded, .between,
      .dates(.instant(instant), .day(day)))
    for (text, count, unit) in [
      ("1 day", 1, TimeSpan.Unit.day), ("30 days", 30, .day), ("2weeks", 2, .week), ("6 months", 6, .month),
      ("1 years", 1, .year), ("36 hours", 36, .hour), ("1 hour", 1, .hour), ("12 h", 12, .hour), ("90min", 90, .minute),
      ("1 minute", 1, .minute), ("5 minutes", 5, .minute), ("10000 day", 10_000, .day),
      ("1h30m", 90, .minute), ("1 h 30 min", 90, .minute), ("2 hours 0 minutes", 120, .minute),
    ] {
      try expect("added in the last \(text)", .dateAdded, .inTheLast, .span(#require(TimeSpan(count, unit))))
    }
  }

  @Test func textsOfPodcastsAreCompared() throws {
    try expect(#"podcast = "night-sky""#, .podcast, .equals, .text("night-sky"))
    try expect(#"podcast != "Night-Sky""#, .podcast, .notEquals, .text("Night-Sky"))
    try expect(#"podcast starts with "The ""#, .podcast, .startsWith, .text("The "))
    try expect(#"folder in ("science", "Work/Mornings")"#, .folder, .isIn, .texts(["science", "Work/Mornings"]))
    try expect(#"folder starts with "science/""#, .folder, .startsWith, .text("science/"))
    try expect(#"kind = "album""#, .kind, .equals, .text("album"))
    try expect(#"kind in ("Album", "podcast")"#, .kind, .isIn, .texts(["Album", "podcast"]))
    try expect(#"feed contains "example.org""#, .feed, .contains, .text("example.org"))
    try expect(#"tag = "calm""#, .tag, .equals, .text("calm"))
    try expect(#"category matches "^Sci""#, .category, .matches, .text("^Sci"))
  }

  @Test func fieldsHaveOtherNames() throws {
    let number = Quantity(2)
    try expect("season = 2", .discNumber, .equals, .number(number))
    try expect("episode > 2", .trackNumber, .greaterThan, .number(number))
    try expect("played > published", .lastPlayedAt, .greaterThan, .field(.published))
    try expect("season < episode", .discNumber, .lessThan, .field(.trackNumber))
  }

  @Test func twoFieldsAreCompared() throws {
    try expect("lastPlayedAt < published", .lastPlayedAt, .lessThan, .field(.published))
    try expect("added before published", .dateAdded, .lessThan, .field(.published))
    try expect("artist != albumArtist", .artist, .notEquals, .field(.albumArtist))
    try expect("playCount >= rating", .playCount, .greaterThanOrEqual, .field(.rating))
    let rule = try Rule(parsing: "artist = albumArtist and year = 1")
    #expect(rule.description == "artist = albumArtist and year = 1")
  }

  @Test(arguments: CalendarPeriod.allCases)
  func periodsOfTheCalendarAreDates(period: CalendarPeriod) throws {
    try expect("published = \(period.rawValue)", .published, .equals, .date(.period(period)))
    try expect("published in \(period.rawValue)", .published, .equals, .date(.period(period)))
    try expect("published before \(period.rawValue)", .published, .lessThan, .date(.period(period)))
    let day = try #require(CalendarDay(year: 2026, month: 3, day: 1))
    try expect(
      "published between 2026-03-01 and \(period.rawValue)", .published, .between, .dates(.day(day), .period(period)))
  }

  @Test(arguments: [
    ("playCount = 0", ["playCount = 0"]), ("rating > 3 and (playCount < 3)", ["playCount < 3"]),
    ("playCount <= 2 or playCount = 0", ["playCount <= 2", "playCount = 0"]),
    ("playCount < 3 or playCount is missing", []), ("playCount > 0 and playCount < 3", []), ("playCount = 1", []),
    ("playCount < rating", []), ("not playCount = 0", []), ("not (year = 1 or playCount = 0)", []),
    ("not year = 1 and playCount = 0", ["playCount = 0"]),
  ])
  func `comparisons that do not find unplayed episodes are noted`(_ text: String, _ found: [String]) throws {
    let mentions = try ParsedRule(parsing: text).fewPlays
    #expect(mentions.map(\.value.description) == found)
    #expect(mentions.map { String(decoding: Array(text.utf8)[$0.range], as: UTF8.self) } == found)
  }

  @Test func timesWithoutAUnitAreNoted() throws {
    func times(_ text: String) throws -> [String] {
      try ParsedRule(parsing: text).unitlessTimes.map { time in
        #expect(
          String(Substring(text.utf8.dropFirst(time.range.lowerBound).prefix(time.range.count))) == "\(time.value)")
        return "\(time.value)"
      }
    }
    #expect(try times("duration < 30") == ["30"])
    #expect(try times("duration between 10 and 20 min or not (duration = 1.5)") == ["10", "1.5"])
    #expect(try times("duration < 30 s and duration > 0 and year = 30 and fileSize > 500").isEmpty)
  }

  @Test(arguments: RuleField.allCases)
  func everyFieldIsMissingOrPresent(field: RuleField) throws {
    try expect("\(field) is missing", field, .isMissing)
    try expect("\(field)  is\tpresent ", field, .isPresent)
  }

  @Test(arguments: [
    (#""She said \"oh\"""#, #"She said "oh""#), (#""a\\b""#, #"a\b"#), (#""\n\r\t\u{1F3A7}\u{0}""#, "\n\r\t🎧\0"),
    ("\"e\u{301} \u{2028}\u{A0}\"", "e\u{301} \u{2028}\u{A0}"), ("\"' and\"", "' and"),
  ])
  func textsContainAnyCharacter(written: String, text: String) throws {
    let rule = try Rule(parsing: "title = \(written)")
    guard case .comparison(let condition) = rule, case .text(let read) = condition.value else {
      Issue.record("\(rule)")
      return
    }
    #expect(Array(read.unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test func anyWhiteSpaceSeparatesTokens() throws {
    let rule = try Rule(parsing: "year = 1 and bpm = 2")
    for text in ["year=1and bpm=2", "\r\n\tyear\n=\u{A0}1\u{3000}and\u{2028}bpm=\u{85}2 ", "  year = 1   and bpm = 2"] {
      #expect(try Rule(parsing: text) == rule)
    }
  }

  // MARK: And, or, not

  private func year(_ number: Double) throws -> Rule {
    .comparison(try SmartPlaylistCondition(field: .year, op: .equals, value: .number(#require(Quantity(number)))))
  }

  @Test func notBindsTightestThenAndThenOr() throws {
    let (a, b, c) = try (year(1), year(2), year(3))
    for (text, rule) in [
      ("a and b and c", .and([a, b, c])), ("a or b or c", .or([a, b, c])), ("a or b and c", .or([a, .and([b, c])])),
      ("a and b or c", .or([.and([a, b]), c])), ("(a or b) and c", .and([.or([a, b]), c])),
      ("a and (b or c)", .and([a, .or([b, c])])), ("not a and b", .and([.not(a), b])),
      ("not (a and b)", .not(.and([a, b]))), ("not not a or not b", .or([.not(.not(a)), .not(b)])),
      ("((a))", a), ("not ((not a))", .not(.not(a))), ("(a and b) and c", .and([.and([a, b]), c])),
      ("a and (b and c)", .and([a, .and([b, c])])), ("not(a)or(b)and(c)", .or([.not(a), .and([b, c])])),
      ("(a or b and not (c or a)) or b", .or([.or([a, .and([b, .not(.or([c, a]))])]), b])),
    ] as [(String, Rule)] {
      let written = text.replacing(/\b[abc]\b/) { ["a": "year = 1", "b": "year = 2"][$0.output] ?? "year = 3" }
      #expect(try Rule(parsing: written) == rule, "\(written)")
    }
  }

  @Test func playlistsAreParsed() throws {
    let focus = try Playlist.ID(validating: "focus")
    #expect(try Rule(parsing: #"in playlist "focus""#) == .inPlaylist(focus))
    #expect(try Rule(parsing: #"not in playlist "focus""#) == .not(.inPlaylist(focus)))
    #expect(
      try Rule(parsing: "in progress and not in\nprogress").description
        == "position is present and not position is present")
    let parsed = try ParsedRule(parsing: #"genre matches "é" or (in playlist "a" and not in playlist "focus")"#)
    #expect(parsed.playlists.map(\.value.rawValue) == ["a", "focus"])
    #expect(parsed.playlists.map(\.range) == [35..<38, 59..<66])
    #expect(parsed.patterns.map(\.value) == ["é"] && parsed.patterns.map(\.range) == [14..<18])
  }

  @Test func depthHasALimitAndLengthHasNone() throws {
    let most = Rule.maximumDepth
    let deep = String(repeating: "(not ", count: most / 2) + "year = 1" + String(repeating: ")", count: most / 2)
    #expect(try Rule(parsing: deep).description == String(repeating: "not ", count: most / 2) + "year = 1")
    for opening in ["(", "not ", "(year = 1 or "] {
      let text = String(repeating: opening, count: 200_000)
      #expect(throws: RuleError.self) { try Rule(parsing: text) }
    }
    let long = Array(repeating: "(year = 1)", count: 20_000).joined(separator: " or ")
    #expect(try Rule(parsing: long) == .or(Array(repeating: year(1), count: 20_000)))
  }
}
