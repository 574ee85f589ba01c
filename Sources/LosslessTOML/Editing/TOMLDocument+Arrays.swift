extension TOMLDocument {
  /// Inserts elements into an array.
  ///
  /// - Parameters:
  ///   - values: The new elements. In an array of tables, each must be an inline table and becomes a `[[table]]`.
  ///   - index: The index of the first new element.
  ///   - array: The path of an array or an array of tables.
  /// - Throws: `TOMLEditError`; see `rearrange(_:as:)`.
  public mutating func insert(
    _ values: [TOMLLiteral], at index: Int, in array: TOMLPath
  ) throws(TOMLEditError) {
    var placements = try placements(of: array)
    guard (0...placements.count).contains(index) else { throw TOMLEditError(code: .indexOutOfRange, path: array) }
    placements.insert(contentsOf: values.map(TOMLPlacement.new), at: index)
    try rearrange(array, as: placements)
  }

  /// Removes elements from an array, with the comments on their lines.
  ///
  /// A table of an array of tables is removed with its comments and the tables below it. Removing the last one removes the
  /// array.
  ///
  /// - Throws: `TOMLEditError`; see `rearrange(_:as:)`.
  public mutating func removeElements(_ indices: RangeSet<Int>, in array: TOMLPath) throws(TOMLEditError) {
    var placements = try placements(of: array)
    try require(indices, within: placements.count, for: array)
    placements.removeSubranges(indices)
    try rearrange(array, as: placements)
  }

  /// Moves elements of an array together, with the comments on their lines.
  ///
  /// As in `MutableCollection.moveSubranges(_:to:)`, `offset` counts in the array before the move. A table of an array of
  /// tables moves with the comments directly above its header, all text up to the next header, and the tables below it, such
  /// as `[array.table]`. Other sections between the tables of the array keep their places.
  ///
  /// - Throws: `TOMLEditError`; see `rearrange(_:as:)`.
  public mutating func moveElements(
    _ indices: RangeSet<Int>, to offset: Int, in array: TOMLPath
  ) throws(TOMLEditError) {
    var placements = try placements(of: array)
    try require(indices, within: placements.count, for: array)
    guard (0...placements.count).contains(offset) else { throw TOMLEditError(code: .indexOutOfRange, path: array) }
    let unmoved = Set(placements.indices.filter { !indices.contains($0) })
    placements.moveSubranges(indices, to: offset)
    try rearrange(array, as: placements, unmoved: unmoved)
  }

  /// Makes an array of old and new elements, and removes the old elements that `placements` does not name.
  ///
  /// - Lines: In an array of several lines, every new element gets its own line, with the indentation of its neighbours.
  ///   An array on one line stays on one line. An empty array gets a line for each element.
  /// - Comments: A comment on the line of an element moves with it. Comments on separate lines keep their places between
  ///   the elements that stay; a new or moved element comes directly after its predecessor, before such comments.
  /// - Quotes: A new string has the quotes of the string before it.
  /// - Copies: An element that is copied from another document keeps its quotes and its comments. If it has comments, it gets
  ///   its own line also in an array on one line. A table that is copied from an array of tables into another keeps its lines and
  ///   the tables below it. Between an array in brackets and an array of tables, the comments go above the copy.
  ///
  /// For arrays of tables, see `moveElements(_:to:in:)`. O(*n*) in the size of the document.
  ///
  /// - Throws: `TOMLEditError` with the code `noSuchValue`, `notAnArray` or `indexOutOfRange`; `notATable` if a new
  ///   element of an array of tables is not a table.
  public mutating func rearrange(_ array: TOMLPath, as placements: [TOMLPlacement]) throws(TOMLEditError) {
    try rearrange(array, as: placements, unmoved: placements.unmoved())
  }

  // MARK: Parts

  private mutating func rearrange(
    _ array: TOMLPath, as placements: [TOMLPlacement], unmoved: Set<Int>
  ) throws(TOMLEditError) {
    try requireValid(for: array)
    let node = try arrayNode(at: array)
    let count = tree.childCount(of: node)
    guard placements.isValid(count: count) else { throw TOMLEditError(code: .indexOutOfRange, path: array) }
    guard !placements.isIdentity(count: count) else { return }
    if tree.kind(node) == .arrayOfTables {
      return try rearrangeTables(node, at: array, as: placements, unmoved: unmoved)
    }
    try commit([rearrangement(of: node, as: placements, unmoved: unmoved)], at: array) { check, old, new in
      new != nil && check.isRearranged(old, new, as: placements)
    }
  }

  private func arrayNode(at path: TOMLPath) throws(TOMLEditError) -> NodeIndex {
    guard let node = tree.node(at: path) else { throw TOMLEditError(code: .noSuchValue, path: path) }
    guard tree.isArray(node) else { throw TOMLEditError(code: .notAnArray, path: path) }
    return node
  }

  private func placements(of array: TOMLPath) throws(TOMLEditError) -> [TOMLPlacement] {
    try requireValid(for: array)
    return (0..<tree.childCount(of: try arrayNode(at: array))).map(TOMLPlacement.existing)
  }

  private func require(_ indices: RangeSet<Int>, within count: Int, for path: TOMLPath) throws(TOMLEditError) {
    let isWithin = indices.ranges.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= count }
    guard isWithin else { throw TOMLEditError(code: .indexOutOfRange, path: path) }
  }

  /// Returns the splice that rearranges an array in brackets.
  private func rearrangement(of node: NodeIndex, as placements: [TOMLPlacement], unmoved: Set<Int>) -> Splice {
    let elements = tree.children(of: node).map { tree.node($0).first..<tree.node($0).end }
    let layout = ArrayLayout(of: node, elements: elements, in: tree)
    let opening = tree.offset(ofToken: tree.node(node).first)
    let style = ArrayRearrangement.Style(of: layout, opening: opening, in: tree)
    var arrangement = ArrayRearrangement(
      items(placements, of: node), unmoved: unmoved, of: layout, style: style, in: source)
    return Splice(layout.content, with: arrangement.text(expands: isEntryOfSection(node)))
  }

  /// Returns whether a value is an entry of a section, rather than of another array or of an inline table.
  private func isEntryOfSection(_ node: NodeIndex) -> Bool {
    var parent = tree.node(node).parent
    while parent != Node.none, tree.node(parent).flags.contains(.dotted) { parent = tree.node(parent).parent }
    return parent != Node.none && tree.kind(parent) == .table
  }

  /// Returns the elements to write. A new string gets the quotes of the string before it, else those of the first one.
  private func items(_ placements: [TOMLPlacement], of node: NodeIndex) -> [ArrayRearrangement.Item] {
    let elements = tree.children(of: node)
    var quotes = elements.first { tree.quotes(of: $0) != nil }.flatMap(tree.quotes(of:)) ?? .basic
    return placements.map { placement in
      switch placement {
      case .existing(let index):
        quotes = tree.quotes(of: elements[elements.startIndex + index]) ?? quotes
        return .unit(index)
      case .new(let literal):
        return .new(.init(text: Array(LiteralWriter.text(literal, quotes: quotes).utf8)))
      case .copy(let element):
        if case .value(let copy) = element.text { return .new(copy) }
        let text = Array(LiteralWriter.text(element.literal, quotes: quotes).utf8)
        return .new(.init(text: text, above: element.comments))
      }
    }
  }
}

extension SyntaxTree {
  /// Returns the quotes of a string on one line, or `nil` for any other node.
  func quotes(of node: NodeIndex) -> LiteralWriter.QuoteStyle? {
    switch tokens[Int(self.node(node).first)].kind {
    case .basicString: .basic
    case .literalString: .literal
    default: nil
    }
  }
}

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
    guard let node = tree.node(at: array) else {
      guard index == 0 else { throw TOMLEditError(code: .indexOutOfRange, path: array) }
      return try addArrayOfTables(table, at: array)
    }
    guard tree.kind(node) == .arrayOfTables else { throw TOMLEditError(code: .notAnArrayOfTables, path: array) }
    try insert([.inlineTable(table)], at: index, in: array)
  }

  // MARK: Parts

  private mutating func addArrayOfTables(_ table: TOMLInlineTable, at path: TOMLPath) throws(TOMLEditError) {
    guard case .key(let key) = path.components.last, let parent = tree.node(at: path.components.dropLast()) else {
      throw TOMLEditError(code: .noSuchValue, path: path)
    }
    guard tree.kind(parent) == .table else { throw TOMLEditError(code: .notATable, path: path) }
    let layout = HeaderLayout(tree)
    let header = "[[" + tree.headerName(of: parent, adding: [key]) + "]]"
    let body = HeaderWriter(lineEnd: Lines.lineEnd(in: source, near: source.count)).body(header, table)
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
    let layout = HeaderLayout(tree)
    let text = layout.assembled(
      layout.pieces(rearranging: node, as: placements, unmoved: unmoved, in: tree), in: source)
    try commit([Splice(0..<source.count, with: text)], at: path) { check, old, new in
      check.isRearranged(old, new, as: placements)
    }
  }
}
