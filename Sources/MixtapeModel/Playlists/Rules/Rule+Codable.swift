extension Rule: Codable {
  private enum Key: String, CodingKey {
    case type, rules, rule, playlist
  }

  private enum Kind: String, Codable {
    case comparison, inPlaylist, not, and, or
  }

  /// Decodes a rule from an object whose `type` names its kind.
  ///
  /// - Throws: `DecodingError`, also for a rule that could not be written as text.
  public init(from decoder: any Decoder) throws {
    guard decoder.codingPath.count <= Self.maximumCodingDepth else {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "the rule is too deep"))
    }
    let object = try decoder.container(keyedBy: Key.self)
    switch try object.decode(Kind.self, forKey: .type) {
    case .comparison: self = .comparison(try SmartPlaylistCondition(from: decoder))
    case .inPlaylist:
      let text = try object.decode(String.self, forKey: .playlist)
      guard let id = Playlist.ID(rawValue: text) else {
        throw DecodingError.dataCorruptedError(
          forKey: .playlist, in: object, debugDescription: "not an id of a playlist")
      }
      self = .inPlaylist(id)
    case .not: self = .not(try object.decode(Rule.self, forKey: .rule))
    case .and: self = .and(try object.decode([Rule].self, forKey: .rules))
    case .or: self = .or(try object.decode([Rule].self, forKey: .rules))
    }
  }

  /// Encodes the rule as an object whose `type` names its kind.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    switch self {
    case .comparison(let condition):
      try object.encode(Kind.comparison, forKey: .type)
      try condition.encode(to: encoder)
    case .inPlaylist(let id):
      try object.encode(Kind.inPlaylist, forKey: .type)
      try object.encode(id.rawValue, forKey: .playlist)
    case .not(let rule):
      try object.encode(Kind.not, forKey: .type)
      try object.encode(rule, forKey: .rule)
    case .and(let rules):
      try object.encode(Kind.and, forKey: .type)
      try object.encode(rules, forKey: .rules)
    case .or(let rules):
      try object.encode(Kind.or, forKey: .type)
      try object.encode(rules, forKey: .rules)
    }
  }

  /// The maximum length of a coding path. Each level of a rule adds up to two keys, so all rules of
  /// ``maximumDepth`` can be decoded.
  private static let maximumCodingDepth = 3 * maximumDepth
}

extension SmartPlaylistCondition: Codable {
  private enum Key: String, CodingKey {
    case field, op, value
  }

  /// Decodes a condition.
  ///
  /// - Throws: `DecodingError`, also if field, operator and value do not fit each other.
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    let field = try object.decode(RuleField.self, forKey: .field)
    let op = try object.decode(ConditionOperator.self, forKey: .op)
    let value = try object.decode(ConditionValue.self, forKey: .value)
    do throws(Mismatch) {
      try self.init(field: field, op: op, value: value)
    } catch {
      throw DecodingError.dataCorruptedError(
        forKey: error == .operatorDoesNotFit ? .op : .value, in: object,
        debugDescription: "\(field) does not support this operator with this value")
    }
  }

  /// Encodes the condition as an object.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(field, forKey: .field)
    try object.encode(op, forKey: .op)
    try object.encode(value, forKey: .value)
  }
}

extension ConditionValue: Codable {
  private enum Key: String, CodingKey {
    case type, text, texts, number, unit, from, to, date, count, field
  }

  private enum Kind: String, Codable {
    case none, text, texts, number, numbers, date, dates, span, field
  }

  /// Decodes a value from an object whose `type` names its kind.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    switch try object.decode(Kind.self, forKey: .type) {
    case .none: self = .none
    case .text: self = .text(try object.decode(String.self, forKey: .text))
    case .texts: self = .texts(try object.decode([String].self, forKey: .texts))
    case .number: self = .number(try Quantity(from: decoder))
    case .numbers:
      self = .numbers(
        try object.decode(Quantity.self, forKey: .from), try object.decode(Quantity.self, forKey: .to))
    case .date: self = .date(try object.decode(RuleDate.self, forKey: .date))
    case .dates:
      self = .dates(try object.decode(RuleDate.self, forKey: .from), try object.decode(RuleDate.self, forKey: .to))
    case .field: self = .field(try object.decode(RuleField.self, forKey: .field))
    case .span:
      let count = try object.decode(Int.self, forKey: .count)
      let unit = try object.decode(TimeSpan.Unit.self, forKey: .unit)
      guard let span = TimeSpan(count, unit) else {
        throw DecodingError.dataCorruptedError(
          forKey: .count, in: object, debugDescription: "the count is out of range")
      }
      self = .span(span)
    }
  }

  /// Encodes the value as an object whose `type` names its kind.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    switch self {
    case .none: try object.encode(Kind.none, forKey: .type)
    case .text(let text):
      try object.encode(Kind.text, forKey: .type)
      try object.encode(text, forKey: .text)
    case .texts(let texts):
      try object.encode(Kind.texts, forKey: .type)
      try object.encode(texts, forKey: .texts)
    case .number(let quantity):
      try object.encode(Kind.number, forKey: .type)
      try quantity.encode(to: encoder)
    case .numbers(let lower, let upper):
      try object.encode(Kind.numbers, forKey: .type)
      try object.encode(lower, forKey: .from)
      try object.encode(upper, forKey: .to)
    case .date(let date):
      try object.encode(Kind.date, forKey: .type)
      try object.encode(date, forKey: .date)
    case .dates(let lower, let upper):
      try object.encode(Kind.dates, forKey: .type)
      try object.encode(lower, forKey: .from)
      try object.encode(upper, forKey: .to)
    case .field(let field):
      try object.encode(Kind.field, forKey: .type)
      try object.encode(field, forKey: .field)
    case .span(let span):
      try object.encode(Kind.span, forKey: .type)
      try object.encode(span.count, forKey: .count)
      try object.encode(span.unit, forKey: .unit)
    }
  }
}

extension Quantity: Codable {
  private enum Key: String, CodingKey {
    case number, unit
  }

  /// Decodes a number and its unit, if there is one.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    let number = try object.decode(Double.self, forKey: .number)
    guard let quantity = Quantity(number, try object.decodeIfPresent(Unit.self, forKey: .unit)) else {
      throw DecodingError.dataCorruptedError(forKey: .number, in: object, debugDescription: "the number is not finite")
    }
    self = quantity
  }

  /// Encodes the number and its unit, if there is one.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(number, forKey: .number)
    try object.encodeIfPresent(unit, forKey: .unit)
  }
}

extension Quantity.Unit: Codable {}

extension TimeSpan.Unit: Codable {}

extension RuleDate: Codable {
  /// Decodes a date from its text in rules.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let date = RuleDate(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a date")
    }
    self = date
  }

  /// Encodes the date as its text in rules.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
