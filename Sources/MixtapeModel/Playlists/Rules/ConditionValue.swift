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
