internal import MixtapeModel

/// An episode query with its rule and its search compiled.
struct Selection {
  /// The condition on rows of `episodes`; `nil` for none.
  private let condition: SQL?
  /// The condition, also for episodes without a value for the limit.
  private let conditionWithoutLimit: SQL?
  private let order: SQL
  private let limit: PlaylistLimit?
  private let groupLimit: GroupLimit?
  private let evaluation: Evaluation

  /// Compiles a query.
  ///
  /// - Parameter excluded: Rows to exclude from the result.
  init(_ query: EpisodeQuery, excluding excluded: Set<Int64> = Set<Int64>(), in evaluation: Evaluation) throws {
    self.evaluation = evaluation
    limit = query.limit
    groupLimit = query.groupLimit
    var parts: [SQL] = []
    if let search = query.search { parts.append(SearchQuery(search).sql) }
    if let rule = query.rule {
      let predicate = try Predicate(rule, now: evaluation.now)
      if let sql = try PredicateCompiler(evaluation: evaluation).sql(predicate) { parts.append(sql) }
    }
    if !excluded.isEmpty {
      parts.append(SQL("NOT ") + SQL.call(on: "episode") { .bool(excluded.contains($0.integer)) })
    }
    conditionWithoutLimit = parts.isEmpty ? nil : .joined(parts, by: .and)
    if let column = limit?.total?.field.rawValue { parts.append(SQL("\(column) IS NOT NULL")) }
    condition = parts.isEmpty ? nil : .joined(parts, by: .and)
    order = try Self.order(query.sort, seed: query.seed ?? .random(in: .min ... .max), in: evaluation)
  }

  /// Returns the number of found episodes within the limits.
  func count() throws -> Int {
    guard limit?.total != nil else {
      let found = try count(condition)
      return limit?.items(of: found) ?? found
    }
    var count = 0
    try forEachRow("episode") { _ in
      count += 1
      return true
    }
    return count
  }

  /// Returns the rows of the found episodes within the limits.
  func rows() throws -> Set<Int64> {
    guard limit != nil || groupLimit != nil else {
      return try evaluation.rows(SQL("SELECT episode FROM episodes") + filter)
    }
    var rows = Set<Int64>()
    try forEachRow("episode") {
      rows.insert($0.integer(0))
      return true
    }
    return rows
  }

  /// Calls `found` with the found episodes within the limits, in order, until it returns `false`. Adds a remark if the
  /// limit excludes all of them.
  ///
  /// - Parameter playlist: The playlist of the limit; `nil` for a query.
  func forEach(of playlist: Playlist.ID?, _ found: (Episode.ID) throws -> Bool) throws {
    var isEmpty = true
    try forEachRow("id") {
      isEmpty = false
      return try found(try $0.episodeID(0))
    }
    if isEmpty { try noteEmptyLimit(of: playlist) }
  }

  /// Adds a remark if rules find episodes but the limit excludes all of them.
  func noteEmptyLimit(of playlist: Playlist.ID?) throws {
    guard let limit else { return }
    let found = try count(conditionWithoutLimit)
    if found > 0 { evaluation.note(.limitTakesNothing(limit, of: playlist, found: found)) }
  }

  /// Returns whether an episode is found.
  func holds(of row: Int64) throws -> Bool { try condition.map { try evaluation.isTrue($0, of: row) } ?? true }

  /// Returns those of the rows that are found and within the limits. With a limit, this evaluates all episodes.
  func taken(of rows: [Int64]) throws -> Set<Int64> {
    let held = Set(try rows.filter(holds(of:)))
    if limit == nil && groupLimit == nil || held.isEmpty { return held }
    let all = try self.rows()
    return held.filter { all.contains($0) }
  }

  /// Calls `found` with all found episodes, in order and ignoring the limits, until it returns `false`.
  ///
  /// - Parameter found: Also gets whether the episode is within the limit of its podcast, artist or album.
  func forEachUnlimited(_ found: (Episode.ID, _ isWithinGroup: Bool) throws -> Bool) throws {
    let counter = try groupCounter
    try evaluation.forEach(SQL("SELECT id, \(groupColumn) FROM episodes") + filter + order) { columns in
      let isWithinGroup = try counter?.take(of: columns.integerIfAny(1)) != 0
      return try found(try columns.episodeID(0), isWithinGroup)
    }
  }
}

extension Selection {
  private var filter: SQL { Self.filter(condition) }

  private static func filter(_ condition: SQL?) -> SQL { condition.map { SQL(" WHERE ") + $0 } ?? SQL("") }

  /// The counter of the limit per podcast, artist or album; `nil` without one.
  private var groupCounter: GroupCounter? {
    get throws { try groupLimit.map { try GroupCounter($0, in: evaluation.database) } }
  }

  private var groupColumn: String { groupLimit.map { GroupCounter.column($0.group) } ?? "NULL" }

  /// Returns the number of episodes that a condition finds, within the limit per podcast, artist or album.
  private func count(_ condition: SQL?) throws -> Int {
    var count = 0
    if let counter = try groupCounter {
      let sql = SQL("SELECT \(groupColumn), count(*) FROM episodes") + Self.filter(condition)
      try evaluation.forEach(sql + SQL(" GROUP BY \(groupColumn)")) {
        count += try counter.take(Int($0.integer(1)), of: $0.integerIfAny(0))
        return true
      }
      return count
    }
    try evaluation.forEach(SQL("SELECT count(*) FROM episodes") + Self.filter(condition)) {
      count = Int($0.integer(0))
      return false
    }
    return count
  }

  private func forEachRow(_ column: String, _ row: (borrowing Statement.Columns) throws -> Bool) throws {
    let amount = limit?.total?.field.rawValue ?? "NULL"
    var sql = SQL("SELECT \(column), \(amount), \(groupColumn) FROM episodes") + filter + order
    var places = Int.max
    if let limit, limit.total == nil {
      // Only a percentage requires counting first.
      let found = if case .items(let most) = limit { most } else { try count(condition) }
      places = limit.items(of: found) ?? found
      if groupLimit == nil { sql += SQL(" LIMIT ?", [.integer(Int64(places))]) }
    }
    let counter = try groupCounter
    // A sum of fractions has rounding errors: three times 0.1 is slightly more than 0.3.
    let most: Double = limit?.total.map { $0.amount * (1 + 1e-12) } ?? .infinity
    var used = 0.0
    try evaluation.forEach(sql) { columns in
      guard places > 0 else { return false }
      if let counter, try counter.take(of: columns.integerIfAny(2)) == 0 { return true }
      used += columns.realIfAny(1) ?? 0
      guard used <= most else { return false }
      places -= 1
      return try row(columns)
    }
  }

  /// Returns the order. It is total, so results are the same on every machine.
  private static func order(_ keys: [SortKey], seed: Int64, in evaluation: Evaluation) throws -> SQL {
    var sql = SQL(" ORDER BY ")
    for key in keys {
      switch key {
      case .field(let field, let descending) where field.isOfPodcast:
        sql += rank(in: try evaluation.ranks(ofPodcasts: field), missing: descending ? .min : .max)
        sql += descending ? " DESC, " : ", "
      case .field(let field, let descending):
        // Text is sorted by the bytes of a key: its folded form, with numbers in natural order. In SQLite, null is less
        // than other values and a blob greater. `NULLS LAST` would double the time of a sort.
        sql += descending ? "\(field.sortedColumn) DESC, " : "ifnull(\(field.sortedColumn), x''), "
      case .library(let descending):
        let direction = descending ? " DESC, " : ", "
        sql += rank(in: try evaluation.libraryRanks(), missing: .max) + SQL("\(direction)place\(direction)")
      case .random:
        sql += SQL.call(on: "id") { .integer(ShuffleKey(of: $0.text, seed: seed).value) }
        sql += ", "
      }
    }
    return sql + SQL("id")
  }

  /// Returns the rank of the podcast of an episode.
  ///
  /// - Parameter missing: The rank of podcasts without one.
  private static func rank(in ranks: [Int64: Int64], missing: Int64) -> SQL {
    SQL.call(on: "podcast") { .integer(ranks[$0.integer] ?? missing) }
  }
}

/// A counter of taken episodes per podcast, artist or album.
final class GroupCounter {
  private let limit: GroupLimit
  private let find: Statement?
  /// The first row of `texts` with the same folded text, by row.
  private var groups: [Int64: Int64] = [:]
  private var counts: [Int64: Int] = [:]

  init(_ limit: GroupLimit, in database: Database) throws {
    self.limit = limit
    find = try limit.group.field.map { _ in
      try database.statement(
        "SELECT min(same.text) FROM texts JOIN texts AS same ON same.folded = texts.folded WHERE texts.text = ?")
    }
  }

  /// Returns the column of `episodes` with the value of the group.
  static func column(_ group: GroupLimit.Group) -> String { group.field?.rawValue ?? "podcast" }

  /// Takes up to `count` episodes of a group within the limit, and returns their number.
  ///
  /// - Parameter value: The value of ``column(_:)``.
  func take(_ count: Int = 1, of value: Int64?) throws -> Int {
    let group = try value.map(group) ?? Self.missing
    let taken = counts[group, default: 0]
    let most = min(count, limit.count - taken)
    if most > 0 { counts[group] = taken + most }
    return most
  }

  /// The group of episodes without a value. It is not a row number, because rows count from 1.
  private static let missing: Int64 = 0

  /// Returns the group of a value. Texts that differ only in case have different rows in the same group.
  private func group(_ value: Int64) throws -> Int64 {
    guard let find else { return value }
    if let known = groups[value] { return known }
    let group = try find.first({ $0.integer(value) }) { $0.integer(0) } ?? value
    groups[value] = group
    return group
  }
}
