import Foundation
import MixtapeLibrary
import MixtapeModel

/// A simple evaluator of rules, orders and limits over a list of episodes. Results of SQL are compared with it.
struct ReferenceEvaluator {
  let episodes: [Episode]
  let podcasts: [Podcast.ID: Podcast]
  let playlists: [Playlist.ID: Playlist]
  let now: Date

  init(_ podcasts: [Podcast], playlists: [Playlist] = [], now: Date) {
    episodes = podcasts.flatMap(\.episodes)
    self.podcasts = Dictionary(uniqueKeysWithValues: podcasts.map { ($0.id, $0) })
    self.playlists = Dictionary(uniqueKeysWithValues: playlists.map { ($0.id, $0) })
    self.now = now
  }

  private init(_ episodes: [Episode], of other: ReferenceEvaluator) {
    self.episodes = episodes
    (podcasts, playlists, now) = (other.podcasts, other.playlists, other.now)
  }

  /// Returns the episodes that a query finds, within its limit, in order.
  func episodes(matching query: EpisodeQuery, besides picked: [Episode.ID] = []) -> [Episode.ID] {
    let found = episodes.filter { episode in
      !picked.contains(episode.id) && (query.rule.map { holds($0, of: episode) } ?? true)
    }
    let sorted = found.sorted { comesFirst($0, before: $1, query.sort, seed: query.seed ?? 0) }
    let held = query.limit.map { limit in sorted.filter { hasAmount($0, for: limit) } } ?? sorted
    return take(query.limit, of: first(query.groupLimit, of: held)).map(\.id)
  }

  /// Returns the episodes of a playlist in the library, in order.
  func contents(of playlist: Playlist) -> [Episode.ID] {
    let picked = playlist.episodes.filter { id in episodes.contains { $0.id == id } }
    let criteria = playlist.criteria
    guard playlist.isSmart else { return picked }
    let rules = (criteria.conditions ?? []).map(\.rule)
    let found = episodes.filter { episode in
      switch criteria.match {
      case .all: rules.allSatisfy { holds($0, of: episode) }
      case .any: criteria.conditions == nil || rules.contains { holds($0, of: episode) }
      case .none: !rules.contains { holds($0, of: episode) }
      }
    }
    let query = EpisodeQuery(
      sort: criteria.sort, limit: criteria.limit, groupLimit: criteria.groupLimit, seed: criteria.seed?.number(at: now),
      now: now)
    let evaluator = ReferenceEvaluator(found, of: self)
    return picked + evaluator.episodes(matching: query, besides: playlist.episodes)
  }

  func holds(_ rule: Rule, of episode: Episode) -> Bool {
    switch rule {
    case .comparison(let condition): holds(condition, of: episode)
    case .inPlaylist(let id): playlists[id].map { contents(of: $0).contains(episode.id) } ?? false
    case .not(let rule): !holds(rule, of: episode)
    case .and(let rules): rules.allSatisfy { holds($0, of: episode) }
    case .or(let rules): rules.contains { holds($0, of: episode) }
    }
  }
}

// MARK: - Comparisons

extension ReferenceEvaluator {
  private func holds(_ condition: SmartPlaylistCondition, of episode: Episode) -> Bool {
    let values = values(of: condition.field, of: episode)
    func isTrueOfAny(_ op: ConditionOperator) -> Bool {
      if case .field(let other) = condition.value {
        // Two fields are compared by their whole texts.
        let others = self.values(of: other, of: episode)
        return (condition.field.isListed ? Array(values.prefix(1)) : values).contains { value in
          (other.isListed ? Array(others.prefix(1)) : others).contains { holds(op, compare(value, $0)) }
        }
      }
      return values.contains { holds(op, $0, condition.value) }
    }
    return switch condition.op {
    case .isMissing: values.isEmpty
    case .isPresent: !values.isEmpty
    case .notEquals: !isTrueOfAny(.equals)
    default: isTrueOfAny(condition.op)
    }
  }

  /// Returns the values of a field; for a missing title, the name in the id.
  private func values(of field: RuleField, of episode: Episode) -> [Episode.FieldValue] {
    let parts = episode.id.rawValue.split(separator: "/").map(String.init)
    guard let podcast = Podcast.ID(rawValue: parts[0]).flatMap({ podcasts[$0] }) else { return [] }
    let texts: [String?]
    switch field {
    case .podcast: texts = [parts[0]]
    case .folder: texts = podcast.folder.components.isEmpty ? [] : [podcast.folder.components.joined(separator: "/")]
    case .kind: texts = [podcast.kind == .album ? "album" : "podcast"]
    case .feed: texts = [podcast.feed]
    case .tag: texts = podcast.tags
    case .category: texts = podcast.categories
    case .published: return [episode.published.map(Episode.FieldValue.date)].compactMap(\.self)
    case .title where episode.fields[.title] == nil: texts = [parts[1]]
    case .originalYear: return [episode.fields[.originalYear] ?? episode.fields[.year]].compactMap(\.self)
    case .artist, .albumArtist, .genre, .composer:
      guard case .text(let text)? = TrackField(rawValue: field.rawValue).flatMap({ episode.fields[$0] }) else {
        return []
      }
      // One of several values, or the whole text.
      texts = [text] + text.split { $0 == ";" || $0 == "\0" }.map { $0.trimmingCharacters(in: .whitespaces) }
    default: return [TrackField(rawValue: field.rawValue).flatMap { episode.fields[$0] }].compactMap(\.self)
    }
    return texts.compactMap { $0.map(Episode.FieldValue.text) }
  }

  private func value(of field: RuleField, of episode: Episode) -> Episode.FieldValue? {
    values(of: field, of: episode).first
  }

  private func holds(_ op: ConditionOperator, _ value: Episode.FieldValue, _ operand: ConditionValue) -> Bool {
    switch (value, operand) {
    case (.text(let text), .text(let pattern)) where op == .matches: finds(pattern, in: text)
    case (.text(let text), .text(let other)): holds(op, folded(text), folded(other))
    case (.text(let text), .texts(let others)): others.contains { folded($0) == folded(text) }
    case (.integer(let number), .number(let quantity)): holds(op, order(of: number, and: quantity.inFieldUnit))
    case (.integer(let number), .numbers(let lower, let upper)):
      order(of: number, and: lower.inFieldUnit) >= 0 && order(of: number, and: upper.inFieldUnit) <= 0
    case (.seconds(let number), .number(let quantity)): holds(op, order(of: number, and: quantity.inFieldUnit))
    case (.seconds(let number), .numbers(let lower, let upper)):
      number >= lower.inFieldUnit && number <= upper.inFieldUnit
    case (.date(let date), .date(let other)): holds(op, order(of: date, and: other))
    case (.date(let date), .dates(let lower, let upper)):
      order(of: date, and: lower) >= 0 && order(of: date, and: upper) <= 0
    case (.date(let date), .span(let span)): date <= now && date >= start(of: span)
    default: false
    }
  }

  /// Returns whether a value that is smaller (-1), equal (0) or larger (1) matches.
  private func holds(_ op: ConditionOperator, _ order: Int) -> Bool {
    switch op {
    case .equals: order == 0
    case .lessThan: order < 0
    case .lessThanOrEqual: order <= 0
    case .greaterThan: order > 0
    case .greaterThanOrEqual: order >= 0
    default: false
    }
  }

  private func holds(_ op: ConditionOperator, _ text: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Bool {
    switch op {
    case .equals: text == other
    case .startsWith: text.starts(with: other)
    case .endsWith: text.reversed().starts(with: other.reversed())
    case .contains: (0...text.count).contains { text[$0...].starts(with: other) }
    default: false
    }
  }

  private func folded(_ text: String) -> [Unicode.Scalar] { Array(TextFolding.fold(text).unicodeScalars) }

  /// Evaluates patterns with the same meaning for Foundation's regular expressions.
  private func finds(_ pattern: String, in text: String) -> Bool {
    let text = text.precomposedStringWithCanonicalMapping
    guard let expression = try? NSRegularExpression(pattern: pattern, options: [.caseInsensitive]) else { return false }
    return expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
  }

  private func order(of number: Double, and other: Double) -> Int { number < other ? -1 : number > other ? 1 : 0 }

  private func order(of number: Int64, and other: Double) -> Int {
    if let whole = Int64(exactly: other) { return number < whole ? -1 : number > whole ? 1 : 0 }
    guard let floor = Int64(exactly: other.rounded(.down)) else { return other < 0 ? 1 : -1 }
    return number <= floor ? -1 : 1
  }

  private func order(of date: Date, and other: RuleDate) -> Int {
    switch other {
    case .instant(let instant): order(of: date.timeIntervalSince1970, and: instant.timeIntervalSince1970)
    case .day(let day):
      // Comparing days is equivalent to comparing ranges of instants.
      order(of: number(of: date), and: Double(day.year * 10_000 + day.month * 100 + day.day))
    case .period(let period):
      // Whether the date lies in the period, or else on which side of the present it is.
      if isIn(period, date) { 0 } else { order(of: date, beside: period) }
    }
  }

  /// Counts days, weeks, months or years back from now, and asks the calendar whether the date is in the same one.
  private func isIn(_ period: CalendarPeriod, _ date: Date) -> Bool {
    let (unit, other) = unitAndDate(of: period)
    return Self.calendar.isDate(date, equalTo: other, toGranularity: unit)
  }

  private func order(of date: Date, beside period: CalendarPeriod) -> Int {
    date < unitAndDate(of: period).date ? -1 : 1
  }

  /// Returns the unit of the calendar, and any date of the period.
  private func unitAndDate(of period: CalendarPeriod) -> (unit: Calendar.Component, date: Date) {
    let (unit, step): (Calendar.Component, Calendar.Component) =
      switch period {
      case .today, .yesterday: (.day, .day)
      case .thisWeek, .lastWeek: (.weekOfYear, .weekOfYear)
      case .thisMonth, .lastMonth: (.month, .month)
      case .thisYear, .lastYear: (.year, .year)
      }
    let isPresent = [.today, .thisWeek, .thisMonth, .thisYear].contains(period)
    return (unit, Self.calendar.date(byAdding: step, value: isPresent ? 0 : -1, to: now) ?? now)
  }

  private static let calendar: Calendar = {
    // Its weeks begin on Monday.
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = .gmt
    return calendar
  }()

  private func number(of date: Date) -> Double {
    let parts = Self.calendar.dateComponents([.year, .month, .day], from: date)
    return Double((parts.year ?? 0) * 10_000 + (parts.month ?? 0) * 100 + (parts.day ?? 0))
  }

  private func start(of span: TimeSpan) -> Date {
    let (component, factor): (Calendar.Component, Int) =
      switch span.unit {
      case .minute: (.second, 60)
      case .hour: (.second, 3_600)
      case .day: (.second, 86_400)
      case .week: (.second, 7 * 86_400)
      case .month: (.month, 1)
      case .year: (.month, 12)
      }
    return Self.calendar.date(byAdding: component, value: -span.count * factor, to: now) ?? .distantPast
  }
}

// MARK: - Order and limit

extension ReferenceEvaluator {
  private func comesFirst(_ left: Episode, before right: Episode, _ keys: [SortKey], seed: Int64) -> Bool {
    for key in keys {
      let order =
        switch key {
        case .random: compare(shuffleKey(left.id, seed), shuffleKey(right.id, seed))
        case .library(let descending): compare(place(of: left), place(of: right)) * (descending ? -1 : 1)
        case .field(let field, let descending):
          switch (value(of: field, of: left), value(of: field, of: right)) {
          case (nil, nil): 0
          case (nil, _): 1
          case (_, nil): -1
          case (let left?, let right?): compare(left, right) * (descending ? -1 : 1)
          }
        }
      if order != 0 { return order < 0 }
    }
    return left.id.rawValue.utf8.lexicographicallyPrecedes(right.id.rawValue.utf8)
  }

  /// Returns the place of an episode in the library: podcasts by title, and each in the order of its file.
  private func place(of episode: Episode) -> Int {
    let sorted = podcasts.values.sorted { left, right in
      let order = compare(folded(left.title).map(\.value), folded(right.title).map(\.value))
      return order == 0 ? left.id.rawValue.utf8.lexicographicallyPrecedes(right.id.rawValue.utf8) : order < 0
    }
    return sorted.flatMap(\.episodes).firstIndex { $0.id == episode.id } ?? .max
  }

  private func compare(_ left: Episode.FieldValue, _ right: Episode.FieldValue) -> Int {
    switch (left, right) {
    case (.text(let left), .text(let right)):
      compare(sortKey(left), sortKey(right))
    case (.integer(let left), .integer(let right)): compare(left, right)
    case (.seconds(let left), .seconds(let right)): compare(left, right)
    case (.date(let left), .date(let right)): compare(left.timeIntervalSince1970, right.timeIntervalSince1970)
    default: 0
    }
  }

  private func sortKey(_ text: String) -> [UInt32] {
    let folded = TextFolding.fold(text)
    return (NaturalOrderKey.of(folded) ?? folded).unicodeScalars.map(\.value)
  }

  private func compare(_ left: [UInt32], _ right: [UInt32]) -> Int {
    left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
  }

  private func compare<Value: Comparable>(_ left: Value, _ right: Value) -> Int {
    left < right ? -1 : left > right ? 1 : 0
  }

  /// Sorts as described in docs/format.md.
  private func shuffleKey(_ id: Episode.ID, _ seed: Int64) -> Int64 {
    func mix(_ number: UInt64) -> UInt64 {
      let first = number &+ 0x9E37_79B9_7F4A_7C15
      let second = (first ^ first >> 30) &* 0xBF58_476D_1CE4_E5B9
      let third = (second ^ second >> 27) &* 0x94D0_49BB_1331_11EB
      return third ^ third >> 31
    }
    let hash = id.rawValue.utf8.reduce(14_695_981_039_346_656_037 as UInt64) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
    return Int64(bitPattern: mix(hash ^ mix(UInt64(bitPattern: seed))))
  }

  /// Returns whether an episode has a value that a limit adds up; the others are left out before groups are counted.
  private func hasAmount(_ episode: Episode, for limit: PlaylistLimit) -> Bool {
    switch limit {
    case .items, .amount(_, .percent): true
    case .amount(_, .seconds), .amount(_, .minutes), .amount(_, .hours): episode.fields[.duration] != nil
    case .amount: episode.fields[.fileSize] != nil
    }
  }

  /// Returns the first episodes of each podcast, artist or album. Those without an artist or an album are one group.
  private func first(_ limit: GroupLimit?, of found: [Episode]) -> [Episode] {
    guard let limit else { return found }
    var groups: [[UInt32]?] = []
    return found.filter { episode in
      let group: [UInt32]?
      switch limit.group {
      case .podcast: group = episode.id.podcast.rawValue.unicodeScalars.map(\.value)
      case .artist, .album:
        if case .text(let text)? = value(of: limit.group == .artist ? .artist : .album, of: episode) {
          group = folded(text).map(\.value)
        } else {
          group = nil
        }
      }
      groups.append(group)
      return groups.count { $0 == group } <= limit.count
    }
  }

  private func take(_ limit: PlaylistLimit?, of found: [Episode]) -> [Episode] {
    switch limit {
    case nil: return found
    case .items(let count): return Array(found.prefix(count))
    case .amount(let percent, .percent):
      return Array(found.prefix(Int((Decimal(percent) * Decimal(found.count) / 100 as NSDecimalNumber).doubleValue)))
    case .amount(let amount, let unit):
      let (field, factor): (TrackField, Double) =
        switch unit {
        case .seconds, .percent: (.duration, 1)
        case .minutes: (.duration, 60)
        case .hours: (.duration, 3_600)
        case .kilobytes: (.fileSize, 1e3)
        case .megabytes: (.fileSize, 1e6)
        case .gigabytes: (.fileSize, 1e9)
        }
      var taken: [Episode] = []
      var sum = 0.0
      for episode in found {
        let size: Double
        switch episode.fields[field] {
        case .integer(let number): size = Double(number)
        case .seconds(let number): size = number
        default: continue
        }
        sum += size
        if sum > amount * factor + 1e-6 { break }
        taken.append(episode)
      }
      return taken
    }
  }
}
