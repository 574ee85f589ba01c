/// One comparison: a field, an operator that fits it, and a value of the operator's type. A list of conditions means AND.
public struct SmartPlaylistCondition: Hashable, Sendable {
  /// What is looked at.
  public let field: TrackField
  /// How it is compared.
  public let op: ConditionOperator
  /// What it is compared with.
  public let value: ConditionValue

  /// Makes a condition.
  ///
  /// - Throws: ``Mismatch`` if the operator does not go with the field, or the value not with both.
  public init(field: TrackField, op: ConditionOperator, value: ConditionValue) throws(Mismatch) {
    guard ConditionOperator.fitting(field).contains(op) else { throw .operatorDoesNotFit }
    if let mismatch = op.mismatch(value, of: field) { throw mismatch }
    self.field = field
    self.op = op
    self.value = value
  }

  /// Why field, operator and value make no condition.
  public enum Mismatch: Error, Hashable, Sendable {
    /// The field is not compared like this; ``ConditionOperator/fitting(_:)`` lists how it is.
    case operatorDoesNotFit
    /// The value is of another type than the field, has a unit that is not the field's, or is a date of no calendar.
    case valueDoesNotFit
    /// What is to lie in between is bounded by the larger value first, so that nothing does.
    case boundsAreExchanged
  }
}
