/// Diagnostics of keys and headers that contradict earlier ones. Each names both places.
extension Parser {
  mutating func recordDuplicateKey(_ key: Int32, _ existing: NodeIndex) {
    recordConflict("toml.duplicate-key", key, existing) {
      "found the key \($0.name(key)) a second time; expected each key only once"
    }
  }

  mutating func recordDuplicateTable(_ key: Int32, _ existing: NodeIndex) {
    guard nodes[Int(existing)].kind == .table else {
      return recordConflict("toml.not-a-table", key, existing) {
        "found a header for \($0.name(key)), which is already \($0.description(existing)); expected another name"
      }
    }
    recordConflict("toml.duplicate-table", key, existing) {
      "found the table \($0.name(key)) a second time; expected each table only once"
    }
  }

  mutating func recordNotAnArrayOfTables(_ key: Int32, _ existing: NodeIndex) {
    recordConflict("toml.not-an-array-of-tables", key, existing) {
      "found a `[[…]]` header for \($0.name(key)), which is already \($0.description(existing)); "
        + "expected an array of tables or another name"
    }
  }

  mutating func recordNotATable(_ key: Int32, _ existing: NodeIndex) {
    recordConflict("toml.not-a-table", key, existing) {
      "found \($0.name(key)) used as a table, but it is \($0.description(existing)); expected a table or another name"
    }
  }

  /// Records that a dotted key adds to a value that is not a table, or to a table that is already complete.
  mutating func recordNotExtensible(_ key: Int32, _ existing: NodeIndex) {
    guard nodes[Int(existing)].kind == .table else { return recordNotATable(key, existing) }
    recordConflict("toml.table-already-defined", key, existing) {
      "found a dotted key that adds to the table \($0.name(key)), which a header defines; "
        + "expected the key below that header"
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

  /// Returns the kind of a node in words.
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
