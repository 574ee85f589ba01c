/// How a condition compares a field with a value.
public enum ConditionOperator: String, CaseIterable, Hashable, Sendable, Codable {
  /// The value is that; of a day, the time lies within it.
  case equals
  /// The text begins like that.
  case startsWith
  /// The number is larger, the date later; later than a day means after its end.
  case greaterThan
  /// The number is smaller, the date earlier.
  case lessThan
  /// The value is not that; true of a missing value.
  case notEquals
  /// The text ends like that.
  case endsWith
  /// The text holds that.
  case contains
  /// The regular expression matches somewhere in the text.
  case matches
  /// The text is one of several.
  case isIn
  /// The number is as large or larger, the date not earlier.
  case greaterThanOrEqual
  /// The number is as small or smaller, the date not later; not later than a day includes it.
  case lessThanOrEqual
  /// The value lies between two, both included.
  case between
  /// The date lies at most that far in the past, and not in the future.
  case inTheLast
  /// There is no value.
  case isMissing
  /// There is a value.
  case isPresent

  /// The operators that go with a field.
  public static func fitting(_ field: TrackField) -> [ConditionOperator] {
    switch field.valueType {
    case .text:
      [.equals, .notEquals, .startsWith, .endsWith, .contains, .matches, .isIn, .isMissing, .isPresent]
    case .integer, .seconds: ordering + [.isMissing, .isPresent]
    case .date: ordering + [.inTheLast, .isMissing, .isPresent]
    }
  }

  private static let ordering: [ConditionOperator] = [
    .equals, .notEquals, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .between,
  ]

  /// Whether a value is of the type that the operator compares a field with.
  func takes(_ value: ConditionValue, of field: TrackField) -> Bool {
    switch (self, field.valueType, value) {
    case (.isMissing, _, .none), (.isPresent, _, .none): true
    case (.isIn, .text, .texts(let texts)): !texts.isEmpty
    case (.isIn, _, _), (.isMissing, _, _), (.isPresent, _, _): false
    case (_, .text, .text): true
    case (.between, .integer, .numbers(let lower, let upper)), (.between, .seconds, .numbers(let lower, let upper)):
      lower.fits(field) && upper.fits(field)
    case (.between, .date, .dates): true
    case (.inTheLast, .date, .span): true
    case (.between, _, _), (.inTheLast, _, _): false
    case (_, .integer, .number(let quantity)), (_, .seconds, .number(let quantity)): quantity.fits(field)
    case (_, .date, .date): true
    default: false
    }
  }
}
