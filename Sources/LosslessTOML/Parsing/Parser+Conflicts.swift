/// The diagnostics of keys and headers that contradict what came before; each names both places.
extension Parser {
  mutating func recordDuplicateKey(_ key: Int32, _ existing: NodeIndex) {
    recordConflict("toml.duplicate-key", key, existing) {
      "found the key \($0.name(key)) a second time; expected each key once"
    }
  }

  mutating func recordDuplicateTable(_ key: Int32, _ existing: NodeIndex) {
    guard nodes[Int(existing)].kind == .table else {
      return recordConflict("toml.not-a-table", key, existing) {
        "found a header for \($0.name(key)), which is \($0.description(existing)); expected a new name"
      }
    }
    recordConflict("toml.duplicate-table", key, existing) {
      "found the table \($0.name(key)) a second time; expected each table once"
    }
  }

  mutating func recordNotAnArrayOfTables(_ key: Int32, _ existing: NodeIndex) {
    recordConflict("toml.not-an-array-of-tables", key, existing) {
      "found a `[[…]]` header for \($0.name(key)), which is \($0.description(existing)); "
        + "expected an array of tables or a new name"
    }
  }

  mutating func recordNotATable(_ key: Int32, _ existing: NodeIndex) {
    recordConflict("toml.not-a-table", key, existing) {
      "found \($0.name(key)) used as a table, but it is \($0.description(existing)); expected a table or a new name"
    }
  }

  /// A dotted key that reaches into something that is no table, or into a table that is complete already.
  mutating func recordNotExtensible(_ key: Int32, _ existing: NodeIndex) {
    guard nodes[Int(existing)].kind == .table else { return recordNotATable(key, existing) }
    recordConflict("toml.table-already-defined", key, existing) {
      "found a dotted key that adds to the table \($0.name(key)), which a header defines; "
        + "expected the entry below that header"
    }
  }

  private mutating func recordConflict(
    _ id: Diagnostic.ID, _ key: Int32, _ existing: NodeIndex, _ message: (Parser) -> String
  ) {
    let first = nodes[Int(existing)].key
    let note = Diagnostic.Note(message: "first defined here", range: SourceRange(range(ofToken: first)))
    record(id, range(ofToken: key), message, notes: [note])
  }

  private func name(_ key: Int32) -> String {
    quoted(range(ofToken: key))
  }

  /// A kind of value in words.
  private func description(_ node: NodeIndex) -> String {
    switch nodes[Int(node)].kind {
    case .string: "a string"
    case .integer: "an integer"
    case .float: "a float"
    case .boolean: "a boolean"
    case .offsetDateTime, .localDateTime, .localDate, .localTime: "a date or time"
    case .array: "an array"
    case .inlineTable: "an inline table"
    case .table: "a table"
    case .arrayOfTables: "an array of tables"
    }
  }
}
