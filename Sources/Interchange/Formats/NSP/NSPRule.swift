internal import MixtapeModel

/// The translation of a single rule of Navidrome: `{"operator": {"field": value}}`.
enum NSPRule {
  /// The reason why a rule cannot be converted.
  struct ConversionError: Error {
    let reason: String
  }

  private static let operators: Set<String> = [
    "is", "isnot", "gt", "lt", "before", "after", "contains", "notcontains", "startswith", "endswith", "intherange",
    "inthelast", "notinthelast", "ismissing", "ispresent", "inplaylist", "notinplaylist",
  ]

  /// Returns the rule for an operator in lower case and its argument, an object with one field.
  static func rule(_ name: String, _ argument: JSONNode) throws(ConversionError) -> Rule {
    guard operators.contains(name) else { throw ConversionError(reason: "Mixtape has no operator `\(name)`") }
    guard let member = argument.object?.first else { throw ConversionError(reason: "the operator has no field") }
    if name == "inplaylist" || name == "notinplaylist" {
      throw ConversionError(reason: "the id of the other playlist is known only to Navidrome")
    }
    guard let field = NSPFields.field(member.key) else {
      throw ConversionError(reason: "Mixtape has no field `\(member.key)`")
    }
    return try rule(name, field, member.value)
  }

  private static func rule(_ name: String, _ field: RuleField, _ value: JSONNode) throws(ConversionError) -> Rule {
    switch name {
    case "is": return try comparison(field, .equals, value)
    case "isnot": return .not(try comparison(field, .equals, value))
    case "lt", "before": return try comparison(field, .lessThan, value)
    // Navidrome compares times with the first instant of the day.
    case "gt" where field.valueType != .date: return try comparison(field, .greaterThan, value)
    case "gt", "after": return try comparison(field, .greaterThanOrEqual, value)
    case "contains": return try comparison(field, .contains, value)
    case "notcontains": return .not(try comparison(field, .contains, value))
    case "startswith": return try comparison(field, .startsWith, value)
    case "endswith": return try comparison(field, .endsWith, value)
    case "intherange": return try range(field, value)
    case "inthelast": return try span(field, value)
    case "notinthelast": return .not(try span(field, value))
    case "ismissing": return try presence(field, isMissing: value.isTrue)
    case "ispresent": return try presence(field, isMissing: !value.isTrue)
    default: throw ConversionError(reason: "Mixtape has no operator `\(name)`")
    }
  }

  private static func presence(_ field: RuleField, isMissing: Bool) throws(ConversionError) -> Rule {
    try condition(field, isMissing ? .isMissing : .isPresent, .none)
  }

  private static func comparison(
    _ field: RuleField, _ op: ConditionOperator, _ node: JSONNode
  ) throws(ConversionError) -> Rule {
    guard op == .equals, let nodes = node.array else { return try condition(field, op, try value(node, field)) }
    // A list matches any of its values.
    var rules: [Rule] = []
    for node in nodes { rules.append(try condition(field, op, try value(node, field))) }
    if rules.isEmpty { throw ConversionError(reason: "there is no value") }
    return rules.count == 1 ? rules[0] : .or(rules)
  }

  private static func range(_ field: RuleField, _ node: JSONNode) throws(ConversionError) -> Rule {
    guard let bounds = node.array, bounds.count == 2 else { throw ConversionError(reason: "a range has 2 bounds") }
    switch (try value(bounds[0], field), try value(bounds[1], field)) {
    case (.number(let lower), .number(let upper)): return try condition(field, .between, .numbers(lower, upper))
    case (.date(let lower), .date(let upper)):
      // The range ends with the first instant of its last day.
      return .and([
        try condition(field, .greaterThanOrEqual, .date(lower)), try condition(field, .lessThan, .date(upper)),
      ])
    default: throw ConversionError(reason: "ranges of text are not supported")
    }
  }

  private static func span(_ field: RuleField, _ node: JSONNode) throws(ConversionError) -> Rule {
    guard let days = node.number, let count = Int(exactly: days.rounded()), let span = TimeSpan(count, .day) else {
      throw ConversionError(reason: "the number of days is not from 1 to \(TimeSpan.maximumCount)")
    }
    return try condition(field, .inTheLast, .span(span))
  }

  private static func condition(
    _ field: RuleField, _ op: ConditionOperator, _ value: ConditionValue
  ) throws(ConversionError) -> Rule {
    do throws(SmartPlaylistCondition.Mismatch) {
      return try ZeroValues.rule(try SmartPlaylistCondition(field: field, op: op, value: value))
    } catch {
      throw ConversionError(reason: "`\(field.rawValue)` does not support this comparison")
    }
  }

  private static func value(_ node: JSONNode, _ field: RuleField) throws(ConversionError) -> ConditionValue {
    switch field.valueType {
    case .text:
      switch node.value {
      case .string(let text): return .text(text.onOneLine)
      case .number(let text): return .text(text)
      default: throw ConversionError(reason: "the value is not text")
      }
    case .integer, .seconds:
      guard let number = node.number, let quantity = Quantity(number, field == .duration ? .seconds : nil) else {
        throw ConversionError(reason: "the value is not a number")
      }
      return .number(quantity)
    case .date:
      guard let text = node.string, let date = RuleDate(text.trimmed) else {
        throw ConversionError(reason: "the value is not a date")
      }
      return .date(date)
    }
  }
}

extension JSONNode {
  /// Whether Navidrome treats the value as true.
  fileprivate var isTrue: Bool {
    switch value {
    case .bool(let flag): flag
    case .number: number != 0
    case .string(let text): !text.isEmpty && text != "false" && text != "0"
    case .null: false
    case .array, .object: true
    }
  }
}

/// The fields of Navidrome and their counterparts.
enum NSPFields {
  /// The common fields, by their names in Navidrome.
  private static let pairs: [(nsp: String, field: RuleField)] = [
    ("title", .title), ("artist", .artist), ("albumArtist", .albumArtist), ("album", .album), ("genre", .genre),
    ("composer", .composer), ("fileType", .fileFormat), ("year", .year), ("bpm", .bpm), ("rating", .rating),
    ("playCount", .playCount), ("trackNumber", .trackNumber), ("discNumber", .discNumber), ("bitRate", .bitrate),
    ("sampleRate", .sampleRate), ("size", .fileSize), ("duration", .duration), ("dateAdded", .dateAdded),
    ("dateModified", .dateModified), ("lastPlayed", .lastPlayedAt),
  ]

  private static let fields = Dictionary(
    pairs.map { ($0.nsp.lowercased(), $0.field) }, uniquingKeysWith: { first, _ in first })
  private static let names = Dictionary(pairs.map { ($0.field, $0.nsp) }, uniquingKeysWith: { first, _ in first })

  /// Returns the field with a name in Navidrome. Ignores case.
  static func field(_ name: String) -> RuleField? { fields[name.lowercased()] }

  /// Returns the name of a field in Navidrome.
  static func name(of field: RuleField) -> String? { names[field] }
}
