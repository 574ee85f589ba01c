extension TOMLDocument {
  /// Gives the place at `path` a value.
  ///
  /// A value that is there is replaced, and only its own bytes change; the quotes of a string are kept where they can
  /// be, and in an array whose elements change, those that stay keep their lines and comments. A value that means the
  /// same already stays as it is, however it is written.
  ///
  /// A key that is not there is added: on the line after the entry `sibling` if there is one, else after the last
  /// entry of its table, before comments and tables that follow. Tables that `path` names and that are missing are
  /// made, with a header of their own below the last table of the one they belong to.
  ///
  ///     try document.set("Evening", at: ["name"])
  ///     try document.set(4, at: ["episodes", 3, "rating"], after: "duration")
  ///
  /// O(*n*) in the size of the document.
  ///
  /// - Throws: `TOMLEditError` with the code `documentInvalid`, `noSuchValue` for an index that is not there,
  ///   `notATable` for a key of something that is none, `notAValue` for a table or an array of tables with headers,
  ///   or `resultInvalid` for a value that cannot be written.
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
    let range = tree.range(of: node)
    let text = LiteralWriter.text(value, quotes: quotes(replacing: node))
    try commit([Splice(range, with: Array(text.utf8))], at: path) { check, _, new in
      new.map { check.isSame(value, $0) } ?? false
    }
  }

  /// The quotes that a string in place of `node` is written in, if it can be.
  private func quotes(replacing node: NodeIndex) -> LiteralWriter.QuoteStyle {
    switch tree.tokens[Int(tree.node(node).first)].kind {
    case .literalString: .literal
    // A line feed written into a file of other line ends would be the only one of its kind, or change with them.
    case .multilineBasicString, .multilineLiteralString:
      Lines.lineEnd(in: source, near: tree.range(of: node).lowerBound) == [.lineFeed] ? .multilineBasic : .basic
    default: .basic
    }
  }

  /// How to make `new` from the elements of `old`: each that is there already is used once, in order.
  private static func placements(from old: [TOMLLiteral], to new: [TOMLLiteral]) -> [TOMLPlacement] {
    var available: [TOMLLiteral: [Int]] = [:]
    for index in old.indices.reversed() { available[old[index], default: []].append(index) }
    return new.map { literal in
      // Equality of strings forgives what TOML does not: two spellings of one accented letter.
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

  /// The last table on the way that is there, and the keys from there on.
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
