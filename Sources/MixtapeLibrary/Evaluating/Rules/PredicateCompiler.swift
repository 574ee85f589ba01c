internal import MixtapeModel

/// Compiles predicates to SQL: to conditions on rows of `episodes` that are true if the predicate is, else false or
/// null.
struct PredicateCompiler {
  let evaluation: Evaluation

  /// A condition with its approximate cost per row. Comparing a number costs 1.
  struct Compiled {
    let sql: SQL
    let cost: Int
  }

  /// The maximum number of rows that are bound to a statement one by one.
  private static let mostListed = 200

  /// Returns the condition of a predicate; `nil` if it is true of every episode.
  func sql(_ predicate: Predicate) throws -> SQL? {
    if case .constant(true) = predicate { return nil }
    return try compile(predicate).sql
  }

  func compile(_ predicate: Predicate) throws -> Compiled {
    switch predicate {
    case .constant(let value): return Compiled(sql: SQL(value ? "1" : "0"), cost: 0)
    case .number(let field, let set, let orMissing): return compile(field, set, orMissing)
    case .text(.title, let set, let orMissing): return try compileTitle(set, orMissing)
    case .text(let field, let set, let orMissing) where field.isOfPodcast:
      return compile("podcast", try evaluation.podcasts(field, set, orMissing: orMissing), true)
    case .text(let field, let set, let orMissing): return try compile(field, set, orMissing)
    case .fields(let field, let relation, let other, let holds): return compile(field, relation, other, holds)
    case .playlist(let id, let isMember): return compile("episode", try evaluation.members(of: id), isMember)
    case .all(let parts): return try join(parts.map(compile), .and)
    case .any(let parts): return try join(parts.map(compile), .or)
    }
  }
}

extension PredicateCompiler {
  private func compile(_ field: RuleField, _ set: NumberSet, _ orMissing: Bool) -> Compiled {
    // The shorter of both forms: `!= 5` is two intervals, but its complement is one number.
    let opposite = set.complement
    let isComplement = opposite.cuts.count < set.cuts.count
    let shorter = isComplement ? opposite : set
    let condition =
      shorter.cuts.isEmpty ? nil : shorter.sql(field.numberColumn, isInteger: field.valueType == .integer)
    let cost = min(1 + shorter.cuts.count / 2, 6)
    return complete(condition, field.numberColumn, isComplement, orMissing, cost: cost)
  }

  /// Compiles a set of texts of the table `texts`.
  private func compile(_ field: RuleField, _ set: TextSet, _ orMissing: Bool) throws -> Compiled {
    let rows = try evaluation.rows(ofTexts: set.patterns, of: field)
    let condition = rows.isEmpty ? nil : contains(field.rawValue, rows)
    return complete(condition, field.rawValue, set.isComplement, orMissing, cost: rows.count <= Self.mostListed ? 3 : 6)
  }

  /// Compiles a set of rows. The number of a row is never missing.
  func compile(_ column: String, _ rows: Set<Int64>, _ isMember: Bool) -> Compiled {
    guard !rows.isEmpty else { return Compiled(sql: SQL(isMember ? "0" : "1"), cost: 0) }
    let condition = contains(column, rows)
    let sql = isMember ? condition : SQL("NOT (") + condition + SQL(")")
    return Compiled(sql: sql, cost: rows.count <= Self.mostListed ? 3 : 6)
  }

  private func contains(_ column: String, _ rows: Set<Int64>) -> SQL {
    rows.count <= Self.mostListed
      ? .isOne(of: rows.map(SQLValue.integer), column)
      : .call(on: column) { .bool(rows.contains($0.integer)) }
  }

  /// The displayed title: the name in the id if the file has none. The folded title is a column.
  private static let originalTitle = "ifnull(title, substr(id, instr(id, '/') + 1))"

  /// Compiles a set of titles, which are columns of `episodes`.
  private func compileTitle(_ set: TextSet, _ orMissing: Bool) throws -> Compiled {
    var parts: [Compiled] = []
    let equals = set.patterns.compactMap { if case .equals(let text) = $0 { text } else { nil } }
    if !equals.isEmpty {
      parts.append(Compiled(sql: .isOne(of: equals.map(SQLValue.text), "foldedTitle"), cost: 6))
    }
    let places = set.patterns.filter { !$0.isEquality && !$0.isExpression }
    // Hundreds of texts are found in one pass over each title.
    if places.count > 1 {
      let matcher = TextMatcher(places)
      parts.append(Compiled(sql: .call(on: "foldedTitle") { .bool(matcher.matches($0.text)) }, cost: 15))
    }
    for pattern in set.patterns where pattern.isExpression || (places.count == 1 && !pattern.isEquality) {
      let sql = try pattern.sql("foldedTitle", original: Self.originalTitle, in: evaluation)
      parts.append(Compiled(sql: sql, cost: pattern.isExpression ? 100 : 8))
    }
    let whole = parts.isEmpty ? nil : join(parts, .or)
    return complete(whole?.sql, "foldedTitle", set.isComplement, orMissing, cost: whole?.cost ?? 5)
  }

  /// Completes a condition that is null for a missing value; `nil` stands for a condition that is never true.
  private func complete(
    _ condition: SQL?, _ column: String, _ isComplement: Bool, _ orMissing: Bool, cost: Int
  ) -> Compiled {
    let sql =
      switch (condition, isComplement, orMissing) {
      case (nil, false, false): SQL("0")
      case (nil, true, true): SQL("1")
      case (nil, false, true): SQL("\(column) IS NULL")
      case (nil, true, false): SQL("\(column) IS NOT NULL")
      case (let condition?, false, false): condition
      case (let condition?, true, false): SQL("NOT (") + condition + SQL(")")
      case (let condition?, true, true): SQL("(") + condition + SQL(") IS NOT TRUE")
      case (let condition?, false, true): SQL("(") + condition + SQL(") OR \(column) IS NULL")
      }
    return Compiled(sql: sql, cost: cost)
  }
}

extension RuleField {
  /// Whether the values are in the table `texts`.
  var isInterned: Bool { valueType == .text && self != .title && !isOfPodcast }

  /// The expression for the number of a field. The original year is that of the release if no other is known.
  var numberColumn: String { self == .originalYear ? "ifnull(originalYear, year)" : rawValue }
}

extension PredicateCompiler {
  /// Compiles a comparison of two fields, which is null if a value is missing.
  func compile(_ field: RuleField, _ relation: FieldRelation, _ other: RuleField, _ holds: Bool) -> Compiled {
    let isText = field.valueType == .text
    var condition = SQL("\(field.comparedColumn) \(relation.rawValue) \(other.comparedColumn)")
    if isText, field != .title, other != .title {
      // Equal texts usually have the same row.
      condition = SQL("\(field.rawValue) = \(other.rawValue) OR ") + condition
    }
    let sql = holds ? condition : SQL("(") + condition + SQL(") IS NOT TRUE")
    return Compiled(sql: sql, cost: isText ? 12 : 2)
  }
}

extension RuleField {
  /// The expression for sorting. Texts are folded, with their numbers in natural order.
  var sortedColumn: String {
    switch (self, valueType) {
    case (.title, _): "coalesce(titleKey, foldedTitle)"
    case (_, .text): "(SELECT coalesce(sortKey, folded) FROM texts WHERE text = episodes.\(rawValue))"
    default: numberColumn
    }
  }

  /// The expression for comparisons between fields. Texts are folded.
  var comparedColumn: String {
    switch (self, valueType) {
    case (.title, _): "foldedTitle"
    case (_, .text): "(SELECT folded FROM texts WHERE text = episodes.\(rawValue))"
    default: numberColumn
    }
  }
}

extension PredicateCompiler {
  /// Joins conditions, cheap ones first: SQLite evaluates them in order, and stops as soon as the result is known.
  func join(_ parts: [Compiled], _ conjunction: SQL.Conjunction) -> Compiled {
    let parts = parts.sorted { $0.cost < $1.cost }
    return Compiled(sql: .joined(parts.map(\.sql), by: conjunction), cost: parts.reduce(0) { $0 + $1.cost })
  }
}
