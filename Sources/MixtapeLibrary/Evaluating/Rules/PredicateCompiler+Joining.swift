/// Joins conditions with `and` and `or`, within SQLite's limits for the depth and the number of values of a
/// statement.
extension PredicateCompiler {
  /// Compiles parts separately, and joins them.
  func compile(_ parts: [Predicate], _ conjunction: SQL.Conjunction) throws -> Compiled {
    try join(parts.map(compile), conjunction)
  }

  /// Joins conditions, cheap ones first: SQLite evaluates them in order, and stops as soon as the result is known.
  ///
  /// Conditions that are too deep become one set of rows. So does each group whose values fill a statement. The
  /// number of statements is linear in the number of values.
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

  /// Evaluates conditions, and returns sets of rows instead: one for each group whose values fill a statement.
  private func materialize(_ parts: [Compiled], _ conjunction: SQL.Conjunction) throws -> [Compiled] {
    var groups: [[Compiled]] = []
    var room = 0
    for part in parts {
      // No part has more values than a statement allows, because parts were joined here, or are lists of rows or
      // texts.
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
    // A list of rows has values too, but too many only for a very large number of groups.
    return sets.reduce(0, { $0 + $1.sql.values.count }) > Self.mostValues ? try materialize(sets, conjunction) : sets
  }
}
