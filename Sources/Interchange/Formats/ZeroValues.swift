internal import MixtapeModel

/// Numbers that are 0 in other programs if Mixtape has no value.
enum ZeroValues {
  /// Returns whether comparisons of a field use 0 for missing values. Properties of the sound, such as the duration, have a value in
  /// other programs.
  static func counts(_ field: RuleField) -> Bool {
    switch field {
    case .rating, .playCount, .year, .bpm, .trackNumber, .discNumber: true
    default: false
    }
  }

  /// Returns whether a comparison of another program, which is true for 0, means missing values too.
  static func coversMissing(_ condition: SmartPlaylistCondition) -> Bool {
    guard isTrueForZero(condition.op, condition.value) else { return false }
    // No sound has a duration or a bit rate of 0.
    return counts(condition.field) || condition.op == .equals
  }

  /// Returns whether a comparison with numbers is true for 0.
  static func isTrueForZero(_ op: ConditionOperator, _ value: ConditionValue) -> Bool {
    switch (op, value) {
    case (.equals, .number(let quantity)): quantity.number == 0
    case (.lessThan, .number(let quantity)): quantity.number > 0
    case (.lessThanOrEqual, .number(let quantity)): quantity.number >= 0
    case (.greaterThan, .number(let quantity)): quantity.number < 0
    case (.greaterThanOrEqual, .number(let quantity)): quantity.number <= 0
    case (.between, .numbers(let lower, let upper)): lower.number <= 0 && upper.number >= 0
    default: false
    }
  }

  /// Converts a comparison of another program: it is true for missing values if it is true for 0.
  static func rule(_ condition: SmartPlaylistCondition) throws(SmartPlaylistCondition.Mismatch) -> Rule {
    guard coversMissing(condition) else { return .comparison(condition) }
    let missing = try SmartPlaylistCondition(field: condition.field, op: .isMissing, value: .none)
    return .or([.comparison(condition), .comparison(missing)])
  }
}
