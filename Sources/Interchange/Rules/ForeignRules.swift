internal import MixtapeModel

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
  var converted: (rules: [Rule], lost: [LostRule]) {
    var (rules, lost): ([Rule], [LostRule]) = ([], [])
    let effect = isAny ? LostRule.Effect.fewer : .more
    for part in parts {
      switch part {
      case .rule(let rule): rules.append(rule)
      case .lost(let text, let reason): lost.append(LostRule(text, reason, effect))
      case .group(let group):
        let inner = group.converted
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
