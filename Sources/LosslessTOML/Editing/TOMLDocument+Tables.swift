extension TOMLDocument {
  /// Adds a table at the end of an array of tables. A missing array is created.
  ///
  /// - Throws: `TOMLEditError`; see `insertTable(_:at:in:)`.
  public mutating func appendTable(_ table: TOMLInlineTable, in array: TOMLPath) throws(TOMLEditError) {
    try insertTable(table, at: self[array]?.array?.count ?? 0, in: array)
  }

  /// Inserts a `[[table]]` into an array of tables. A missing array is created if `index` is 0.
  ///
  /// The new table has the indentation of its neighbours, and as many blank lines around it.
  ///
  /// - Throws: `TOMLEditError` with the code `noSuchValue`, `notAnArrayOfTables` or `indexOutOfRange`.
  public mutating func insertTable(
    _ table: TOMLInlineTable, at index: Int, in array: TOMLPath
  ) throws(TOMLEditError) {
    try requireValid(for: array)
    guard tree.node(at: array) == nil else {
      _ = try arrayOfTables(at: array)
      return try insert([.inlineTable(table)], at: index, in: array)
    }
    guard index == 0 else { throw TOMLEditError(code: .indexOutOfRange, path: array) }
    try addArrayOfTables(table, at: array)
  }

  // MARK: Parts

  private func arrayOfTables(at path: TOMLPath) throws(TOMLEditError) -> NodeIndex {
    try requireValid(for: path)
    guard let node = tree.node(at: path) else { throw TOMLEditError(code: .noSuchValue, path: path) }
    guard tree.kind(node) == .arrayOfTables else { throw TOMLEditError(code: .notAnArrayOfTables, path: path) }
    return node
  }

  private mutating func addArrayOfTables(_ table: TOMLInlineTable, at path: TOMLPath) throws(TOMLEditError) {
    guard case .key(let key) = path.components.last, let parent = tree.node(at: path.components.dropLast()) else {
      throw TOMLEditError(code: .noSuchValue, path: path)
    }
    guard tree.kind(parent) == .table else { throw TOMLEditError(code: .notATable, path: path) }
    let layout = SectionLayout(tree)
    let header = "[[" + tree.headerName(of: parent, adding: [key]) + "]]"
    let body = SectionWriter(lineEnd: Lines.lineEnd(in: source, near: source.count)).body(header, table)
    let text = layout.assembled(layout.pieces(adding: body, below: parent, in: tree), in: source)
    try commit([Splice(0..<source.count, with: text)], at: path) { check, _, new in
      check.isRearranged(nil, new, as: [.new(.inlineTable(table))])
    }
  }

  /// Rearranges an array of tables. The placements must be valid.
  mutating func rearrangeTables(
    _ node: NodeIndex, at path: TOMLPath, as placements: [TOMLPlacement], unmoved: Set<Int>
  ) throws(TOMLEditError) {
    let areTables = placements.allSatisfy { placement in
      switch placement {
      case .existing, .new(.inlineTable): true
      case .new: false
      case .copy(let element): if case .inlineTable = element.literal { true } else { false }
      }
    }
    guard areTables else { throw TOMLEditError(code: .notATable, path: path) }
    let layout = SectionLayout(tree)
    let text = layout.assembled(
      layout.pieces(rearranging: node, as: placements, unmoved: unmoved, in: tree), in: source)
    try commit([Splice(0..<source.count, with: text)], at: path) { check, old, new in
      check.isRearranged(old, new, as: placements)
    }
  }
}
