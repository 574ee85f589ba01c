/// The rules that one side of a merge put in the places of rules of the base, as canonical texts.
///
/// The place of a rule is the gap between the nearest rules that the side neither removed nor moved.
struct RuleReplacements {
  /// The new rules in the place of each rule of the base; none for a rule that the side kept or only removed.
  private let rules: [Set<String>]

  private init(of base: [String], in side: [String]) {
    let origins = ListMatching.origins(from: base, to: side)
    let kept = Set(origins.compactMap(\.self))
    let unmoved = Set(origins.compactMap(\.self).longestIncreasingSubsequence())
    var gaps: [Set<String>] = [[]]
    for (rule, origin) in zip(side, origins) {
      if let origin {
        if unmoved.contains(origin) { gaps.append([]) }
      } else {
        gaps[gaps.count - 1].insert(rule)
      }
    }
    var gap = 0
    rules = base.indices.map { offset in
      if unmoved.contains(offset) { gap += 1 }
      return kept.contains(offset) ? [] : gaps[gap]
    }
  }

  /// Returns whether both sides put other rules in the place of one rule, and have none of these in common.
  static func differ(base: [String], ours: [String], theirs: [String]) -> Bool {
    zip(Self(of: base, in: ours).rules, Self(of: base, in: theirs).rules).contains { our, their in
      !our.isEmpty && !their.isEmpty && our.isDisjoint(with: their)
    }
  }
}
