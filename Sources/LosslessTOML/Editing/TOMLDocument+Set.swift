extension TOMLDocument {
  /// Sets the value at `path`.
  ///
  /// An existing value is replaced, and only its own bytes change. A string keeps its kind of quotes if possible. In an
  /// array, the elements that stay keep their lines and comments. An existing value that equals the new one keeps its
  /// bytes.
  ///
  /// A missing key is added on the line after the entry `sibling`; without that, after the last entry of its table,
  /// before the comments and tables that follow. Missing tables on the path are created, with a header below the last
  /// table of their parent.
  ///
  ///     try document.set("Evening", at: ["name"])
  ///     try document.set(4, at: ["episodes", 3, "rating"], after: "duration")
  ///
  /// O(*n*) in the size of the document.
  ///
  /// - Throws: `TOMLEditError` with the code `documentInvalid`; `noSuchValue` for an index that does not exist;
  ///   `notATable` for a key of a value that is not a table; `notAValue` for a table or an array of tables with headers;
  ///   `resultInvalid` for a value that cannot be written.
  public mutating func set(
    _ value: TOMLLiteral, at path: TOMLPath, after sibling: String? = nil
  ) throws(TOMLEditError) {
    try requireValid(for: path)
    if let node = tree.node(at: path) { return try replace(node, with: value, at: path) }
    let splice = try insertion(of: value, at: path, after: sibling)
    try commit([splice], at: path) { check, _, new in new.map { check.isSame(value, $0) } ?? false }
  }

  // MARK: Replacing

  private mutating func replace(_ node: NodeIndex, with value: TOMLLiteral, at path: TOMLPath) throws(TOMLEditError) {
    let present = TOMLLiteral(TOMLValue(tree: tree, node: node))
    guard !present.means(value) else { return }
    guard tree.kind(node) != .table, tree.kind(node) != .arrayOfTables else {
      throw TOMLEditError(code: .notAValue, path: path)
    }
    if case .array(let old) = present, case .array(let new) = value {
      return try rearrange(path, as: Self.placements(from: old, to: new))
    }
    try commit([splice(replacing: node, with: value)], at: path) { check, _, new in
      new.map { check.isSame(value, $0) } ?? false
    }
  }

  /// Returns the splice that replaces the text of a value.
  func splice(replacing node: NodeIndex, with value: TOMLLiteral) -> Splice {
    let text = LiteralWriter.text(value, quotes: quotes(replacing: node))
    return Splice(tree.range(of: node), with: Array(text.utf8))
  }

  /// Returns the preferred quotes of a string that replaces `node`.
  private func quotes(replacing node: NodeIndex) -> LiteralWriter.QuoteStyle {
    switch tree.tokens[Int(tree.node(node).first)].kind {
    case .literalString: .literal
    // In a file with CRLF line ends, a bare line feed in a string would be lost when an editor converts line ends.
    case .multilineBasicString, .multilineLiteralString:
      Lines.lineEnd(in: source, near: tree.range(of: node).lowerBound) == [.lineFeed] ? .multilineBasic : .basic
    default: .basic
    }
  }

  /// Returns the placements that make `new` from the elements of `old`. Each old element is used at most once, in order.
  private static func placements(from old: [TOMLLiteral], to new: [TOMLLiteral]) -> [TOMLPlacement] {
    var available: [TOMLLiteral: [Int]] = [:]
    for index in old.indices.reversed() { available[old[index], default: []].append(index) }
    return new.map { literal in
      // Swift's strings are equal if they are canonically equivalent. TOML compares bytes.
      guard let index = available[literal]?.last, old[index].means(literal) else { return .new(literal) }
      available[literal]?.removeLast()
      return .existing(index)
    }
  }

  // MARK: Inserting

  private func insertion(
    of value: TOMLLiteral, at path: TOMLPath, after sibling: String?
  ) throws(TOMLEditError) -> Splice {
    let (table, keys) = try missingKeys(of: path)
    let writer = EntryWriter(tree: tree)
    if let inline = tree.inlineTable(around: table) {
      return writer.inlineEntry(keys, value, in: table, of: inline, after: sibling)
    }
    let isDotted = tree.node(table).flags.contains(.dotted)
    if keys.count == 1 || isDotted, let neighbour = writer.neighbour(in: table, after: sibling) {
      return writer.line(keys, value, in: table, below: neighbour)
    }
    guard keys.count == 1 else { return writer.section(keys.dropLast(), of: table, keys.suffix(1), value) }
    if table == SyntaxTree.root { return writer.firstLineOfRoot(keys, value) }
    return tree.node(table).flags.contains(.header)
      ? writer.firstLine(keys, value, of: table) : writer.section([], of: table, keys.suffix(1), value)
  }

  /// Returns the last existing table on the path, and the keys below it.
  private func missingKeys(of path: TOMLPath) throws(TOMLEditError) -> (table: NodeIndex, keys: [String]) {
    var (node, rest) = (SyntaxTree.root, path.components[...])
    while !rest.isEmpty, let next = tree.node(at: path.components[...rest.startIndex]) {
      node = next
      rest = rest.dropFirst()
    }
    var keys: [String] = []
    for component in rest {
      guard case .key(let key) = component else { throw TOMLEditError(code: .noSuchValue, path: path) }
      keys.append(key)
    }
    guard tree.isTable(node), !keys.isEmpty else { throw TOMLEditError(code: .notATable, path: path) }
    return (node, keys)
  }
}

extension TOMLDocument {
  /// Removes the value at `path`.
  ///
  /// - A key is removed with its line and the comment on it.
  /// - A table is removed with the comments directly above its header, its header, its entries and the tables below it.
  /// - An element is removed as by `removeElements(_:in:)`.
  ///
  /// Comments on separate lines between entries stay. A table that only its entries create goes with the last of them.
  /// O(*n*).
  ///
  /// - Throws: `TOMLEditError` with the code `documentInvalid`, or `noSuchValue`, also for the empty path.
  public mutating func remove(_ path: TOMLPath) throws(TOMLEditError) {
    try requireValid(for: path)
    guard let last = path.components.last, let node = tree.node(at: path) else {
      throw TOMLEditError(code: .noSuchValue, path: path)
    }
    if case .index(let index) = last {
      let array = TOMLPath(path.components.dropLast())
      return try removeElements(RangeSet(index..<index + 1), in: array)
    }
    try commit(removal(of: node), at: path) { _, _, new in new == nil }
  }

  /// Returns the splices that remove entries of tables.
  func removals(of entries: Set<NodeIndex>) -> [Splice] {
    let groups = Dictionary(grouping: entries) { tree.inlineTable(around: tree.node($0).parent) }
    return groups.flatMap { inline, entries in
      inline.map { [inlineRemoval(of: Set(entries), from: $0)] } ?? lineRemovals(of: entries)
    }
  }

  private func removal(of node: NodeIndex) -> [Splice] {
    if let inline = tree.inlineTable(around: tree.node(node).parent) {
      return [inlineRemoval(of: Set(tree.entries(from: node)), from: inline)]
    }
    let lines = lineRemovals(of: tree.entries(from: node))
    let layout = HeaderLayout(tree)
    let pieces = layout.pieces(removing: [node], in: tree)
    guard pieces.count < layout.sections.count else { return lines }
    guard !lines.isEmpty else {
      return [Splice(0..<source.count, with: layout.assembled(pieces, in: source))]
    }
    return lines + layout.removal(keeping: pieces)
  }

  /// Returns the splices that remove the lines of entries.
  private func lineRemovals(of entries: [NodeIndex]) -> [Splice] {
    var ranges: [Range<Int>] = []
    for entry in entries.sorted(by: { tree.node($0).first < tree.node($1).first }) {
      let start = Lines.start(ofLineAt: tree.entryStart(of: entry), in: source)
      let end = Lines.end(ofLineAt: tree.range(of: entry).upperBound, in: source)
      if let last = ranges.last, last.upperBound == start {
        ranges[ranges.count - 1] = last.lowerBound..<end
      } else {
        ranges.append(start..<end)
      }
    }
    return ranges.map { Splice(withoutFinalLineEnd($0)) }
  }

  /// Returns the range to remove at the end of a file without a final line end: the line end before it is removed too.
  private func withoutFinalLineEnd(_ range: Range<Int>) -> Range<Int> {
    let isFinal = range.upperBound == source.count && source.last != .lineFeed
    guard isFinal, range.lowerBound > 0, source[range.lowerBound - 1] == .lineFeed else { return range }
    let hasReturn = range.lowerBound > 1 && source[range.lowerBound - 2] == .carriageReturn
    return range.lowerBound - (hasReturn ? 2 : 1)..<range.upperBound
  }

  private func inlineRemoval(of entries: Set<NodeIndex>, from inline: NodeIndex) -> Splice {
    let all = tree.entries(below: inline).sorted { tree.node($0).first < tree.node($1).first }
    let layout = ArrayLayout(of: inline, elements: all.map { tree.firstKeyToken(of: $0)..<tree.node($0).end }, in: tree)
    let opening = tree.offset(ofToken: tree.node(inline).first)
    let style = ArrayRearrangement.Style(of: layout, opening: opening, in: tree)
    let kept = all.indices.filter { !entries.contains(all[$0]) }
    var arrangement = ArrayRearrangement(
      kept.map(ArrayRearrangement.Item.unit), unmoved: Set(kept), of: layout, style: style, in: source)
    return Splice(layout.content, with: arrangement.text(expands: false))
  }
}

extension SyntaxTree {
  /// Returns the entries that make up `node`, on lines or in an inline table; none for tables with headers.
  func entries(from node: NodeIndex) -> [NodeIndex] {
    switch kind(node) {
    case .table: self.node(node).flags.contains(.header) ? [] : entries(below: node)
    case .arrayOfTables: []
    default: [node]
    }
  }

  /// Returns the entries of a table, those of the dotted keys in it included.
  func entries(below table: NodeIndex) -> [NodeIndex] {
    children(of: table).flatMap { entries(from: $0) }
  }
}

extension HeaderLayout {
  /// Returns the splices that remove all sections but those of `pieces`, to be combined with other splices.
  fileprivate func removal(keeping pieces: [Piece]) -> [Splice] {
    let kept = Set(pieces.compactMap { if case .existing(let index) = $0 { index } else { nil } })
    return sections.indices.filter { !kept.contains($0) }
      .map { Splice(sections[$0].body.lowerBound..<sections[$0].gap.upperBound) }
  }
}
