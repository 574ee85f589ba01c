extension Rule {
  /// The canonical form, which is the same for rules that differ only in notation: units, case, the order of alternatives,
  /// double negations. It finds the same episodes.
  ///
  /// Rules can mean the same for other reasons and still have different forms, such as `rating > 3` and `rating >= 4`.
  public var canonical: Rule {
    switch self {
    case .comparison(let condition): condition.canonical
    case .inPlaylist: self
    case .not(let rule): rule.canonical.negated
    case .and(let rules): Self.joined(rules.map(\.canonical).flatMap(\.conjuncts), Rule.and)
    case .or(let rules): Self.joined(rules.map(\.canonical).flatMap(\.disjuncts), Rule.or)
    }
  }

  private var negated: Rule { if case .not(let rule) = self { rule } else { .not(self) } }
  private var conjuncts: [Rule] { if case .and(let rules) = self { rules } else { [self] } }
  private var disjuncts: [Rule] { if case .or(let rules) = self { rules } else { [self] } }

  /// Joins canonical operands, each once and sorted by their texts.
  private static func joined(_ operands: [Rule], _ join: ([Rule]) -> Rule) -> Rule {
    let texts = Dictionary(operands.map { ($0.description, $0) }) { first, _ in first }
    let sorted = texts.sorted { $0.key < $1.key }.map(\.value)
    return sorted.count == 1 ? sorted[0] : join(sorted)
  }
}

extension SmartPlaylistCondition {
  /// The canonical form of the condition. Negative operators become a `not`.
  fileprivate var canonical: Rule {
    switch (op, value) {
    case (.notEquals, _): .not(.comparison(replacing(.equals, value.canonical(for: op))))
    case (.isPresent, _): .not(.comparison(replacing(.isMissing, value)))
    case (.isIn, .texts(let texts)) where Set(texts.map(TextFolding.fold)).count == 1:
      .comparison(replacing(.equals, .text(TextFolding.fold(texts[0]))))
    default: .comparison(replacing(op, value.canonical(for: op)))
    }
  }
}

extension ConditionValue {
  /// Returns the canonical form of the value, as an operator compares it.
  fileprivate func canonical(for op: ConditionOperator) -> ConditionValue {
    switch self {
    case .text(let text): op == .matches ? self : .text(TextFolding.fold(text))
    case .texts(let texts): .texts(Set(texts.map(TextFolding.fold)).sorted())
    case .number(let quantity): .number(quantity.canonical)
    case .numbers(let lower, let upper): .numbers(lower.canonical, upper.canonical)
    case .span(let span): .span(span.canonical)
    case .none, .date, .dates, .field: self
    }
  }
}

extension Quantity {
  /// The quantity in the unit of the field, or as it is if that number is too large.
  fileprivate var canonical: Quantity { Quantity(inFieldUnit) ?? self }
}

extension TimeSpan {
  /// The span in the largest unit in which it has a whole count.
  fileprivate var canonical: TimeSpan {
    let larger: (size: Int, unit: Unit)? =
      switch unit {
      case .minute: (60, .hour)
      case .hour: (24, .day)
      case .day: (7, .week)
      case .month: (12, .year)
      case .week, .year: nil
      }
    guard let larger, count.isMultiple(of: larger.size), let span = TimeSpan(count / larger.size, larger.unit) else {
      return self
    }
    return span.canonical
  }
}

extension Rule {
  /// The rule as an object whose `type` names its kind; see `docs/cli.md`.
  package var json: JSONNode {
    switch self {
    case .comparison(let condition):
      [
        "field": .string(condition.field.rawValue), "op": .string(condition.op.rawValue), "type": "comparison",
        "value": condition.value.json,
      ]
    case .inPlaylist(let id): ["playlist": .string(id.rawValue), "type": "inPlaylist"]
    case .not(let rule): ["rule": rule.json, "type": "not"]
    case .and(let rules): ["rules": .array(rules.map(\.json)), "type": "and"]
    case .or(let rules): ["rules": .array(rules.map(\.json)), "type": "or"]
    }
  }
}

extension ConditionValue {
  fileprivate var json: JSONNode {
    switch self {
    case .none: ["type": "none"]
    case .text(let text): ["text": .string(text), "type": "text"]
    case .texts(let texts): ["texts": .strings(texts), "type": "texts"]
    case .number(let quantity): .object(quantity.members(type: "number"))
    case .numbers(let lower, let upper):
      ["from": .object(lower.members()), "to": .object(upper.members()), "type": "numbers"]
    case .date(let date): ["date": .string(date.description), "type": "date"]
    case .dates(let lower, let upper):
      ["from": .string(lower.description), "to": .string(upper.description), "type": "dates"]
    case .field(let field): ["field": .string(field.rawValue), "type": "field"]
    case .span(let span):
      ["count": .integer(span.count), "type": "span", "unit": .string(span.unit.rawValue)]
    }
  }
}

extension Quantity {
  fileprivate func members(type: JSONNode? = nil) -> [(String, JSONNode?)] {
    [("number", .number(number)), ("type", type), ("unit", unit.map { .string($0.rawValue) })]
  }
}
