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
