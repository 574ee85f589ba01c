internal import MixtapeModel

/// A rule in a form that has no `not`: what the comparisons of a field come to is a set of values, and whether an episode
/// without a value is in. Such sets have complements, so that every negation goes down to them, and missing values need no
/// care anywhere else.
indirect enum Predicate {
  case constant(Bool)
  /// Of ``TrackField/duration``, of whole numbers and of dates, which are seconds since 1970.
  case number(TrackField, NumberSet, orMissing: Bool)
  case text(TrackField, TextSet, orMissing: Bool)
  case playlist(Playlist.ID, isMember: Bool)
  /// At least two, none of them constant or ``all(_:)``.
  case all([Predicate])
  /// At least two, none of them constant or ``any(_:)``.
  case any([Predicate])

  /// What is true where this is false.
  var complement: Predicate {
    switch self {
    case .constant(let value): .constant(!value)
    case .number(let field, let set, let orMissing): .number(field, set.complement, orMissing: !orMissing)
    case .text(let field, let set, let orMissing): .text(field, set.complement, orMissing: !orMissing)
    case .playlist(let id, let isMember): .playlist(id, isMember: !isMember)
    case .all(let parts): .any(parts.map(\.complement))
    case .any(let parts): .all(parts.map(\.complement))
    }
  }

  /// True where every part is.
  static func conjunction(_ parts: [Predicate]) -> Predicate { disjunction(parts.map(\.complement)).complement }

  /// True where at least one part is. What the parts say of one field becomes one set where that is possible.
  static func disjunction(_ parts: [Predicate]) -> Predicate {
    var result: [Predicate] = []
    var numbers = FieldGroups<NumberSet>()
    var texts = FieldGroups<[TextPattern]>()
    for part in parts.flatMap(\.alternatives) {
      switch part {
      case .constant(false): continue
      case .constant(true): return .constant(true)
      case .number(let field, let set, let orMissing): numbers.add(set, orMissing, to: field)
      case .text(let field, let set, let orMissing) where !set.isComplement:
        texts.add(set.patterns, orMissing, to: field)
      default: result.append(part)
      }
    }
    for (field, sets, orMissing) in numbers.groups {
      result.append(.number(field, .union(sets), orMissing: orMissing))
    }
    for (field, patterns, orMissing) in texts.groups {
      let set = TextSet(patterns: patterns.joined().withoutRepetitions, isComplement: false)
      result.append(.text(field, set, orMissing: orMissing))
    }
    if result.contains(where: \.isAlwaysTrue) { return .constant(true) }
    result.removeAll(where: \.isNeverTrue)
    if result.count > 1 { return .any(result) }
    return result.first ?? .constant(false)
  }

  /// What the parts of an `or` are.
  private var alternatives: [Predicate] { if case .any(let parts) = self { parts } else { [self] } }

  private var isNeverTrue: Bool {
    switch self {
    case .constant(false), .number(_, .none, orMissing: false), .text(_, .none, orMissing: false): true
    default: false
    }
  }

  private var isAlwaysTrue: Bool {
    switch self {
    case .constant(true), .number(_, .all, orMissing: true), .text(_, .all, orMissing: true): true
    default: false
    }
  }
}

/// Sets of values by field, in the order in which the fields first came.
private struct FieldGroups<Value> {
  private(set) var groups: [(field: TrackField, sets: [Value], orMissing: Bool)] = []

  mutating func add(_ set: Value, _ orMissing: Bool, to field: TrackField) {
    guard let index = groups.firstIndex(where: { $0.field == field }) else {
      groups.append((field, [set], orMissing))
      return
    }
    groups[index].sets.append(set)
    groups[index].orMissing = groups[index].orMissing || orMissing
  }
}
