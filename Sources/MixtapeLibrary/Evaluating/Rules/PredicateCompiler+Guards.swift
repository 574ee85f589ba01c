internal import MixtapeModel

/// Many alternatives, each of several parts, are not all looked at for every episode. Those that have a part about one field
/// go behind a guard, which is what these parts have in common: `artist = "a" and year > 2000 or artist = "b" and bpm < 90`
/// can only hold where `artist in ("a", "b")` does.
extension PredicateCompiler {
  /// With fewer alternatives than these, a guard is no gain.
  private static let fewest = 4

  /// At least one part is true.
  func compileDisjunction(_ parts: [Predicate]) throws -> Compiled {
    let arms = parts.compactMap { if case .all(let arm) = $0 { arm } else { nil } }
    guard arms.count >= Self.fewest else { return try compile(parts, .or) }
    var conditions = try parts.filter { if case .all = $0 { false } else { true } }.map(compile)
    var groups: [TrackField: [Guarded]] = [:]
    for arm in arms {
      if let guarded = guarded(arm) {
        groups[guarded.field, default: []].append(guarded)
      } else {
        conditions.append(try compile(.all(arm)))
      }
    }
    for field in TrackField.allCases {
      guard let group = groups[field] else { continue }
      conditions.append(try compile(group))
    }
    return try join(conditions, .or)
  }

  /// Every part is true. Of many alternatives that means that not one of their opposites is.
  func compileConjunction(_ parts: [Predicate]) throws -> Compiled {
    guard parts.count(where: { if case .any = $0 { true } else { false } }) >= Self.fewest else {
      return try compile(parts, .and)
    }
    var compiled = try compileDisjunction(parts.map(\.complement))
    compiled.sql = SQL("(") + compiled.sql + SQL(") IS NOT TRUE")
    compiled.depth += 1
    return compiled
  }

  /// An alternative, and the part of it that rules out most.
  private struct Guarded {
    let arm: [Predicate]
    let key: Predicate
    let field: TrackField
    let score: Int
  }

  private func guarded(_ arm: [Predicate]) -> Guarded? {
    arm.compactMap { part in part.guardField.map { Guarded(arm: arm, key: part, field: $0.field, score: $0.score) } }
      .min { $0.score < $1.score }
  }

  private func compile(_ group: [Guarded]) throws -> Compiled {
    let arms = try join(group.map { try compile(.all($0.arm)) }, .or)
    guard group.count >= Self.fewest else { return arms }
    let key = Predicate.disjunction(group.map(\.key))
    if case .text(let field, let set, _) = key, field != .title {
      try evaluation.resolve([set.patterns])
    }
    return try join([compile(key), arms], .and)
  }
}

extension Predicate {
  /// The field that the predicate is about, if it is false for most episodes; the smaller the score, the more of them.
  fileprivate var guardField: (field: TrackField, score: Int)? {
    switch self {
    case .text(let field, let set, orMissing: false) where !set.isComplement:
      // To look for an expression in every title would be worse than no guard.
      field != .title ? (field, 1) : set.patterns.contains(where: \.isExpression) ? nil : (field, 2)
    case .number(let field, let set, orMissing: false): (field, set.isListOfNumbers ? 0 : set == .all ? 4 : 3)
    default: nil
    }
  }
}
