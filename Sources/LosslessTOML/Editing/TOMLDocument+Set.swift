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
