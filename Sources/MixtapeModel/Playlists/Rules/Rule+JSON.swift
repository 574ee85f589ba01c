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
