import Foundation
import MixtapeModel
import TestSupport

/// Random rules of all kinds that the grammar allows.
struct RandomRule {
  var generator: SeededGenerator

  mutating func rule(depth: Int) throws -> Rule {
    switch depth > 0 ? Int.random(in: 0...5, using: &generator) : 0 {
    case 1: return .not(try rule(depth: depth - 1))
    case 2, 3: return .and(try rules(depth: depth - 1))
    case 4, 5: return .or(try rules(depth: depth - 1))
    default:
      guard Int.random(in: 0...9, using: &generator) > 0 else { return .inPlaylist(try playlist()) }
      return .comparison(try condition())
    }
  }

  private mutating func rules(depth: Int) throws -> [Rule] {
    try (0..<Int.random(in: 2...4, using: &generator)).map { _ in try rule(depth: depth) }
  }

  private mutating func playlist() throws -> Playlist.ID {
    try Playlist.ID(validating: pick(["focus", "ночь-夜", "a.b_c-1"]))
  }

  mutating func condition() throws -> SmartPlaylistCondition {
    let field = pick(RuleField.allCases)
    let op = pick(ConditionOperator.fitting(field))
    return try SmartPlaylistCondition(field: field, op: op, value: value(of: op, field))
  }

  private mutating func value(of op: ConditionOperator, _ field: RuleField) throws -> ConditionValue {
    if op.comparesFields, Int.random(in: 0...5, using: &generator) == 0 {
      let others = RuleField.allCases.filter {
        (try? SmartPlaylistCondition(field: field, op: op, value: .field($0))) != nil
      }
      if let other = others.randomElement(using: &generator) { return .field(other) }
    }
    switch (op, field.valueType) {
    case (.isMissing, _), (.isPresent, _): return .none
    case (.isIn, _): return .texts((0...Int.random(in: 0...3, using: &generator)).map { _ in text(of: field) })
    case (.inTheLast, _):
      return .span(try some(TimeSpan(Int.random(in: 1...10_000, using: &generator), pick(TimeSpan.Unit.allCases))))
    case (.equals, .text), (.notEquals, .text): return .text(text(of: field))
    case (_, .text): return .text(text())
    case (.between, .date):
      let (one, other) = (try date(), try date())
      let isInOrder = (try? SmartPlaylistCondition(field: field, op: op, value: .dates(one, other))) != nil
      return isInOrder ? .dates(one, other) : .dates(other, one)
    case (.between, _):
      let (one, other) = (try quantity(field), try quantity(field))
      return one.inFieldUnit <= other.inFieldUnit ? .numbers(one, other) : .numbers(other, one)
    case (_, .date): return .date(try date())
    default: return .number(try quantity(field))
    }
  }

  private mutating func text(of field: RuleField) -> String {
    switch field {
    case .podcast: pick(["night-sky", "Night-Sky", "夜"])
    case .folder: pick(["a", "Work/Mornings 2", "夜/é"])
    case .kind: pick(["podcast", "album", "ALBUM"])
    default: text()
    }
  }

  mutating func text() -> String {
    let pieces = [
      "a", "Z", " ", "\"", "\\", "'", "\n", "\t", "\r", "\0", "\u{7F}", "\u{85}", "é", "e\u{301}", "\u{301}", "ß", "夜",
      "🎧",
      "\u{2028}", "\u{FEFF}", "\u{202E}", "and", "(", ")", "\\n", "\u{10FFFF}",
    ]
    return (0..<Int.random(in: 0...6, using: &generator)).map { _ in pick(pieces) }.joined()
  }

  private mutating func quantity(_ field: RuleField) throws -> Quantity {
    let unit = pick(Quantity.Unit.allCases.filter { $0.field == field } + [nil])
    return try some(Quantity(number(), unit))
  }

  private mutating func number() -> Double {
    switch Int.random(in: 0...4, using: &generator) {
    case 0: Double(Int.random(in: -5...5_000, using: &generator))
    case 1: Double(Int.random(in: -5...5_000, using: &generator)) / 10
    case 2: Double.random(in: -1...1, using: &generator)
    case 3:
      pick([.leastNonzeroMagnitude, .greatestFiniteMagnitude, -0.0, 1e15, 1e16, 1e-7, 0.1, 9_007_199_254_740_992])
    default: Double(bitPattern: generator.next() & ~(1 << 62))
    }
  }

  private mutating func date() throws -> RuleDate {
    if Int.random(in: 0...5, using: &generator) == 0 { return .period(pick(CalendarPeriod.allCases)) }
    let day = try some(CalendarDay(daysSince1970: Int.random(in: -719_528...2_932_895, using: &generator)))
    guard Bool.random(using: &generator) else { return .day(day) }
    let digits = pick([1, 1_000, 1_000_000, 1_000_000_000])
    let nanosecond = Int.random(in: 0..<digits, using: &generator) * (1_000_000_000 / digits)
    return .instant(day.instant(second: Int.random(in: 0..<86_400, using: &generator), nanosecond: nanosecond))
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &generator)]
  }

  private func some<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw CocoaError(.featureUnsupported) }
    return value
  }
}
