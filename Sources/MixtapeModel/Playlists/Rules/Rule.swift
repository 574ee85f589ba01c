/// A rule that is true or false for an episode, as in `conditions` and `--where`.
///
/// A comparison with a missing value is false, so ``not(_:)`` of it is true.
public indirect enum Rule: Hashable, Sendable {
  /// A comparison of a field with a value.
  case comparison(SmartPlaylistCondition)
  /// True if a playlist has the episode, hand-picked or by its rules.
  case inPlaylist(Playlist.ID)
  /// True if the rule is false.
  case not(Rule)
  /// True if all rules are true; always true for an empty list.
  case and([Rule])
  /// True if at least one rule is true; never true for an empty list.
  case or([Rule])
}

/// A comparison: a field, an operator that the field supports, and a value that fits both.
public struct SmartPlaylistCondition: Hashable, Sendable {
  /// The field of the episode that is compared.
  public let field: RuleField
  /// The operator, which the field supports.
  public let op: ConditionOperator
  /// The value that the field is compared with.
  public let value: ConditionValue

  /// Makes a condition.
  ///
  /// - Throws: ``Mismatch`` if the field does not support the operator, or the value does not fit both.
  public init(field: RuleField, op: ConditionOperator, value: ConditionValue) throws(Mismatch) {
    guard ConditionOperator.fitting(field).contains(op) else { throw .operatorDoesNotFit }
    if let mismatch = op.mismatch(value, of: field) { throw mismatch }
    self.field = field
    self.op = op
    self.value = value
  }

  private init(unchecked field: RuleField, _ op: ConditionOperator, _ value: ConditionValue = .none) {
    (self.field, self.op, self.value) = (field, op, value)
  }

  /// The condition `in progress`, which is written as `position is present`.
  public static let inProgress = SmartPlaylistCondition(unchecked: .position, .isPresent)

  /// Returns the condition for episodes of one kind of podcast.
  public static func kind(_ kind: Podcast.Kind) -> SmartPlaylistCondition {
    SmartPlaylistCondition(unchecked: .kind, .equals, .text(kind.rawValue))
  }

  /// Whether it compares `playCount` with a small number, by `= 0`, `<` or `<=`. It does not find episodes that were never played,
  /// because they have no `playCount`.
  public var isOfFewPlays: Bool {
    guard field == .playCount, case .number(let count) = value else { return false }
    return op == .lessThan || op == .lessThanOrEqual || op == .equals && count.number == 0
  }

  /// Returns the condition with another operator and value, which must fit the field.
  func replacing(_ op: ConditionOperator, _ value: ConditionValue) -> SmartPlaylistCondition {
    SmartPlaylistCondition(unchecked: field, op, value)
  }

  /// The reasons why a field, an operator and a value do not make a condition.
  public enum Mismatch: Error, Hashable, Sendable {
    /// The field does not support the operator; see ``ConditionOperator/fitting(_:)``.
    case operatorDoesNotFit
    /// The value has another type or unit than the field, is not one of its choices, or is a date outside the calendar.
    case valueDoesNotFit
    /// The larger bound comes first.
    case boundsAreExchanged
  }
}

/// The operators that compare a field with a value.
public enum ConditionOperator: String, CaseIterable, Hashable, Sendable {
  /// The value is equal; a time equals a day if it lies in the day.
  case equals
  /// The text starts with another.
  case startsWith
  /// The number is greater, or the date later. Later than a day means after its end.
  case greaterThan
  /// The number is less, or the date earlier.
  case lessThan
  /// The value is different or missing.
  case notEquals
  /// The text ends with another.
  case endsWith
  /// The text contains another.
  case contains
  /// The regular expression matches anywhere in the text.
  case matches
  /// The text equals one of several.
  case isIn
  /// The number is greater or equal, or the date not earlier.
  case greaterThanOrEqual
  /// The number is less or equal, or the date not later. A day includes its end.
  case lessThanOrEqual
  /// The value lies between two others, or equals one of them.
  case between
  /// The date lies in a span of time that ends now.
  case inTheLast
  /// There is no value.
  case isMissing
  /// There is a value.
  case isPresent

  /// Returns the operators for a field.
  public static func fitting(_ field: RuleField) -> [ConditionOperator] {
    if field.choices != nil { return [.equals, .notEquals, .isIn, .isMissing, .isPresent] }
    return switch field.valueType {
    case .text:
      [.equals, .notEquals, .startsWith, .endsWith, .contains, .matches, .isIn, .isMissing, .isPresent]
    case .integer, .seconds: ordering + [.isMissing, .isPresent]
    case .date: ordering + [.inTheLast, .isMissing, .isPresent]
    }
  }

  private static let ordering: [ConditionOperator] = [
    .equals, .notEquals, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .between,
  ]

  /// The operator as it is written in rules, with one space between its words.
  public var spelling: String {
    switch self {
    case .equals: "="
    case .notEquals: "!="
    case .lessThan: "<"
    case .lessThanOrEqual: "<="
    case .greaterThan: ">"
    case .greaterThanOrEqual: ">="
    case .startsWith: "starts with"
    case .endsWith: "ends with"
    case .contains: "contains"
    case .matches: "matches"
    case .isIn: "in"
    case .between: "between"
    case .inTheLast: "in the last"
    case .isMissing: "is missing"
    case .isPresent: "is present"
    }
  }

  /// Returns the reason why a field cannot be compared with a value; `nil` if it can.
  func mismatch(_ value: ConditionValue, of field: RuleField) -> SmartPlaylistCondition.Mismatch? {
    switch (self, field.valueType, value) {
    case (_, _, .field(let other)):
      comparesFields && field.isComparable(with: other, by: self) ? nil : .valueDoesNotFit
    case (.equals, .text, .text(let text)), (.notEquals, .text, .text(let text)):
      field.acceptsText(text) ? nil : .valueDoesNotFit
    case (.isIn, .text, .texts(let texts)) where !texts.allSatisfy(field.acceptsText): .valueDoesNotFit
    case (.isMissing, _, .none), (.isPresent, _, .none): nil
    case (.isMissing, _, _), (.isPresent, _, _): .valueDoesNotFit
    case (.isIn, .text, .texts(let texts)): texts.isEmpty ? .valueDoesNotFit : nil
    case (.isIn, _, _): .valueDoesNotFit
    case (_, .text, .text): nil
    case (.between, .integer, .numbers(let lower, let upper)), (.between, .seconds, .numbers(let lower, let upper)):
      if !lower.fits(field) || !upper.fits(field) {
        .valueDoesNotFit
      } else {
        lower.inFieldUnit > upper.inFieldUnit ? .boundsAreExchanged : nil
      }
    case (.between, .date, .dates(let lower, let upper)):
      if !lower.isInCalendar || !upper.isInCalendar {
        .valueDoesNotFit
      } else {
        lower.isAfter(upper) ? .boundsAreExchanged : nil
      }
    case (.inTheLast, .date, .span): nil
    case (.between, _, _), (.inTheLast, _, _): .valueDoesNotFit
    case (_, .integer, .number(let quantity)), (_, .seconds, .number(let quantity)):
      quantity.fits(field) ? nil : .valueDoesNotFit
    case (_, .date, .date(let date)): date.isInCalendar ? nil : .valueDoesNotFit
    default: .valueDoesNotFit
    }
  }
}

/// The value that a condition compares a field with.
public enum ConditionValue: Hashable, Sendable {
  /// No value, for `is missing` and `is present`.
  case none
  /// A text; for ``ConditionOperator/matches``, a regular expression.
  case text(String)
  /// Several texts, for `in (…)`. There is at least one.
  case texts([String])
  /// A number with its unit.
  case number(Quantity)
  /// Two numbers, for `between`.
  case numbers(Quantity, Quantity)
  /// A day or a point in time.
  case date(RuleDate)
  /// Two dates, for `between`.
  case dates(RuleDate, RuleDate)
  /// The value of another field of the episode.
  case field(RuleField)
  /// A span of time that ends now, for `in the last`.
  case span(TimeSpan)
}

extension Rule {
  /// The comparisons and playlists in the rule, from left to right.
  package var leaves: [Rule] {
    switch self {
    case .comparison, .inPlaylist: [self]
    case .not(let rule): rule.leaves
    case .and(let rules), .or(let rules): rules.flatMap(\.leaves)
    }
  }

  /// The playlists that the rule names.
  public var playlists: Set<Playlist.ID> {
    Set(leaves.compactMap { if case .inPlaylist(let id) = $0 { id } else { nil } })
  }
}

extension Rule: CustomStringConvertible {
  /// The text of the rule, with as few parentheses as possible. Parsing it gives an equivalent rule.
  ///
  /// `and` and `or` of a single rule are written as that rule. Of an empty list, they are written as a rule that is
  /// always or never true.
  public var description: String { text(within: .disjunction) }

  /// The precedence of a part of a rule.
  private enum Binding: Int, Comparable {
    case disjunction, conjunction, negation, operand

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// Returns the text of the rule as a part of another one, in parentheses if its precedence is lower than `least`.
  private func text(within least: Binding) -> String {
    let (text, binding) = written
    return binding < least ? "(\(text))" : text
  }

  private var written: (String, Binding) {
    switch self {
    case .comparison(let condition): (condition.description, .operand)
    case .inPlaylist(let id): ("in playlist \(RuleText.quoted(id.rawValue))", .operand)
    case .not(let rule): ("not \(rule.text(within: .negation))", .negation)
    case .and(let rules): Self.joined(rules, "and", .conjunction)
    case .or(let rules): Self.joined(rules, "or", .disjunction)
    }
  }

  private static func joined(_ rules: [Rule], _ word: String, _ binding: Binding) -> (String, Binding) {
    switch rules.count {
    case 0 where binding == .conjunction: return ("title is missing or title is present", .disjunction)
    case 0: return ("title is missing and title is present", .conjunction)
    case 1: return rules[0].written
    default:
      let parts: Binding = binding == .disjunction ? .conjunction : .negation
      return (rules.map { $0.text(within: parts) }.joined(separator: " \(word) "), binding)
    }
  }
}

extension SmartPlaylistCondition: CustomStringConvertible {
  /// The condition as it is written in a rule.
  public var description: String {
    let words = [field.rawValue, op.spelling, value.description]
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension ConditionValue: CustomStringConvertible {
  /// The value as it is written in a rule; empty for ``none``.
  public var description: String {
    switch self {
    case .none: ""
    case .text(let text): RuleText.quoted(text)
    case .texts(let texts): "(\(texts.map(RuleText.quoted).joined(separator: ", ")))"
    case .number(let quantity): quantity.description
    case .numbers(let lower, let upper): "\(lower) and \(upper)"
    case .date(let date): date.description
    case .dates(let lower, let upper): "\(lower) and \(upper)"
    case .field(let field): field.rawValue
    case .span(let span): span.description
    }
  }
}

/// A text that a rule compares a field with, by `=`, `!=` or `in`.
public struct NamedText: Hashable, Sendable {
  /// The field.
  public let field: RuleField
  /// The text, as in the rule.
  public let text: String
  /// Whether the rule excludes episodes with the text, by `!=` or `not`.
  public let isExcluded: Bool
}

extension Rule {
  /// The texts that the rule names, from left to right.
  public var namedTexts: [NamedText] { namedTexts(isNegated: false) }

  private func namedTexts(isNegated: Bool) -> [NamedText] {
    switch self {
    case .comparison(let condition):
      let texts: [String] =
        switch (condition.op, condition.value) {
        case (.equals, .text(let text)), (.notEquals, .text(let text)): [text]
        case (.isIn, .texts(let texts)): texts
        default: []
        }
      let isExcluded = isNegated != (condition.op == .notEquals)
      return texts.map { NamedText(field: condition.field, text: $0, isExcluded: isExcluded) }
    case .inPlaylist: return []
    case .not(let rule): return rule.namedTexts(isNegated: !isNegated)
    case .and(let rules), .or(let rules): return rules.flatMap { $0.namedTexts(isNegated: isNegated) }
    }
  }
}
