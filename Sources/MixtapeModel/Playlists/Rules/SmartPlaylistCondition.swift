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
