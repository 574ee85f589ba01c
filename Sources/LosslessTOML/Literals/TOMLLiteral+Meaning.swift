extension TOMLLiteral {
  /// Makes a literal of a value of a document. O(*n*) in its size.
  public init(_ value: TOMLValue) {
    switch value.kind {
    case .string: self = .string(value.string ?? "")
    case .integer: self = .integer(value.integer ?? 0)
    case .float: self = .float(value.float ?? 0)
    case .boolean: self = .boolean(value.boolean ?? false)
    case .offsetDateTime, .localDateTime, .localDate, .localTime:
      self = value.dateTime.map(TOMLLiteral.dateTime) ?? .string(value.text)
    case .array: self = .array(value.array?.map(TOMLLiteral.init) ?? [])
    case .table:
      let entries = value.table?.entries.map { TOMLInlineTable.Entry(key: $0.key, value: TOMLLiteral($0.value)) }
      self = .inlineTable(TOMLInlineTable(entries ?? []))
    }
  }

  /// Returns whether two literals are the same value.
  ///
  /// Strings are compared byte for byte, date-times part by part, and tables in any order. `nan` equals `nan`.
  public func means(_ other: TOMLLiteral) -> Bool {
    switch (self, other) {
    case (.string(let first), .string(let second)): first.utf8.elementsEqual(second.utf8)
    case (.float(let first), .float(let second)):
      first.isNaN ? second.isNaN : first == second && first.sign == second.sign
    case (.dateTime(let first), .dateTime(let second)): first.fields == second.fields
    case (.array(let first), .array(let second)): first.elementsEqual(second) { $0.means($1) }
    case (.inlineTable(let first), .inlineTable(let second)): first.means(second)
    default: self == other
    }
  }
}

extension TOMLInlineTable {
  fileprivate func means(_ other: TOMLInlineTable) -> Bool {
    let others = Dictionary(other.entries.map { (Array($0.key.utf8), $0.value) }) { first, _ in first }
    return entries.count == other.entries.count
      && entries.allSatisfy { entry in others[Array(entry.key.utf8)].map(entry.value.means) ?? false }
  }
}

extension TOMLLiteral {
  /// The bytes of the value as it is written into a document without a model for its quotes.
  public var text: [UInt8] { Array(LiteralWriter.text(self).utf8) }
}
