/// A piece of SQL, and the values of its `?` in order. Text from users is only among the values.
struct SQL {
  private(set) var text: String
  private(set) var values: [SQLValue]

  init(_ text: String, _ values: [SQLValue] = []) {
    self.text = text
    self.values = values
  }

  /// Returns SQL for the result of a function for a column; see ``SQLOperand``.
  static func call(
    on column: String, _ body: @escaping (SQLArgument) throws(LibraryError) -> SQLResult
  ) -> SQL {
    SQL("\(SQLOperand.function)(\(column), ?)", [.operand(SQLOperand(body))])
  }

  static func + (left: SQL, right: SQL) -> SQL {
    var sum = left
    sum += right
    return sum
  }

  static func += (left: inout SQL, right: SQL) {
    left.text += right.text
    left.values += right.values
  }

  static func += (left: inout SQL, right: String) { left.text += right }

  /// Returns SQL for a column that equals one of several values. There must be at least one.
  static func isOne(of values: [SQLValue], _ column: String) -> SQL {
    values.count == 1
      ? SQL("\(column) = ?", values)
      : SQL("\(column) IN (?\(String(repeating: ",?", count: values.count - 1)))", values)
  }
}

extension SQL {
  enum Conjunction: String {
    case and = " AND "
    case or = " OR "
  }

  /// The maximum number of parts in a row. SQLite parses a chain as a tree as deep as it is long, and refuses
  /// expressions deeper than 1,000 (<https://sqlite.org/limits.html#max_expr_depth>). Chains are nested in chains.
  private static let longestChain = 60

  /// Joins conditions, each in parentheses. There must be at least one.
  static func joined(_ parts: [SQL], by conjunction: Conjunction) -> SQL {
    if parts.count == 1 { return parts[0] }
    guard parts.count <= longestChain else {
      let chunks = stride(from: 0, to: parts.count, by: longestChain).map {
        joined(Array(parts[$0..<min($0 + longestChain, parts.count)]), by: conjunction)
      }
      return joined(chunks, by: conjunction)
    }
    var sum = SQL("")
    for (index, part) in parts.enumerated() {
      if index > 0 { sum += conjunction.rawValue }
      sum += "("
      sum += part
      sum += ")"
    }
    return sum
  }
}
