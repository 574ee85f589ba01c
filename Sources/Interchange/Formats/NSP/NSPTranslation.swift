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
    case .and(let rules): return group(isNegated ? "any" : "all", rules, isNegated)
    case .or(let rules):
      if !isNegated, let condition = zeroComparison(rules) { return plain(condition) }
      return group(isNegated ? "all" : "any", rules, isNegated)
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
      return isNegated ? negation(of: condition) : comparison(condition)
    }
  }

  private mutating func group(_ name: String, _ rules: [Rule], _ isNegated: Bool) -> JSONNode? {
    var nodes: [JSONNode] = []
    for rule in rules {
      if let node = node(rule, isNegated: isNegated) { nodes.append(node) }
    }
    return Self.group(name, nodes)
  }

  private static func group(_ name: String, _ nodes: [JSONNode]) -> JSONNode? {
    nodes.count <= 1 ? nodes.first : .object([(name, .array(nodes))])
  }

  /// Returns the comparison in `rating < 3 or rating is missing`. In Navidrome, a missing value is 0.
  private func zeroComparison(_ rules: [Rule]) -> SmartPlaylistCondition? {
    guard rules.count == 2, let missing = rules.firstIndex(where: Self.isMissing),
      case .comparison(let first) = rules[1 - missing], case .comparison(let second) = rules[missing],
      second.op == .isMissing, first.field == second.field, ZeroValues.counts(first.field),
      case .number(let quantity) = first.value, ZeroValues.matches(first.op, quantity.number)
    else { return nil }
    return first
  }

  private static func isMissing(_ rule: Rule) -> Bool {
    if case .comparison(let condition) = rule { condition.op == .isMissing } else { false }
  }

  // MARK: Comparisons

  private mutating func comparison(_ condition: SmartPlaylistCondition) -> JSONNode? {
    guard ZeroValues.counts(condition.field) else { return plain(condition) }
    switch (condition.op, condition.value) {
    case (.isMissing, _): return operation("is", condition.field, 0)
    case (.isPresent, _): return operation("gt", condition.field, 0)
    // In both programs, `playCount = 0` matches episodes that were never played.
    case (.equals, _): return plain(condition)
    case (let op, .number(let quantity)) where ZeroValues.matches(op, quantity.number):
      // In Mixtape, the comparison is false for a missing value.
      return Self.group("all", [plain(condition), operation("gt", condition.field, 0)].compactMap(\.self))
    default: return plain(condition)
    }
  }

  private mutating func plain(_ condition: SmartPlaylistCondition) -> JSONNode? {
    let field = condition.field
    switch (condition.op, condition.value) {
    case (.isMissing, _): return operation("isMissing", field, true)
    case (.isPresent, _): return operation("isMissing", field, false)
    case (.equals, .date(let date)): return days(field, Self.bounds(of: date), Self.bounds(of: date))
    case (.equals, _): return operation("is", field, value(condition))
    case (.notEquals, _): return operation("isNot", field, value(condition))
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
      obstacles.append("NSP has no operator such as `\(condition.op.spelling)`")
      return nil
    }
  }

  private mutating func negation(of condition: SmartPlaylistCondition) -> JSONNode? {
    let field = condition.field
    switch (condition.op, condition.value) {
    case (.isMissing, _): return operation("isMissing", field, false)
    case (.isPresent, _): return operation("isMissing", field, true)
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
