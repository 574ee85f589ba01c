extension TOMLDocument {
  /// Inserts elements into an array.
  ///
  /// - Parameters:
  ///   - values: The new elements; in an array of tables each must be an inline table, and becomes a `[[table]]`.
  ///   - index: The index that the first of them will have.
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
  /// - Throws: `TOMLEditError`; see `rearrange(_:as:)`.
  public mutating func removeElements(_ indices: RangeSet<Int>, in array: TOMLPath) throws(TOMLEditError) {
    var placements = try placements(of: array)
    try require(indices, within: placements.count, for: array)
    placements.removeSubranges(indices)
    try rearrange(array, as: placements)
  }

  /// Moves elements of an array together, in the meaning of `MutableCollection.moveSubranges(_:to:)`: `offset` counts
  /// in the array as it is before the move. The comments on their lines go with them.
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

  /// Makes an array out of old and new elements; an old index that is not mentioned is removed.
  ///
  /// In an array of several lines, every new element gets a line of its own, with the indentation of its neighbours;
  /// an array on one line stays on one line, but for an empty one, which gets a line for each element. A comment on
  /// the line of an element goes where the element goes. Comments on lines of their own stay where they are between the
  /// elements that stay; a new or moved element stands right after the one it follows, in front of such comments. The
  /// quotes of a new string are those of the string before it. An element that is copied from another document keeps its
  /// quotes, and its comment where it gets a line of its own. In an array of tables, see `moveTables(_:to:in:)`.
  /// O(*n*) in the size of the document.
  ///
  /// - Throws: `TOMLEditError` with the code `noSuchValue`, `notAnArray` or `indexOutOfRange`, or
  ///   `notATable` for a new element of an array of tables that is none.
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

  /// The splice that rearranges an array in brackets.
  private func rearrangement(of node: NodeIndex, as placements: [TOMLPlacement], unmoved: Set<Int>) -> Splice {
    let elements = tree.children(of: node).map { tree.node($0).first..<tree.node($0).end }
    let layout = ArrayLayout(of: node, elements: elements, in: tree)
    let opening = tree.offset(ofToken: tree.node(node).first)
    let style = ArrayRearrangement.Style(of: layout, opening: opening, in: tree)
    var arrangement = ArrayRearrangement(
      items(placements, of: node), unmoved: unmoved, of: layout, style: style, in: source)
    return Splice(layout.content, with: arrangement.text(expands: isEntryOfSection(node)))
  }

  /// Whether a value stands right behind a key on a line of its own, rather than in another array or inline table.
  private func isEntryOfSection(_ node: NodeIndex) -> Bool {
    var parent = tree.node(node).parent
    while parent != Node.none, tree.node(parent).flags.contains(.dotted) { parent = tree.node(parent).parent }
    return parent != Node.none && tree.kind(parent) == .table
  }

  /// The elements to be written: a new string is quoted like the string before it, else like the first one.
  private func items(_ placements: [TOMLPlacement], of node: NodeIndex) -> [ArrayRearrangement.Item] {
    let elements = tree.children(of: node)
    var quotes = elements.first { tree.quotes(of: $0) != nil }.flatMap(tree.quotes(of:)) ?? .basic
    return placements.map { placement in
      switch placement {
      case .existing(let index):
        quotes = tree.quotes(of: elements[elements.startIndex + index]) ?? quotes
        return .unit(index)
      case .new(let literal):
        return .new(Array(LiteralWriter.text(literal, quotes: quotes).utf8))
      case .copy(let element):
        return .new(element.text, comment: element.comment)
      }
    }
  }
}

extension SyntaxTree {
  /// The quotes of a string on one line, or `nil` for anything else.
  func quotes(of node: NodeIndex) -> LiteralWriter.QuoteStyle? {
    switch tokens[Int(self.node(node).first)].kind {
    case .basicString: .basic
    case .literalString: .literal
    default: nil
    }
  }
}
