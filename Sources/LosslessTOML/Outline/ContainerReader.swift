/// A reader of the blocks in arrays and inline tables.
struct ContainerReader {
  private let tree: SyntaxTree

  init(_ tree: SyntaxTree) { self.tree = tree }

  /// Returns the parts of an array or an inline table; `nil` for any other value.
  func container(of node: NodeIndex) -> TOMLContainer? {
    switch tree.kind(node) {
    case .array:
      let elements = Array(tree.children(of: node))
      return container(of: node, elements, tokens: elements.map { tree.node($0).first..<tree.node($0).end })
    case .inlineTable:
      let entries = tree.entries(below: node).sorted { tree.node($0).first < tree.node($1).first }
      return container(of: node, entries, tokens: entries.map { tree.firstKeyToken(of: $0)..<tree.node($0).end })
    default: return nil
    }
  }

  private func container(of node: NodeIndex, _ nodes: [NodeIndex], tokens: [Range<Int32>]) -> TOMLContainer {
    let layout = ArrayLayout(of: node, elements: tokens, in: tree, commasStartLines: true)
    let (start, end) = (tree.range(of: node).lowerBound, tree.range(of: node).upperBound)
    let first = layout.content.lowerBound
    var container = TOMLContainer(
      opening: start..<first, openingLineEnd: first..<first, closingGap: first..<first, closing: first..<end,
      isMultiline: layout.isMultiline)
    container.blocks.reserveCapacity(nodes.count)
    var gapStart = first
    for (index, row) in layout.rows.enumerated() {
      let lineEnd = row.lineEnd ?? row.tail.upperBound..<row.tail.upperBound
      let gap = gapStart..<row.indent.lowerBound
      if !row.units.isEmpty {
        for unit in row.units {
          container.blocks.append(
            block(unit, of: row, in: layout, nodes[unit], below: node, gap: gap, isFirstRow: index == 0))
        }
        if row.lineEnd == nil {
          container.closingGap = row.tail.lowerBound..<row.tail.lowerBound
          container.closing = row.tail.lowerBound..<end
        }
      } else if row.lineEnd == nil {
        container.closingGap = gap
        container.closing = row.indent.lowerBound..<end
        container.closingStartsLine = index > 0
      } else if index == 0 {
        container.opening = start..<row.tail.upperBound
        container.openingLineEnd = lineEnd
      } else if row.tail.isEmpty {
        continue
      } else {
        var comment = TOMLBlock(.comment, gap: gap, indent: row.indent)
        comment.value = row.tail
        comment.trailing = row.tail.upperBound..<row.tail.upperBound
        comment.lineEnd = lineEnd
        container.blocks.append(comment)
      }
      gapStart = lineEnd.upperBound
    }
    return container
  }

  /// Returns the block of a unit of a row.
  private func block(
    _ index: Int, of row: ArrayLayout.Row, in layout: ArrayLayout, _ node: NodeIndex, below container: NodeIndex,
    gap: Range<Int>, isFirstRow: Bool
  ) -> TOMLBlock {
    let unit = layout.units[index]
    let isRowStart = index == row.units.lowerBound
    let start = unit.value.lowerBound
    let indent = isRowStart ? row.indent : unit.separator ?? start..<start
    let role: TOMLBlock.Role =
      tree.node(node).key < 0 ? .element : .entry(tree.path(of: node, below: container))
    var block = TOMLBlock(
      role, node: node, gap: isRowStart ? gap : indent.lowerBound..<indent.lowerBound, indent: indent)
    block.startsLine = isRowStart && !isFirstRow
    block.value = tree.range(of: node)
    block.head = start..<block.value.lowerBound
    if let parts = self.container(of: node) { block.container = parts }
    block.beforeComma = unit.beforeComma
    block.hasComma = unit.hasComma
    block.trailing = unit.after
    if index == row.units.upperBound - 1, let lineEnd = row.lineEnd {
      block.trailing = unit.after.lowerBound..<row.tail.upperBound
      block.lineEnd = lineEnd
    } else {
      block.lineEnd = unit.after.upperBound..<unit.after.upperBound
    }
    return block
  }
}
