internal import MixtapeModel

/// Fields that are 0 in other programs if Mixtape has no value: ratings and play counts.
enum ZeroValues {
  /// Returns whether a missing value of a field is 0 in other programs.
  static func counts(_ field: RuleField) -> Bool { field == .rating || field == .playCount }

  /// Returns whether a comparison with a number is true for 0.
  static func matches(_ op: ConditionOperator, _ number: Double) -> Bool {
    switch op {
    case .equals: number == 0
    case .lessThan: number > 0
    case .lessThanOrEqual: number >= 0
    case .greaterThan: number < 0
    case .greaterThanOrEqual: number <= 0
    default: false
    }
  }

  /// Converts a comparison of another program: it is true for missing values if it is true for 0.
  static func rule(_ condition: SmartPlaylistCondition) throws(SmartPlaylistCondition.Mismatch) -> Rule {
    guard counts(condition.field) else { return .comparison(condition) }
    let isTrueForZero =
      switch condition.value {
      case .number(let quantity): matches(condition.op, quantity.number)
      case .numbers(let lower, let upper): lower.number <= 0 && upper.number >= 0
      default: false
      }
    guard isTrueForZero else { return .comparison(condition) }
    let missing = try SmartPlaylistCondition(field: condition.field, op: .isMissing, value: .none)
    return .or([.comparison(condition), .comparison(missing)])
  }
}
