import Foundation
import MixtapeLibrary
import MixtapeModel
import TestSupport

/// Random libraries and rules with typical edge cases: missing values, texts that differ only in case or
/// normalization, borders of days, and extreme numbers.
struct RandomLibrary {
  var generator: SeededGenerator

  static let now = Date(timeIntervalSince1970: 1_772_344_800.5)

  static let texts = [
    "", "a", "A", "b", "ab", "AB", "É", "é", "e\u{301}", "E\u{301}", "e", "ß", "ss", "SS", "ẞ", "Straße", "STRASSE",
    "strasse 7",
    "İ", "i\u{307}", "ı", "I", "i", "ſ", "s", "ς", "σ", "Σ", "ΟΔΟΣ", "οδος", "%", "_", "a%b", "a_b", "\\", "'", "\"",
    "ż", "z\u{307}",
    "ﬁ", "fi", "Å", "\u{212B}", "日本", "日本語", "🎧", "a\u{0}b", "The Night Sky", "night", "NIGHT sky", "night-sky", "x y",
    "10", "2", "b; A", "Straße;ς",
  ]

  static let patterns = ["a", "^a", "b$", "^$", ".", "[0-9]+", "s{2}", "night.sky", "é", "日.", "(a|s)+"]

  static let playlists = ["one", "two", "three"].compactMap(Playlist.ID.init(rawValue:))

  /// A playlist that is in no random library.
  static let missingPlaylist = Playlist.ID(rawValue: "gone")

  mutating func text() -> String { pick(Self.texts) }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: values.indices, using: &generator)] }

  mutating func chance(_ numerator: Int, in denominator: Int) -> Bool {
    Int.random(in: 0..<denominator, using: &generator) < numerator
  }

  // MARK: Episodes

  mutating func podcasts(_ count: Int) -> [Podcast] {
    (0..<count).compactMap { number in
      guard let id = Podcast.ID(rawValue: "p\(number)") else { return nil }
      let episodes = (0..<Int.random(in: 0..<20, using: &generator)).compactMap { index in
        Episode.ID(podcast: id, name: "e\(index)").map {
          Episode(id: $0, published: chance(1, in: 4) ? nil : date(), fields: fields())
        }
      }
      return Podcast(
        id: id, folder: pick(Self.folders), kind: chance(1, in: 3) ? .album : .podcast, title: text(),
        feed: chance(1, in: 3) ? nil : text(), categories: texts(), tags: texts(), episodes: episodes)
    }
  }

  private static let folders = ["", "a", "A/É", "a/b", "ab", "Night Sky", "日本"].compactMap { path in
    path.isEmpty ? .top : Folder(components: path.split(separator: "/").map(String.init))
  }

  private mutating func texts() -> [String] { (0..<Int.random(in: 0...3, using: &generator)).map { _ in text() } }

  private mutating func fields() -> Episode.Fields {
    var fields: Episode.Fields = [:]
    for field in TrackField.allCases where !chance(1, in: 4) { fields[field] = value(of: field) }
    return fields
  }

  private mutating func value(of field: TrackField) -> Episode.FieldValue {
    switch field.valueType {
    case .text: .text(text())
    case .integer: .integer(integer(of: field))
    case .seconds: .seconds(Double(Int.random(in: 0...40, using: &generator)) * 45 + (chance(1, in: 3) ? 0.25 : 0))
    case .date: .date(date())
    }
  }

  private mutating func integer(of field: TrackField) -> Int64 {
    if field == .year { return Int64.random(in: -3...5, using: &generator) }
    if field == .fileSize { return Int64.random(in: 0...50, using: &generator) * 100_000 }
    if chance(1, in: 12) { return pick([0, .max, 9_007_199_254_740_993]) }
    return Int64.random(in: 0...6, using: &generator)
  }

  /// Returns midnight in most cases, or a moment before or after it, or about now.
  private mutating func date() -> Date {
    let day = Double(Int.random(in: -40...3, using: &generator)) * (chance(1, in: 5) ? 12 : 1)
    let midnight = (Self.now.timeIntervalSince1970 / 86_400).rounded(.down) * 86_400
    let offset = pick([0, -0.5, 0.5, 43_200, Self.now.timeIntervalSince1970 - midnight])
    return Date(timeIntervalSince1970: midnight + day * 86_400 + offset)
  }

  // MARK: Rules

  mutating func rule(depth: Int = 3, playlists: [Playlist.ID] = []) -> Rule {
    switch Int.random(in: 0..<10, using: &generator) {
    case 0...1 where depth > 0: return .not(rule(depth: depth - 1, playlists: playlists))
    case 2...3 where depth > 0: return .and(rules(depth - 1, playlists))
    case 4...5 where depth > 0: return .or(rules(depth - 1, playlists))
    case 6: if let id = playlists.randomElement(using: &generator) { return .inPlaylist(id) }
    default: break
    }
    return .comparison(condition())
  }

  private mutating func rules(_ depth: Int, _ playlists: [Playlist.ID]) -> [Rule] {
    (0..<Int.random(in: 2...4, using: &generator)).map { _ in rule(depth: depth, playlists: playlists) }
  }

  mutating func condition() -> SmartPlaylistCondition {
    while true {
      // Few fields, so that rules often share one.
      let fields: [RuleField] = [
        .title, .artist, .album, .year, .rating, .fileSize, .duration, .position, .dateAdded, .lastPlayedAt, .published,
        .podcast,
        .folder, .kind, .feed, .tag, .tag, .category,
      ]
      guard let field = fields.randomElement(using: &generator),
        let op = ConditionOperator.fitting(field).randomElement(using: &generator),
        let condition = try? SmartPlaylistCondition(field: field, op: op, value: value(op, field))
      else { continue }
      return condition
    }
  }

  private mutating func value(_ op: ConditionOperator, _ field: RuleField) -> ConditionValue {
    if op.comparesFields, chance(1, in: 6) { return .field(pick(RuleField.allCases)) }
    return switch (op, field.valueType) {
    case (.isMissing, _), (.isPresent, _): .none
    case (.matches, _):
      .text(
        ["a", "^a", "b$", "^$", ".", "[0-9]+", "s{2}", "night.sky", "é", "日.", "(a|s)+"].randomElement(
          using: &generator) ?? "a")
    case (.isIn, _): .texts([text(of: field), text(of: field)])
    case (_, .text): .text(text(of: field))
    case (.between, .date): .dates(ruleDate(), ruleDate())
    case (.between, _): .numbers(quantity(field), quantity(field))
    case (.inTheLast, _): span()
    case (_, .date): .date(ruleDate())
    default: .number(quantity(field))
    }
  }

  private mutating func text(of field: RuleField) -> String {
    switch field {
    case .podcast where chance(3, in: 4): pick(["p0", "P1", "p2", "3"])
    case .folder where chance(3, in: 4): pick(["a", "a/", "a/b", "A/e\u{301}", "night sky"])
    case .kind: pick(["podcast", "album", "Album"])
    default: text()
    }
  }

  private static let sizes = [Quantity(1.5, .megabytes), Quantity(300, .kilobytes), Quantity(0), Quantity(2_000_000)]
  private static let durations = [
    Quantity(1, .minutes), Quantity(0.25, .hours), Quantity(90.25, .seconds), Quantity(45),
  ]
  private static let numbers = [0, 1, 2, 3, 2.5, -1, -2.5, 9_007_199_254_740_992, 1e300].map { Quantity($0) }

  private mutating func quantity(_ field: RuleField) -> Quantity {
    let quantities =
      switch field {
      case .fileSize: Self.sizes
      case .duration, .position: Self.durations
      default: Self.numbers
      }
    return pick(quantities.compactMap(\.self))
  }

  private mutating func ruleDate() -> RuleDate {
    let date = date()
    if chance(1, in: 4) { return .period(pick(CalendarPeriod.allCases)) }
    if chance(1, in: 3) { return .instant(date) }
    return CalendarDay(of: date).map(RuleDate.day) ?? .instant(date)
  }

  private mutating func span() -> ConditionValue {
    let unit = pick(TimeSpan.Unit.allCases)
    return TimeSpan(Int.random(in: 1...14, using: &generator), unit).map(ConditionValue.span) ?? .none
  }

  // MARK: Queries

  mutating func query(playlists: [Playlist.ID] = []) -> EpisodeQuery {
    EpisodeQuery(
      rule: chance(1, in: 10) ? nil : rule(playlists: playlists), sort: sort(), limit: limit(),
      groupLimit: groupLimit(),
      seed: Int64.random(in: .min ... .max, using: &generator), now: Self.now)
  }

  private mutating func sort() -> [SortKey] {
    (0..<Int.random(in: 0...3, using: &generator)).map { _ in
      chance(1, in: 5)
        ? .random
        : .field(pick(RuleField.allCases.filter(\.isSortable)), descending: chance(1, in: 2))
    }
  }

  private mutating func limit() -> PlaylistLimit? {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: .items(Int.random(in: 1...8, using: &generator))
    case 1: .amount(Double(Int.random(in: 1...1_000, using: &generator)) / 10, .percent)
    case 2: .amount(Double(Int.random(in: 1...90, using: &generator)), .minutes)
    case 3: .amount(Double(Int.random(in: 1...200, using: &generator)) / 10, .megabytes)
    default: nil
    }
  }

  private mutating func groupLimit() -> GroupLimit? {
    chance(2, in: 3)
      ? nil : GroupLimit(Int.random(in: 1...4, using: &generator), per: pick(GroupLimit.Group.allCases))
  }

  /// Returns a playlist with hand-picked episodes, some of them missing, and usually rules.
  mutating func playlist(_ id: Playlist.ID, of podcasts: [Podcast], asking others: [Playlist.ID]) throws -> Playlist {
    let known = podcasts.flatMap(\.episodes).map(\.id)
    let picked = (0..<Int.random(in: 0...4, using: &generator)).compactMap { _ in
      chance(1, in: 4) ? Episode.ID(rawValue: "gone/x") : known.randomElement(using: &generator)
    }
    let query = query(playlists: others)
    let rules = (0..<Int.random(in: 0...3, using: &generator)).map { _ in WrittenRule(rule(depth: 2, playlists: others))
    }
    return try Playlist(
      id: id, episodes: picked,
      criteria: SmartCriteria(
        conditions: chance(1, in: 6) ? nil : rules, match: pick(SmartCriteria.Match.allCases), sort: query.sort,
        limit: query.limit, groupLimit: query.groupLimit, seed: query.seed.map(PlaylistSeed.number)))
  }
}
