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
    let layout = SectionLayout(tree)
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

extension SectionLayout {
  /// Returns the splices that remove all sections but those of `pieces`, to be combined with other splices.
  fileprivate func removal(keeping pieces: [Piece]) -> [Splice] {
    let kept = Set(pieces.compactMap { if case .existing(let index) = $0 { index } else { nil } })
    return sections.indices.filter { !kept.contains($0) }
      .map { Splice(sections[$0].body.lowerBound..<sections[$0].gap.upperBound) }
  }
}
