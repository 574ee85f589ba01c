/// A reader of the sections of a document and their lines.
struct SectionReader: TokenCursor {
  let tree: SyntaxTree
  private let sections: [SectionLayout.Section]
  private var nextSection = 0
  /// The entries of all sections, sorted by their first token.
  private let entries: [(first: Int32, node: NodeIndex)]
  private var nextEntry = 0
  var token: Int32 = 0
  /// The start of the blank lines before the current line.
  private var gapStart = 0

  init(_ tree: SyntaxTree) {
    self.tree = tree
    sections = SectionLayout(tree).sections
    entries = tree.nodes.indices.lazy.map(NodeIndex.init).filter { tree.isSectionEntry($0) }
      .map { (tree.firstKeyToken(of: $0), $0) }.sorted { $0.0 < $1.0 }
  }

  mutating func document() -> TOMLBlock {
    if kind == .byteOrderMark { token += 1 }
    gapStart = offset
    var root = TOMLBlock(.document, node: SyntaxTree.root, gap: 0..<0, indent: 0..<0)
    root.head = 0..<offset
    root.lines = lines(in: SyntaxTree.root)
    root.sections = sections(below: SyntaxTree.root)
    root.end = gapStart..<tree.source.count
    return root
  }

  // MARK: Sections

  private mutating func sections(below ancestor: NodeIndex) -> [TOMLBlock] {
    var blocks: [TOMLBlock] = []
    while nextSection < sections.count, tree.isAncestor(ancestor, of: sections[nextSection].node) {
      blocks.append(section())
    }
    return blocks
  }

  private mutating func section() -> TOMLBlock {
    let section = sections[nextSection]
    nextSection += 1
    let gap = takeGap()
    var lead: [TOMLBlock] = []
    while offset < section.headerLine { lead.append(comment(gap: offset..<offset, indent: whitespace())) }
    let path = tree.path(of: section.node)
    let isElement = tree.kind(tree.node(section.node).parent) == .arrayOfTables
    var block = TOMLBlock(
      isElement ? .tableElement(path) : .table(path), node: section.node, gap: gap, indent: whitespace())
    if !lead.isEmpty { block.lead = lead }
    let start = offset
    token = tree.lastTokenOfHeader(token) + 1
    block.head = start..<offset
    endLine(of: &block)
    block.lines = lines(in: section.node)
    if isElement { block.sections = sections(below: section.node) }
    return block
  }

  // MARK: Lines

  /// Reads lines up to the next section.
  private mutating func lines(in section: NodeIndex) -> [TOMLBlock] {
    let end = nextSection < sections.count ? sections[nextSection].body.lowerBound : tree.source.count
    var blocks: [TOMLBlock] = []
    while offset < end {
      let lineStart = offset
      let indent = whitespace()
      switch kind {
      case .newline: token += 1
      case .endOfFile: break
      case .comment:
        blocks.append(comment(gap: gapStart..<lineStart, indent: indent))
        gapStart = offset
      default:
        blocks.append(entry(in: section, gap: gapStart..<lineStart, indent: indent))
        gapStart = offset
      }
    }
    return blocks
  }

  private mutating func comment(gap: Range<Int>, indent: Range<Int>) -> TOMLBlock {
    var block = TOMLBlock(.comment, gap: gap, indent: indent)
    let start = offset
    token += 1
    block.value = start..<offset
    endLine(of: &block)
    return block
  }

  private mutating func entry(in section: NodeIndex, gap: Range<Int>, indent: Range<Int>) -> TOMLBlock {
    let node = entries[nextEntry].node
    nextEntry += 1
    var block = TOMLBlock(.entry(tree.path(of: node, below: section)), node: node, gap: gap, indent: indent)
    block.value = tree.range(of: node)
    block.head = indent.upperBound..<block.value.lowerBound
    if let container = ContainerReader(tree).container(of: node) { block.container = container }
    token = tree.node(node).end
    endLine(of: &block)
    return block
  }

  /// Reads the trivia after a block, up to the end of the line.
  private mutating func endLine(of block: inout TOMLBlock) {
    let start = offset
    block.beforeComma = start..<start
    _ = whitespace()
    if kind == .comment { token += 1 }
    let end = offset
    block.trailing = start..<end
    if kind == .newline { token += 1 }
    block.lineEnd = end..<offset
    gapStart = offset
  }

  // MARK: Tokens

  private mutating func takeGap() -> Range<Int> {
    defer { gapStart = offset }
    return gapStart..<offset
  }
}

extension SyntaxTree {
  /// Returns whether a node is the value of an entry on its own line in a section.
  fileprivate func isSectionEntry(_ index: NodeIndex) -> Bool {
    let node = node(index)
    guard node.key >= 0, node.kind != .table, node.kind != .arrayOfTables, !node.flags.contains(.invalid) else {
      return false
    }
    return kind(node.parent) == .table && inlineTable(around: node.parent) == nil
  }

  /// Returns the keys on the path from `table` to a node. Elements of arrays have no key.
  func path(of index: NodeIndex, below table: NodeIndex = SyntaxTree.root) -> [String] {
    var (path, current): ([String], NodeIndex) = ([], index)
    while current != table, current != Node.none {
      if node(current).key >= 0 { path.append(key(of: current)) }
      current = node(current).parent
    }
    return path.reversed()
  }
}
