internal import MixtapeModel

/// An episode query with its rule and its search compiled.
struct Selection {
  /// What has to hold of a row of `episodes`; `nil` for nothing.
  private let condition: SQL?
  private let order: SQL
  private let limit: PlaylistLimit?
  private let evaluation: Evaluation

  /// Compiles a query.
  ///
  /// - Parameter excluded: Rows that are not wanted, whatever the query says.
  init(_ query: EpisodeQuery, excluding excluded: RowSet = RowSet(), in evaluation: Evaluation) throws {
    self.evaluation = evaluation
    limit = query.limit
    var parts: [SQL] = []
    if let search = query.search { parts.append(SearchQuery(search).sql) }
    if let rule = query.rule {
      let predicate = try Predicate(rule, now: evaluation.now)
      if let sql = try PredicateCompiler(evaluation: evaluation).sql(predicate) { parts.append(sql) }
    }
    if !excluded.isEmpty {
      parts.append(SQL("NOT ") + .call(RowSetOperand(excluded), on: "episode"))
    }
    if let column = limit?.total?.field.rawValue { parts.append(SQL("\(column) IS NOT NULL")) }
    condition = parts.isEmpty ? nil : .joined(parts, by: .and)
    order = Self.order(query.sort, seed: query.seed ?? .random(in: .min ... .max))
  }

  /// How many are found and taken.
  func count() throws -> Int {
    guard limit?.total != nil else {
      let found = try countFound()
      return limit?.items(of: found) ?? found
    }
    var count = 0
    try forEachRow("episode") { _ in
      count += 1
      return true
    }
    return count
  }

  /// The rows that are taken, in no order.
  func rows() throws -> RowSet {
    guard limit != nil else { return try evaluation.rows(SQL("SELECT episode FROM episodes") + filter) }
    var rows = RowSet()
    try forEachRow("episode") {
      rows.insert($0.integer(0))
      return true
    }
    return rows
  }

  /// Hands out what is found and taken, in order, until `found` returns `false`.
  func forEach(_ found: (Episode.ID) throws -> Bool) throws {
    try forEachRow("id") { try found(try $0.episodeID(0)) }
  }

  /// Whether an episode is found.
  func holds(of row: Int64) throws -> Bool { try condition.map { try evaluation.isTrue($0, of: row) } ?? true }

  /// Whether an episode is found and taken. One look at every episode where there is a limit, and else at this one.
  func takes(_ row: Int64) throws -> Bool {
    guard try holds(of: row) else { return false }
    return try limit == nil || rows().contains(row)
  }

  /// Hands out all that is found, in order, whatever the limit.
  func forEachUnlimited(_ found: (Episode.ID) throws -> Bool) throws {
    try evaluation.forEach(SQL("SELECT id FROM episodes") + filter + order) { try found(try $0.episodeID(0)) }
  }
}

extension Selection {
  private var filter: SQL { condition.map { SQL(" WHERE ") + $0 } ?? SQL("") }

  private func countFound() throws -> Int {
    var count = 0
    try evaluation.forEach(SQL("SELECT count(*) FROM episodes") + filter) {
      count = Int($0.integer(0))
      return false
    }
    return count
  }

  private func forEachRow(_ column: String, _ row: (borrowing RawStatement.Columns) throws -> Bool) throws {
    var sql = SQL("SELECT \(column), \(limit?.total?.field.rawValue ?? "NULL") FROM episodes") + filter + order
    if let limit, limit.total == nil {
      // A number of episodes needs no counting before.
      let found = if case .items(let most) = limit { most } else { try countFound() }
      sql += SQL(" LIMIT ?", [.integer(Int64(limit.items(of: found) ?? found))])
    }
    var budget = limit.flatMap(LimitBudget.init)
    try evaluation.forEach(sql) { columns in
      guard budget?.take(columns.realIfAny(1) ?? 0) ?? true else { return false }
      return try row(columns)
    }
  }

  /// The order, which is total: the same on every machine.
  private static func order(_ keys: [SortKey], seed: Int64) -> SQL {
    var sql = SQL(" ORDER BY ")
    for key in keys {
      switch key {
      case .field(let field, let descending):
        // To SQLite a null is smaller than anything, and a blob larger. `NULLS LAST` would make it sort half as fast.
        sql += descending ? "\(field.sortColumn) DESC, " : "ifnull(\(field.sortColumn), x''), "
      case .random: sql += SQL.call(ShuffleOperand(seed: seed), on: "id") + SQL(", ")
      }
    }
    return sql + SQL("id")
  }
}

extension TrackField {
  /// What is compared to sort by the field; text by the scalars of its folded form, which is the order of its bytes.
  fileprivate var sortColumn: String {
    switch (self, valueType) {
    case (.title, _): "foldedTitle"
    case (_, .text): "(SELECT folded FROM texts WHERE text = episodes.\(rawValue))"
    default: rawValue
    }
  }
}

/// Tells where an id comes in a random order.
private final class ShuffleOperand: SQLOperand {
  private let seed: Int64

  init(seed: Int64) { self.seed = seed }

  override func result(of value: SQLArgument) -> SQLResult { .integer(ShuffleKey(of: value.text, seed: seed).value) }
}
