internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The translation of a rule to Navidrome, which has no `not`: negations are pushed down to the operators.
struct NSPTranslation {
  /// The reasons why parts of the rule are left out or changed.
  private(set) var obstacles: [String] = []

  /// Returns the translated rule; `nil` if no part of it can be expressed.
  mutating func node(_ rule: Rule) -> JSONNode? { node(rule, isNegated: false) }

  private mutating func node(_ rule: Rule, isNegated: Bool) -> JSONNode? {
    switch rule {
    case .not(let rule): return node(rule, isNegated: !isNegated)
    case .and(let rules):
      let nodes = rules.compactMap { node($0, isNegated: isNegated) }
      return Self.group(isNegated ? "any" : "all", nodes)
    case .or(let rules): return alternatives(rules, isNegated)
    case .inPlaylist(let id):
      obstacles.append("Navidrome uses other playlist ids than \"\(id)\"")
      return nil
    case .comparison(let condition):
      if case .field(let other) = condition.value {
        obstacles.append("NSP does not compare `\(condition.field.rawValue)` with `\(other.rawValue)`")
        return nil
      }
      guard NSPFields.name(of: condition.field) != nil else {
        obstacles.append("NSP has no field `\(condition.field.rawValue)`")
        return nil
      }
      return comparison(condition, isNegated)
    }
  }

  /// Returns the rules that `or` joins. In Navidrome, `rating < 3 or rating is missing` is one comparison, because a missing value
  /// is 0.
  private mutating func alternatives(_ rules: [Rule], _ isNegated: Bool) -> JSONNode? {
    let whole = Self.comparisonsWithMissing(rules)
    let fields = Set(whole.map(\.field))
    let nodes = rules.compactMap { rule -> JSONNode? in
      guard case .comparison(let condition) = rule, fields.contains(condition.field) else {
        return node(rule, isNegated: isNegated)
      }
      if condition.op == .isMissing { return nil }
      guard whole.contains(condition) else { return node(rule, isNegated: isNegated) }
      return isNegated ? complement(condition) : plain(condition)
    }
    return Self.group(isNegated ? "all" : "any", nodes)
  }

  /// Returns the comparisons that are true for 0 and stand beside `is missing` of the same field.
  private static func comparisonsWithMissing(_ rules: [Rule]) -> [SmartPlaylistCondition] {
    let conditions = rules.compactMap { if case .comparison(let condition) = $0 { condition } else { nil } }
    let missing = Set(conditions.filter { $0.op == .isMissing }.map(\.field))
    return conditions.filter { missing.contains($0.field) && ZeroValues.coversMissing($0) }
  }

  /// Returns a group of rules, without groups of the same kind in it.
  private static func group(_ name: String, _ nodes: [JSONNode]) -> JSONNode? {
    let flat = nodes.flatMap { node in
      node.object.flatMap { $0.count == 1 && $0[0].key == name ? $0[0].value.array : nil } ?? [node]
    }
    .withoutRepetitions
    return flat.count <= 1 ? flat.first : .object([(name, .array(flat))])
  }

  // MARK: Comparisons

  private mutating func comparison(_ condition: SmartPlaylistCondition, _ isNegated: Bool) -> JSONNode? {
    let field = condition.field
    switch (condition.op, condition.value) {
    case (.isMissing, _): return isNegated ? present(field) : missing(field)
    case (.isPresent, _): return isNegated ? missing(field) : present(field)
    case (_, .number), (_, .numbers): return number(condition, isNegated)
    default: return isNegated ? complement(condition) : plain(condition)
    }
  }

  /// Returns the comparison of a number. In Mixtape, it is false for a missing value, and its negation is true.
  private mutating func number(_ condition: SmartPlaylistCondition, _ isNegated: Bool) -> JSONNode? {
    let (field, isUnequal) = (condition.field, condition.op == .notEquals)
    let node = isNegated ? complement(condition) : plain(condition)
    // `!=` is the negation of `=`.
    let meansMissing = isNegated != isUnequal
    let isTrueForZero =
      meansMissing != ZeroValues.isTrueForZero(isUnequal ? .equals : condition.op, condition.value)
    if condition.op == .equals || isUnequal {
      if isTrueForZero != meansMissing { obstacles.append("Navidrome does not distinguish 0 from a missing value") }
      return node
    }
    if meansMissing {
      let isEnough = ZeroValues.counts(field) && isTrueForZero
      return isEnough ? node : Self.group("any", [node, missing(field)].compactMap(\.self))
    }
    let isTooMuch = ZeroValues.counts(field) && isTrueForZero
    return isTooMuch ? Self.group("all", [node, present(field)].compactMap(\.self)) : node
  }

  /// Returns the rule for a missing value. Navidrome has `isMissing` only for tags.
  private mutating func missing(_ field: RuleField) -> JSONNode? {
    switch Self.absence(of: field) {
    case .tag: return operation("isMissing", field, true)
    case .zero: return operation("is", field, 0)
    // Dates that are not in the last days are earlier or missing.
    case .date: return operation("notInTheLast", field, JSONNode(.number(String(TimeSpan.maximumCount))))
    case .unsupported: return reportLostAbsence(field)
    }
  }

  private mutating func present(_ field: RuleField) -> JSONNode? {
    switch Self.absence(of: field) {
    case .tag: return operation("isMissing", field, false)
    case .zero: return operation("gt", field, 0)
    case .date: return operation("after", field, "1970-01-01")
    case .unsupported: return reportLostAbsence(field)
    }
  }

  private mutating func reportLostAbsence(_ field: RuleField) -> JSONNode? {
    obstacles.append("in Navidrome, `\(field.rawValue)` is never missing")
    return nil
  }

  /// The forms of missing values in Navidrome.
  private enum Absence {
    case tag, zero, date, unsupported
  }

  private static func absence(of field: RuleField) -> Absence {
    switch field {
    case .genre, .artist, .albumArtist, .composer: .tag
    case .lastPlayedAt: .date
    default: [.integer, .seconds].contains(field.valueType) ? .zero : .unsupported
    }
  }

  /// Returns the comparison as Navidrome has it.
  private mutating func plain(_ condition: SmartPlaylistCondition) -> JSONNode? {
    let field = condition.field
    switch (condition.op, condition.value) {
    case (.equals, .date(let date)): return days(field, Self.bounds(of: date), Self.bounds(of: date))
    case (.equals, _): return operation("is", field, value(condition))
    case (.notEquals, .text), (.notEquals, .number): return operation("isNot", field, value(condition))
    case (.contains, _): return operation("contains", field, value(condition))
    case (.startsWith, _): return operation("startsWith", field, value(condition))
    case (.endsWith, _): return operation("endsWith", field, value(condition))
    case (.isIn, .texts(let texts)):
      return Self.group("any", texts.compactMap { operation("is", field, .string($0)) })
    case (.between, .numbers(let lower, let upper)):
      return operation("inTheRange", field, .array([number(lower), number(upper)]))
    case (.between, .dates(let lower, let upper)): return days(field, Self.bounds(of: lower), Self.bounds(of: upper))
    case (.inTheLast, .span(let span)): return operation("inTheLast", field, days(span))
    case (.greaterThan, .date(let date)): return day("after", field, Self.bounds(of: date)?.end)
    case (.greaterThanOrEqual, .date(let date)): return day("after", field, Self.bounds(of: date)?.start)
    case (.lessThan, .date(let date)): return day("before", field, Self.bounds(of: date)?.start)
    case (.lessThanOrEqual, .date(let date)): return day("before", field, Self.bounds(of: date)?.end)
    case (.greaterThan, _): return operation("gt", field, value(condition))
    case (.lessThan, _): return operation("lt", field, value(condition))
    case (.greaterThanOrEqual, .number(let quantity)): return orEqual("gt", field, quantity)
    case (.lessThanOrEqual, .number(let quantity)): return orEqual("lt", field, quantity)
    default:
      let isDate = field.valueType == .date
      obstacles.append("NSP has no operator such as `\(condition.op.spelling)`\(isDate ? " for dates" : "")")
      return nil
    }
  }

  /// Returns the negated comparison. That of text and of `inTheLast` is true for missing values.
  private mutating func complement(_ condition: SmartPlaylistCondition) -> JSONNode? {
    let field = condition.field
    switch (condition.op, condition.value) {
    case (.equals, .text), (.equals, .number): return operation("isNot", field, value(condition))
    case (.notEquals, .text), (.notEquals, .number): return operation("is", field, value(condition))
    case (.contains, _): return operation("notContains", field, value(condition))
    case (.isIn, .texts(let texts)):
      return Self.group("all", texts.compactMap { operation("isNot", field, .string($0)) })
    case (.inTheLast, .span(let span)): return operation("notInTheLast", field, days(span))
    case (.greaterThan, .number(let quantity)): return orEqual("lt", field, quantity)
    case (.lessThan, .number(let quantity)): return orEqual("gt", field, quantity)
    case (.greaterThanOrEqual, .number), (.lessThanOrEqual, .number):
      return operation(condition.op == .greaterThanOrEqual ? "lt" : "gt", field, value(condition))
    case (.between, .numbers(let lower, let upper)):
      return Self.group(
        "any", [operation("lt", field, number(lower)), operation("gt", field, number(upper))].compactMap(\.self))
    default:
      obstacles.append("NSP has no operator such as `not … \(condition.op.spelling)`")
      return nil
    }
  }

  private mutating func orEqual(_ name: String, _ field: RuleField, _ quantity: Quantity) -> JSONNode? {
    Self.group(
      "any",
      [operation(name, field, number(quantity)), operation("is", field, number(quantity))].compactMap(\.self))
  }

  private func operation(_ name: String, _ field: RuleField, _ value: JSONNode) -> JSONNode? {
    NSPFields.name(of: field).map { .object([(name, .object([($0, value)]))]) }
  }

  // MARK: Values

  private func value(_ condition: SmartPlaylistCondition) -> JSONNode {
    switch condition.value {
    case .text(let text): .string(text)
    case .number(let quantity): number(quantity)
    default: .string(condition.value.description)
    }
  }

  private func number(_ quantity: Quantity) -> JSONNode { .number(quantity.inFieldUnit) }

  /// Returns a span in days. A month counts as 30 days and a year as 365. Shorter spans are rounded up.
  private mutating func days(_ span: TimeSpan) -> JSONNode {
    let count: Int
    switch span.unit {
    case .day: count = span.count
    case .week: count = span.count * 7
    case .month:
      obstacles.append("NSP supports only days; a month becomes 30 days")
      count = span.count * 30
    case .year:
      obstacles.append("NSP supports only days; a year becomes 365 days")
      count = span.count * 365
    case .hour, .minute:
      obstacles.append("NSP supports only days; the span is rounded up")
      let length = span.unit == .hour ? 24 : 24 * 60
      count = (span.count + length - 1) / length
    }
    return JSONNode(.number(String(count)))
  }

  private mutating func days(
    _ field: RuleField, _ first: (start: Date, end: Date)?, _ last: (start: Date, end: Date)?
  ) -> JSONNode? {
    let nodes = [day("after", field, first?.start), day("before", field, last?.end)].compactMap(\.self)
    return nodes.count == 2 ? .object([("all", .array(nodes))]) : nil
  }

  /// Returns a comparison with the day of an instant, because Navidrome compares days; `nil` without an instant.
  private mutating func day(_ name: String, _ field: RuleField, _ instant: Date?) -> JSONNode? {
    guard let instant, let day = CalendarDay(of: instant) else {
      obstacles.append("NSP does not support calendar periods")
      return nil
    }
    if day.start != instant { obstacles.append("NSP supports only days; the time of day is lost") }
    return operation(name, field, .string(day.description))
  }

  /// Returns the start and the end of a date; `nil` for a period, which depends on the current day.
  private static func bounds(of date: RuleDate) -> (start: Date, end: Date)? {
    switch date {
    case .day(let day): (day.start, day.end)
    case .instant(let instant): (instant, instant)
    case .period: nil
    }
  }
}
