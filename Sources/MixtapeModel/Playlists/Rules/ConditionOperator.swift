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

  /// The operator as rules write it, with one space between its words.
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

  /// What a value is to be so that a field can be compared with it; `nil` if it is.
  func mismatch(_ value: ConditionValue, of field: TrackField) -> SmartPlaylistCondition.Mismatch? {
    switch (self, field.valueType, value) {
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
