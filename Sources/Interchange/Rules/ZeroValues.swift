internal import MixtapeModel

/// Fields that other programs keep as 0 where Mixtape has no value: an episode that was never played or rated.
enum ZeroValues {
  /// Returns whether a field without a value counts as 0 in other programs.
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

  /// Returns a comparison of another program as a rule: it is true for episodes without a value if it is true for 0.
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
