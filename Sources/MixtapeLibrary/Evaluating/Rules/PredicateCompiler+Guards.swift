internal import MixtapeModel

/// Guards for many alternatives of several parts, so that not all of them are evaluated for every episode.
///
/// Alternatives with a part about the same field get a guard, the union of these parts:
/// `artist = "a" and year > 2000 or artist = "b" and bpm < 90` can only be true if `artist in ("a", "b")` is.
extension PredicateCompiler {
  /// The minimum number of alternatives for a guard.
  private static let fewest = 4
  /// The maximum number of alternatives for one guard. With more alternatives, there are several guards, which are
  /// more selective. The parts behind each guard then fit into one statement, so that they need not be evaluated
  /// separately for every episode.
  private static let most = 500

  /// Compiles a predicate that is true if at least one part is.
  func compileDisjunction(_ parts: [Predicate]) throws -> Compiled {
    let arms = parts.compactMap { if case .all(let arm) = $0 { arm } else { nil } }
    guard arms.count >= Self.fewest else { return try compile(parts, .or) }
    var conditions = try parts.filter { if case .all = $0 { false } else { true } }.map(compile)
    var groups: [RuleField: [Guarded]] = [:]
    for arm in arms {
      if let guarded = guarded(arm) {
        groups[guarded.field, default: []].append(guarded)
      } else {
        conditions.append(try compile(.all(arm)))
      }
    }
    for field in RuleField.allCases {
      guard let group = groups[field] else { continue }
      for start in stride(from: 0, to: group.count, by: Self.most) {
        conditions.append(try compile(Array(group[start..<min(start + Self.most, group.count)])))
      }
    }
    return try join(conditions, .or)
  }

  /// Compiles a predicate that is true if all parts are. Many alternatives are compiled as the negation of their
  /// complements.
  func compileConjunction(_ parts: [Predicate]) throws -> Compiled {
    guard parts.count(where: { if case .any = $0 { true } else { false } }) >= Self.fewest else {
      return try compile(parts, .and)
    }
    var compiled = try compileDisjunction(parts.map(\.complement))
    compiled.sql = SQL("(") + compiled.sql + SQL(") IS NOT TRUE")
    compiled.depth += 1
    return compiled
  }

  /// An alternative, and its most selective part.
  private struct Guarded {
    let arm: [Predicate]
    let key: Predicate
    let field: RuleField
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
    if case .text(let field, let set, _) = key, field.isInterned {
      try evaluation.resolve([TextPatterns(set.patterns, of: field)])
    }
    return try join([compile(key), arms], .and)
  }
}

extension Predicate {
  /// The field of a predicate that is false for most episodes. A smaller score means more of them.
  fileprivate var guardField: (field: RuleField, score: Int)? {
    switch self {
    case .text(let field, let set, orMissing: false) where !set.isComplement:
      // A regular expression on every title would cost more than no guard.
      field != .title ? (field, 1) : set.patterns.contains(where: \.isExpression) ? nil : (field, 2)
    case .number(let field, let set, orMissing: false): (field, set.isListOfNumbers ? 0 : set == .all ? 4 : 3)
    default: nil
    }
  }
}
