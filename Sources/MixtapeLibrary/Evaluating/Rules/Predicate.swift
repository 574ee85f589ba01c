internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A rule without `not`.
///
/// The comparisons of a field become a set of values, with a flag for episodes without a value. Sets have complements,
/// so negations are pushed down to them, and missing values need no treatment elsewhere.
indirect enum Predicate {
  case constant(Bool)
  /// A set of values of a field of numbers, of ``TrackField/duration``, or of dates as seconds since 1970.
  case number(RuleField, NumberSet, orMissing: Bool)
  case text(RuleField, TextSet, orMissing: Bool)
  /// A comparison of two fields. If `holds` is `false`, it is true if the relation does not hold or a value is missing.
  case fields(RuleField, FieldRelation, RuleField, holds: Bool)
  case playlist(Playlist.ID, isMember: Bool)
  /// True if all parts are true. There are at least two, none of them constant or ``all(_:)``.
  case all([Predicate])
  /// True if at least one part is true. There are at least two, none of them constant or ``any(_:)``.
  case any([Predicate])

  /// The predicate that is true if this one is false.
  var complement: Predicate {
    switch self {
    case .constant(let value): .constant(!value)
    case .number(let field, let set, let orMissing): .number(field, set.complement, orMissing: !orMissing)
    case .text(let field, let set, let orMissing): .text(field, set.complement, orMissing: !orMissing)
    case .fields(let field, let relation, let other, let holds): .fields(field, relation, other, holds: !holds)
    case .playlist(let id, let isMember): .playlist(id, isMember: !isMember)
    case .all(let parts): .any(parts.map(\.complement))
    case .any(let parts): .all(parts.map(\.complement))
    }
  }

  /// Returns a predicate that is true if all parts are.
  static func conjunction(_ parts: [Predicate]) -> Predicate { disjunction(parts.map(\.complement)).complement }

  /// Returns a predicate that is true if at least one part is. Sets of the same field are united if possible.
  static func disjunction(_ parts: [Predicate]) -> Predicate {
    var result: [Predicate] = []
    var numbers = FieldGroups<NumberSet>()
    var texts = FieldGroups<[TextPattern]>()
    for part in parts.flatMap(\.alternatives) {
      switch part {
      case .constant(false): continue
      case .constant(true): return .constant(true)
      case .number(let field, let set, let orMissing): numbers.add(set, orMissing, to: field)
      case .text(let field, let set, let orMissing) where !set.isComplement:
        texts.add(set.patterns, orMissing, to: field)
      default: result.append(part)
      }
    }
    for (field, sets, orMissing) in numbers.groups {
      result.append(.number(field, .union(sets), orMissing: orMissing))
    }
    for (field, patterns, orMissing) in texts.groups {
      let set = TextSet(patterns: patterns.joined().withoutRepetitions, isComplement: false)
      result.append(.text(field, set, orMissing: orMissing))
    }
    if result.contains(where: \.isAlwaysTrue) { return .constant(true) }
    result.removeAll(where: \.isNeverTrue)
    if result.count > 1 { return .any(result) }
    return result.first ?? .constant(false)
  }

  /// The parts of an `or`; for any other predicate, the predicate itself.
  private var alternatives: [Predicate] { if case .any(let parts) = self { parts } else { [self] } }

  private var isNeverTrue: Bool {
    switch self {
    case .constant(false), .number(_, .none, orMissing: false), .text(_, .none, orMissing: false): true
    default: false
    }
  }

  private var isAlwaysTrue: Bool {
    switch self {
    case .constant(true), .number(_, .all, orMissing: true), .text(_, .all, orMissing: true): true
    default: false
    }
  }
}

/// The relations of two fields, by their operators in SQL.
enum FieldRelation: String {
  case equal = "="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
}

/// Sets of values by field, in the order of their first use.
private struct FieldGroups<Value> {
  private(set) var groups: [(field: RuleField, sets: [Value], orMissing: Bool)] = []

  mutating func add(_ set: Value, _ orMissing: Bool, to field: RuleField) {
    guard let index = groups.firstIndex(where: { $0.field == field }) else {
      groups.append((field, [set], orMissing))
      return
    }
    groups[index].sets.append(set)
    groups[index].orMissing = groups[index].orMissing || orMissing
  }
}

/// A pattern for folded texts.
enum TextPattern: Hashable {
  case equals(String)
  case startsWith(String)
  case endsWith(String)
  case contains(String)
  /// A regular expression: the value of the condition.
  case matches(SmartPlaylistCondition)

  var isExpression: Bool { if case .matches = self { true } else { false } }
  var isEquality: Bool { if case .equals = self { true } else { false } }
}

/// A set of texts: the values of a text field that match comparisons.
///
/// Comparisons of one field joined by `or`, and their negations joined by `and`, become one set.
struct TextSet: Hashable {
  /// The patterns, at least one of which matches a text of the set.
  var patterns: [TextPattern]
  /// Whether the set contains all other texts instead.
  var isComplement: Bool

  static let none = TextSet(patterns: [], isComplement: false)
  static let all = TextSet(patterns: [], isComplement: true)

  var complement: TextSet { TextSet(patterns: patterns, isComplement: !isComplement) }
}

extension Predicate {
  /// The maximum depth of `and` and `or`. Parsed rules are less deep. The parser of SQLite allows a depth of 23
  /// (<https://sqlite.org/limits.html>).
  private static let maximumDepth = 20

  /// Makes the predicate of a rule at a time.
  ///
  /// - Throws: ``LibraryError/Code/ruleTooDeep``.
  init(_ rule: Rule, now: Date, depth: Int = 0) throws(LibraryError) {
    guard depth <= Self.maximumDepth else { throw LibraryError(.ruleTooDeep) }
    func parts(_ rules: [Rule]) throws(LibraryError) -> [Predicate] {
      var parts: [Predicate] = []
      for rule in rules { parts.append(try Predicate(rule, now: now, depth: depth + 1)) }
      return parts
    }
    switch rule {
    case .comparison(let condition): self.init(condition, now: now)
    case .inPlaylist(let id): self = .playlist(id, isMember: true)
    case .not(let rule): self = try Predicate(rule, now: now, depth: depth).complement
    case .and(let rules): self = .conjunction(try parts(rules))
    case .or(let rules): self = .disjunction(try parts(rules))
    }
  }

  private init(_ condition: SmartPlaylistCondition, now: Date) {
    // The other operators are complements of these.
    let (op, isNegated): (ConditionOperator, Bool) =
      switch condition.op {
      case .notEquals: (.equals, true)
      case .isPresent: (.isMissing, true)
      case let op: (op, false)
      }
    let predicate: Predicate =
      switch (condition.field.valueType, condition.value) {
      case (_, .field(let other)):
        FieldRelation(op).map { .fields(condition.field, $0, other, holds: true) } ?? .constant(false)
      case (.text, _):
        .text(condition.field, op == .isMissing ? .none : TextSet(op, condition), orMissing: op == .isMissing)
      case (.integer, _), (.seconds, _), (.date, _):
        .number(
          condition.field, op == .isMissing ? .none : NumberSet(op, condition.value, now: now),
          orMissing: op == .isMissing)
      }
    self = isNegated ? predicate.complement : predicate
  }
}

extension NumberSet {
  /// Makes the set of numbers that match a comparison; empty if operator and value do not fit, which no condition
  /// allows.
  fileprivate init(_ op: ConditionOperator, _ value: ConditionValue, now: Date) {
    switch value {
    case .number(let quantity): self.init(op, .point(quantity.inFieldUnit))
    case .numbers(let lower, let upper):
      self.init(from: .before(lower.inFieldUnit), to: .after(upper.inFieldUnit))
    case .date(let date): self = Range.range(of: date, at: now).map { Self(op, $0) } ?? .none
    case .dates(let lower, let upper):
      guard let lower = Range.range(of: lower, at: now), let upper = Range.range(of: upper, at: now) else {
        self = .none
        return
      }
      self.init(from: lower.lower, to: upper.upper)
    case .span(let span):
      self.init(from: .before(span.start(endingAt: now).timeIntervalSince1970), to: .after(now.timeIntervalSince1970))
    case .none, .text, .texts, .field: self = .none
    }
  }

  /// The numbers that a value stands for: one number, or all instants of a day.
  private struct Range {
    let lower: Cut
    let upper: Cut

    static func point(_ number: Double) -> Range { Range(lower: .before(number), upper: .after(number)) }

    /// Returns the instants of a date; `nil` for a period outside the calendar.
    static func range(of date: RuleDate, at now: Date) -> Range? {
      switch date {
      case .instant(let instant): point(instant.timeIntervalSince1970)
      case .day(let day): range(from: day.start, to: day.end)
      case .period(let period): period.bounds(at: now).map { range(from: $0.start, to: $0.end) }
      }
    }

    private static func range(from start: Date, to end: Date) -> Range {
      Range(lower: .before(start.timeIntervalSince1970), upper: .before(end.timeIntervalSince1970))
    }
  }

  private init(_ op: ConditionOperator, _ value: Range) {
    switch op {
    case .equals: self.init(from: value.lower, to: value.upper)
    case .lessThan: self.init(to: value.lower)
    case .lessThanOrEqual: self.init(to: value.upper)
    case .greaterThan: self.init(from: value.upper)
    case .greaterThanOrEqual: self.init(from: value.lower)
    default: self = .none
    }
  }
}

extension FieldRelation {
  /// Makes the relation of an operator; `nil` for one that does not compare fields.
  fileprivate init?(_ op: ConditionOperator) {
    switch op {
    case .equals: self = .equal
    case .lessThan: self = .less
    case .lessThanOrEqual: self = .lessOrEqual
    case .greaterThan: self = .greater
    case .greaterThanOrEqual: self = .greaterOrEqual
    default: return nil
    }
  }
}

extension TextSet {
  /// Makes the set of texts that match a comparison.
  fileprivate init(_ op: ConditionOperator, _ condition: SmartPlaylistCondition) {
    self = .none
    switch (op, condition.value) {
    case (.matches, .text): patterns = [.matches(condition)]
    case (.isIn, .texts(let texts)): patterns = texts.map { .equals(TextFolding.fold($0)) }
    case (.equals, .text(let text)): patterns = [.equals(TextFolding.fold(text))]
    case (_, .text(let text)):
      let folded = TextFolding.fold(text)
      switch op {
      case .startsWith: patterns = [.startsWith(folded)]
      case .endsWith: patterns = [.endsWith(folded)]
      case .contains: patterns = [.contains(folded)]
      default: return
      }
      // Every text starts and ends with the empty text, and contains it.
      if folded.isEmpty { self = .all }
    default: break
    }
  }
}
