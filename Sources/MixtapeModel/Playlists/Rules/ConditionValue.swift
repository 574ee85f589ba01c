/// What a condition compares a field with.
public enum ConditionValue: Hashable, Sendable {
  /// Nothing, for `is missing` and `is present`.
  case none
  /// Text; of ``ConditionOperator/matches``, a regular expression.
  case text(String)
  /// Several texts, for `in (…)`; not empty.
  case texts([String])
  /// A number with its unit.
  case number(Quantity)
  /// Two numbers, for `between`.
  case numbers(Quantity, Quantity)
  /// A day or a point in time.
  case date(RuleDate)
  /// Two of them, for `between`.
  case dates(RuleDate, RuleDate)
  /// A span of time that ends now, for `in the last`.
  case span(TimeSpan)
}
