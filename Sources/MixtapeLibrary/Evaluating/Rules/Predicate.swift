internal import MixtapeModel

/// A rule without `not`.
///
/// The comparisons of a field become a set of values, with a flag for episodes without a value. Sets have complements,
/// so negations are pushed down to them, and missing values need no treatment elsewhere.
indirect enum Predicate {
  case constant(Bool)
  /// A set of values of a field of numbers, of ``TrackField/duration``, or of dates as seconds since 1970.
  case number(RuleField, NumberSet, orMissing: Bool)
  case text(RuleField, TextSet, orMissing: Bool)
  /// A comparison of two fields. If `holds` is `false`, it is true if the relation does not hold or a value is missing.
  case fields(RuleField, FieldRelation, RuleField, holds: Bool)
  case playlist(Playlist.ID, isMember: Bool)
  /// True if all parts are true. There are at least two, none of them constant or ``all(_:)``.
  case all([Predicate])
  /// True if at least one part is true. There are at least two, none of them constant or ``any(_:)``.
  case any([Predicate])

  /// The predicate that is true if this one is false.
  var complement: Predicate {
    switch self {
    case .constant(let value): .constant(!value)
    case .number(let field, let set, let orMissing): .number(field, set.complement, orMissing: !orMissing)
    case .text(let field, let set, let orMissing): .text(field, set.complement, orMissing: !orMissing)
    case .fields(let field, let relation, let other, let holds): .fields(field, relation, other, holds: !holds)
    case .playlist(let id, let isMember): .playlist(id, isMember: !isMember)
    case .all(let parts): .any(parts.map(\.complement))
    case .any(let parts): .all(parts.map(\.complement))
    }
  }

  /// Returns a predicate that is true if all parts are.
  static func conjunction(_ parts: [Predicate]) -> Predicate { disjunction(parts.map(\.complement)).complement }

  /// Returns a predicate that is true if at least one part is. Sets of the same field are united if possible.
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

  /// The parts of an `or`; for any other predicate, the predicate itself.
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

/// The relations of two fields, by their operators in SQL.
enum FieldRelation: String {
  case equal = "="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
}

/// Sets of values by field, in the order of their first use.
private struct FieldGroups<Value> {
  private(set) var groups: [(field: RuleField, sets: [Value], orMissing: Bool)] = []

  mutating func add(_ set: Value, _ orMissing: Bool, to field: RuleField) {
    guard let index = groups.firstIndex(where: { $0.field == field }) else {
      groups.append((field, [set], orMissing))
      return
    }
    groups[index].sets.append(set)
    groups[index].orMissing = groups[index].orMissing || orMissing
  }
}
