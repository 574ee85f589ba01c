internal import MixtapeModel

/// Compiles predicates to SQL: to conditions on rows of `episodes` that are true if the predicate is, else false or
/// null.
struct PredicateCompiler {
  let evaluation: Evaluation

  /// A condition with its approximate cost per row. Comparing a number costs 1.
  struct Compiled {
    var sql: SQL
    var cost: Int
    var depth = 0
  }

  /// The maximum depth of parentheses. A condition beyond this or ``mostValues`` is evaluated before, and replaced by
  /// a set of rows. SQLite's own limits are a depth of about 30 and 32,766 values (<https://sqlite.org/limits.html>),
  /// but it compares each value of a statement with all before it.
  static let deepest = 12
  static let mostValues = 4_000

  /// The maximum number of cuts that are compared in SQL.
  private static let listedCuts = 40

  /// Returns the condition of a predicate; `nil` if it is true of every episode.
  func sql(_ predicate: Predicate) throws -> SQL? {
    if case .constant(true) = predicate { return nil }
    var groups: [TextPatterns] = []
    predicate.collectPatterns(&groups)
    try evaluation.resolve(groups)
    return try compile(predicate).sql
  }

  func compile(_ predicate: Predicate) throws -> Compiled {
    switch predicate {
    case .constant(let value): return Compiled(sql: SQL(value ? "1" : "0"), cost: 0)
    case .number(let field, let set, let orMissing): return compile(field, set, orMissing)
    case .text(.title, let set, let orMissing): return try compileTitle(set, orMissing)
    case .text(let field, let set, let orMissing) where field.isOfPodcast:
      return try compilePodcasts(field, set, orMissing)
    case .text(let field, let set, let orMissing): return compile(field, set, orMissing)
    case .fields(let field, let relation, let other, let holds): return compile(field, relation, other, holds)
    case .playlist(let id, let isMember): return compile("episode", try evaluation.members(of: id), isMember)
    case .all(let parts): return try compileConjunction(parts)
    case .any(let parts): return try compileDisjunction(parts)
    }
  }
}

extension PredicateCompiler {
  private func compile(_ field: RuleField, _ set: NumberSet, _ orMissing: Bool) -> Compiled {
    // The shorter of both forms: `!= 5` is two intervals, but its complement is one number.
    let opposite = set.complement
    let isComplement = opposite.cuts.count < set.cuts.count
    let shorter = isComplement ? opposite : set
    let condition: SQL? =
      switch shorter.cuts.count {
      case 0: nil
      case ...Self.listedCuts: shorter.sql(field.numberColumn, isInteger: field.valueType == .integer)
      default: .call(NumberSetOperand(shorter), on: field.numberColumn)
      }
    let cost = min(1 + shorter.cuts.count / 2, 6)
    return complete(condition, field.numberColumn, isComplement, orMissing, cost: cost)
  }

  /// Compiles a set of texts of the table `texts`.
  private func compile(_ field: RuleField, _ set: TextSet, _ orMissing: Bool) -> Compiled {
    let rows = evaluation.textRows[TextPatterns(set.patterns, of: field)] ?? RowSet()
    let condition = rows.isEmpty ? nil : contains(field.rawValue, rows)
    return complete(condition, field.rawValue, set.isComplement, orMissing, cost: rows.isListed ? 3 : 6)
  }

  /// Compiles a set of rows. The number of a row is never missing.
  func compile(_ column: String, _ rows: RowSet, _ isMember: Bool) -> Compiled {
    guard !rows.isEmpty else { return Compiled(sql: SQL(isMember ? "0" : "1"), cost: 0) }
    let condition = contains(column, rows)
    let sql = isMember ? condition : SQL("NOT (") + condition + SQL(")")
    return Compiled(sql: sql, cost: rows.isListed ? 3 : 6)
  }

  private func contains(_ column: String, _ rows: RowSet) -> SQL {
    rows.isListed
      ? .isOne(of: rows.list.map(SQLValue.integer), column)
      : .call(RowSetOperand(rows), on: column)
  }

  /// The displayed title: the name in the id if the file has none. The folded title is a column.
  private static let originalTitle = "ifnull(title, substr(id, instr(id, '/') + 1))"

  /// Compiles a set of titles, which are columns of `episodes`.
  private func compileTitle(_ set: TextSet, _ orMissing: Bool) throws -> Compiled {
    var parts: [Compiled] = []
    let equals = set.patterns.compactMap { if case .equals(let text) = $0 { text } else { nil } }
    if !equals.isEmpty {
      let isListed = equals.count <= RowSet.listed
      let sql: SQL =
        isListed
        ? .isOne(of: equals.map(SQLValue.text), "foldedTitle") : .call(TextListOperand(equals), on: "foldedTitle")
      parts.append(Compiled(sql: sql, cost: 6))
    }
    let others = set.patterns.filter(\.isPlace)
    if let sql = others.count == 1 ? others[0].titleSQL : nil {
      parts.append(Compiled(sql: sql, cost: 8))
    } else if !others.isEmpty {
      let matcher = TextMatcher(others.enumerated().map { ($0.offset, $0.element) })
      parts.append(Compiled(sql: .call(matcher, on: "foldedTitle"), cost: 15))
    }
    for case .matches(let condition) in set.patterns {
      parts.append(Compiled(sql: .call(try evaluation.expression(of: condition), on: Self.originalTitle), cost: 100))
    }
    let whole = parts.isEmpty ? nil : try join(parts, .or)
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
    return Compiled(sql: sql, cost: cost, depth: 1)
  }
}

extension TextPattern {
  /// Whether the pattern finds a text at a position in another.
  fileprivate var isPlace: Bool {
    switch self {
    case .startsWith, .endsWith, .contains: true
    case .equals, .matches: false
    }
  }

  /// The pattern on titles as SQL without operands; `nil` if that is not possible.
  fileprivate var titleSQL: SQL? {
    if case .contains(let text) = self { return SQL("instr(foldedTitle, ?)", [.text(text)]) }
    return sql("foldedTitle")
  }
}

extension RuleField {
  /// Whether the values are in the table `texts`.
  var isInterned: Bool { valueType == .text && self != .title && !isOfPodcast }

  /// The expression for the number of a field. The original year is that of the release if no other is known.
  var numberColumn: String { self == .originalYear ? "ifnull(originalYear, year)" : rawValue }
}

extension Predicate {
  /// Adds the patterns for the table `texts`, a group for each set.
  fileprivate func collectPatterns(_ groups: inout [TextPatterns]) {
    switch self {
    case .text(let field, let set, _) where field.isInterned: groups.append(TextPatterns(set.patterns, of: field))
    case .all(let parts), .any(let parts): for part in parts { part.collectPatterns(&groups) }
    case .constant, .number, .text, .fields, .playlist: break
    }
  }
}
