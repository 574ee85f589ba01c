public import LosslessTOML
public import MixtapeModel

/// A warning about a valid rule.
public struct RuleWarning: Hashable, Sendable {
  /// The kind of the warning.
  public let id: Diagnostic.ID
  /// The place in the text of the rule, in UTF-8 code units.
  public let range: Range<Int>
  /// The warning.
  public let message: String
  /// The advice.
  public let hint: String

  private init<Value>(
    _ id: Diagnostic.ID, _ mention: ParsedRule.Mention<Value>, _ wording: (message: String, hint: String)
  ) {
    (self.id, range) = (id, mention.range)
    (message, hint) = wording
  }

  /// Returns the warnings about a rule.
  public static func warnings(about rule: ParsedRule) -> [RuleWarning] {
    rule.unitlessTimes.map { RuleWarning(.unitlessTime, $0, RuleWording.warning(forUnitless: $0.value)) }
      + rule.fewPlays.map { RuleWarning(.neverPlayed, $0, RuleWording.warning(forFewPlays: $0.value)) }
  }
}

extension RuleWording {
  /// Returns the warning about a rule that does not find episodes that were never played, and its hint.
  public static func warning(forFewPlays condition: SmartPlaylistCondition) -> (message: String, hint: String) {
    (
      "`\(condition)` does not find episodes that were never played: they have no `playCount`",
      "write `(\(condition) or playCount is missing)`"
    )
  }
}
