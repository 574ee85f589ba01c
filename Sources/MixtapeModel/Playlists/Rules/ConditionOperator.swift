/// The operators that compare a field with a value.
public enum ConditionOperator: String, CaseIterable, Hashable, Sendable, Codable {
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
