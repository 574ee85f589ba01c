/// Joins conditions with `and` and `or`, within the bounds that SQLite has for the depth and the values of a statement.
extension PredicateCompiler {
  /// Compiles parts, each on its own, and joins them.
  func compile(_ parts: [Predicate], _ conjunction: SQL.Conjunction) throws -> Compiled {
    try join(parts.map(compile), conjunction)
  }

  /// Joins conditions, the cheap ones first: SQLite goes from the first to the last, and stops as soon as it knows.
  ///
  /// Those that are too deep become one set of rows, and so does each group of as many as one statement takes. The number
  /// of statements is linear in the number of values.
  func join(_ parts: [Compiled], _ conjunction: SQL.Conjunction) throws -> Compiled {
    let deep = parts.filter { $0.depth >= Self.deepest }
    var joined = parts.filter { $0.depth < Self.deepest }
    if !deep.isEmpty { joined += try materialize(deep, conjunction) }
    joined.sort { $0.cost < $1.cost }
    if joined.reduce(0, { $0 + $1.sql.values.count }) > Self.mostValues {
      joined = try materialize(joined, conjunction)
    }
    return chain(joined, conjunction)
  }

  private func chain(_ parts: [Compiled], _ conjunction: SQL.Conjunction) -> Compiled {
    Compiled(
      sql: .joined(parts.map(\.sql), by: conjunction), cost: parts.reduce(0) { $0 + $1.cost },
      depth: SQL.depth(ofJoining: parts.count) + (parts.map(\.depth).max() ?? 0))
  }

  /// Works conditions out, and returns sets of rows in their place: one for each group that has no more values than a
  /// statement takes.
  private func materialize(_ parts: [Compiled], _ conjunction: SQL.Conjunction) throws -> [Compiled] {
    var groups: [[Compiled]] = []
    var room = 0
    for part in parts {
      // No part has more values than that: it was joined here, or is a list of rows or texts.
      let count = part.sql.values.count
      if count > room || groups.isEmpty {
        groups.append([])
        room = Self.mostValues
      }
      groups[groups.count - 1].append(part)
      room -= count
    }
    let sets = try groups.map { group in
      compile(
        "episode", try evaluation.rows(SQL("SELECT episode FROM episodes WHERE ") + chain(group, conjunction).sql), true
      )
    }
    // A list of rows has values too; there are only too many where there are very many groups.
    return sets.reduce(0, { $0 + $1.sql.values.count }) > Self.mostValues ? try materialize(sets, conjunction) : sets
  }
}
