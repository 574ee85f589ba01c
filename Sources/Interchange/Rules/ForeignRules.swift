internal import MixtapeModel

/// A rule of a smart playlist that Mixtape cannot express.
public struct LostRule: Hashable, Sendable {
  /// The rule, as the other program shows or writes it.
  public let text: String
  /// The reason, as a clause.
  public let reason: String
  /// The effect on the playlist; `nil` if the playlist has no rules left.
  public let effect: Effect?

  /// The change of what a playlist finds, compared with the other program.
  public enum Effect: String, Hashable, Sendable {
    /// The playlist finds more episodes: all of several rules had to be true.
    case more
    /// The playlist finds fewer episodes: one of several rules was enough.
    case fewer
    /// The playlist finds other episodes: a limit gives their number.
    case other
  }

  /// Makes a lost rule.
  init(_ text: String, _ reason: String, _ effect: Effect?) {
    self.text = text
    self.reason = reason
    self.effect = effect
  }

  /// The comment in the playlist file, without `#`.
  public var comment: String {
    // Comments in TOML must not contain U+007F either.
    let line = text.onOneLine.replacing("\u{7F}", with: " ")
    return "not imported: \(line)" + (effect.map { " (without it, the playlist finds \($0.rawValue) episodes)" } ?? "")
  }

  /// Returns the rule with another effect.
  func with(_ effect: Effect?) -> LostRule { LostRule(text, reason, effect) }
}

/// The rules of a smart playlist of another program, with those that Mixtape cannot express in their places.
struct ForeignRules {
  /// A rule, or a group of rules.
  enum Part {
    case rule(Rule)
    case lost(_ text: String, reason: String)
    case group(ForeignRules)
  }

  /// Whether one true part is enough. Otherwise, all of them have to be true.
  let isAny: Bool
  let parts: [Part]

  init(_ parts: [Part], isAny: Bool = false) {
    self.parts = parts
    self.isAny = isAny
  }

  /// The rules that Mixtape can express, and the lost ones.
  ///
  /// Without a rule that has to be true too, a playlist finds more. Without one that would be enough, it finds fewer. This also
  /// holds for groups of rules, because programs negate only single comparisons.
  ///
  /// - Parameter isLimited: Whether the playlist has a limit, so that it finds as many episodes as before.
  func converted(isLimited: Bool) -> (rules: [Rule], lost: [LostRule]) {
    var (rules, lost): ([Rule], [LostRule]) = ([], [])
    let effect: LostRule.Effect = isLimited ? .other : isAny ? .fewer : .more
    for part in parts {
      switch part {
      case .rule(let rule): rules.append(rule)
      case .lost(let text, let reason): lost.append(LostRule(text, reason, effect))
      case .group(let group):
        let inner = group.converted(isLimited: isLimited)
        // A group that loses all of its rules is lost as one.
        lost += inner.rules.isEmpty ? inner.lost.map { $0.with(effect) } : inner.lost
        if let rule = group.joined(inner.rules) { rules.append(rule) }
      }
    }
    return (rules.withoutRepetitions, rules.isEmpty ? lost.map { $0.with(nil) } : lost)
  }

  private func joined(_ rules: [Rule]) -> Rule? {
    rules.count <= 1 ? rules.first : isAny ? .or(rules) : .and(rules)
  }
}

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
