internal import MixtapeModel

/// Makes SQL of predicates: a condition on a row of `episodes` that is true where the predicate is, and false or null
/// elsewhere.
struct PredicateCompiler {
  let evaluation: Evaluation

  /// A condition, and what it costs a row, by rough measurement: comparing a number is 1.
  struct Compiled {
    var sql: SQL
    var cost: Int
    var depth = 0
  }

  /// How deep parentheses may be nested, and how many values bound. What goes beyond is worked out first, and is then a set
  /// of rows. SQLite's own parser gives up at a depth of about 30, and at 32,766 values (<https://sqlite.org/limits.html>).
  private static let deepest = 12
  private static let mostValues = 20_000

  /// Up to so many ends of intervals are compared one by one.
  private static let listedCuts = 40

  /// The condition of a predicate; `nil` where it is true of every episode.
  func sql(_ predicate: Predicate) throws -> SQL? {
    if case .constant(true) = predicate { return nil }
    var groups: [[TextPattern]] = []
    predicate.collectPatterns(&groups)
    try evaluation.resolve(groups)
    return try compile(predicate).sql
  }

  func compile(_ predicate: Predicate) throws -> Compiled {
    switch predicate {
    case .constant(let value): return Compiled(sql: SQL(value ? "1" : "0"), cost: 0)
    case .number(let field, let set, let orMissing): return compile(field, set, orMissing)
    case .text(.title, let set, let orMissing): return try compileTitle(set, orMissing)
    case .text(let field, let set, let orMissing): return compile(field, set, orMissing)
    case .playlist(let id, let isMember): return compile("episode", try evaluation.members(of: id), isMember)
    case .all(let parts): return try compileConjunction(parts)
    case .any(let parts): return try compileDisjunction(parts)
    }
  }

  /// Compiles parts, each on its own, and joins them.
  func compile(_ parts: [Predicate], _ conjunction: SQL.Conjunction) throws -> Compiled {
    try join(parts.map(compile), conjunction)
  }

  /// Joins conditions, the cheap ones first: SQLite goes from the first to the last, and stops as soon as it knows.
  func join(_ parts: [Compiled], _ conjunction: SQL.Conjunction) throws -> Compiled {
    var compiled = try parts.map { $0.depth >= Self.deepest ? try materialize($0) : $0 }
    compiled.sort { $0.cost < $1.cost }
    while compiled.reduce(0, { $0 + $1.sql.values.count }) > Self.mostValues {
      guard let largest = compiled.indices.max(by: { compiled[$0].sql.values.count < compiled[$1].sql.values.count }),
        compiled[largest].sql.values.count > 2
      else { return try materializeInTwo(compiled, conjunction) }
      compiled[largest] = try materialize(compiled[largest])
    }
    return chain(compiled, conjunction)
  }

  private func chain(_ parts: [Compiled], _ conjunction: SQL.Conjunction) -> Compiled {
    Compiled(
      sql: .joined(parts.map(\.sql), by: conjunction), cost: parts.reduce(0) { $0 + $1.cost },
      depth: 1 + (parts.map(\.depth).max() ?? 0))
  }

  /// The rows that a condition holds of, as a condition.
  private func materialize(_ part: Compiled) throws -> Compiled {
    let rows = try evaluation.rows(SQL("SELECT episode FROM episodes WHERE ") + part.sql)
    return compile("episode", rows, true)
  }

  /// What has too many parts, by halves.
  private func materializeInTwo(_ parts: [Compiled], _ conjunction: SQL.Conjunction) throws -> Compiled {
    let middle = parts.count / 2
    let halves = try [parts[..<middle], parts[middle...]].map { half in
      try materialize(chain(Array(half), conjunction))
    }
    return chain(halves, conjunction)
  }
}

extension PredicateCompiler {
  /// A set of numbers.
  private func compile(_ field: TrackField, _ set: NumberSet, _ orMissing: Bool) -> Compiled {
    // The shorter of the two ways: `!= 5` is two intervals, but its complement is one number.
    let opposite = set.complement
    let isComplement = opposite.cuts.count < set.cuts.count
    let shorter = isComplement ? opposite : set
    let condition: SQL? =
      switch shorter.cuts.count {
      case 0: nil
      case ...Self.listedCuts: shorter.sql(field.rawValue, isInteger: field.valueType == .integer)
      default: .call(NumberSetOperand(shorter), on: field.rawValue)
      }
    let cost = min(1 + shorter.cuts.count / 2, 6)
    return complete(condition, field.rawValue, isComplement, orMissing, cost: cost)
  }

  /// A set of texts that many episodes share.
  private func compile(_ field: TrackField, _ set: TextSet, _ orMissing: Bool) -> Compiled {
    let rows = evaluation.textRows[set.patterns] ?? RowSet()
    let condition = rows.isEmpty ? nil : contains(field.rawValue, rows)
    return complete(condition, field.rawValue, set.isComplement, orMissing, cost: rows.isListed ? 3 : 6)
  }

  /// A set of rows; a row's number is never missing.
  private func compile(_ column: String, _ rows: RowSet, _ isMember: Bool) -> Compiled {
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

  /// A set of titles, which each episode has one of its own.
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
      parts.append(Compiled(sql: .call(try evaluation.expression(of: condition), on: "title"), cost: 100))
    }
    let whole = parts.isEmpty ? nil : try join(parts, .or)
    return complete(whole?.sql, "foldedTitle", set.isComplement, orMissing, cost: whole?.cost ?? 5)
  }

  /// Finishes a condition that is null where there is no value; `nil` is one that is never true.
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
  /// Whether it asks for a place in the text.
  fileprivate var isPlace: Bool {
    switch self {
    case .startsWith, .endsWith, .contains: true
    case .equals, .matches: false
    }
  }

  /// The pattern on titles in SQL alone; `nil` where that is not to be had.
  fileprivate var titleSQL: SQL? {
    if case .contains(let text) = self { return SQL("instr(foldedTitle, ?)", [.text(text)]) }
    return sql("foldedTitle")
  }
}

extension Predicate {
  /// The patterns that are looked for in texts that many episodes share, a group for each set.
  fileprivate func collectPatterns(_ groups: inout [[TextPattern]]) {
    switch self {
    case .text(let field, let set, _) where field != .title: groups.append(set.patterns)
    case .all(let parts), .any(let parts): for part in parts { part.collectPatterns(&groups) }
    case .constant, .number, .text, .playlist: break
    }
  }
}
