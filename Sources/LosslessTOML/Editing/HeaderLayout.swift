/// The sections of a document: each header with the entries below it.
///
/// Comments on the lines directly above a header, without a blank line between, belong to its section. Blank lines after
/// a section belong to no section: they separate it from the next.
struct HeaderLayout {
  /// A header with its comments and entries.
  struct HeaderBlock {
    let node: NodeIndex
    /// The comments above the header, the header and its entries, without the last line end.
    let body: Range<Int>
    /// The last line end and the blank lines after it.
    let gap: Range<Int>
    /// The offset at which the line of the header starts.
    let headerLine: Int
  }

  /// A section of an edited document.
  enum Piece {
    case existing(Int)
    case new([UInt8])
  }

  /// The text above the first section, without its last line end.
  let preamble: Range<Int>
  /// The last line end of the preamble and the blank lines after it.
  let preambleGap: Range<Int>
  /// Whether only a byte order mark and white space stand above the first section.
  let isPreambleEmpty: Bool
  let sections: [HeaderBlock]

  init(_ tree: SyntaxTree) {
    let headers = tree.nodes.indices.lazy.map(NodeIndex.init).filter { tree.node($0).flags == .header }
      .sorted { tree.node($0).first < tree.node($1).first }
    let starts = headers.map { Self.start(ofHeader: tree.node($0).first, in: tree) }
    let source = tree.source
    let ends = starts.dropFirst() + [source.count]
    sections = zip(headers, zip(starts, ends)).map { node, bounds in
      let bodyEnd = Self.endOfText(in: source, from: bounds.0, to: bounds.1)
      let headerLine = Lines.start(ofLineAt: tree.offset(ofToken: tree.node(node).first), in: source)
      return HeaderBlock(node: node, body: bounds.0..<bodyEnd, gap: bodyEnd..<bounds.1, headerLine: headerLine)
    }
    let preambleEnd = starts.first ?? source.count
    let textStart = source.starts(with: Lines.byteOrderMark) ? Lines.byteOrderMark.count : 0
    let textEnd = Self.endOfText(in: source, from: textStart, to: preambleEnd)
    preamble = 0..<textEnd
    preambleGap = textEnd..<preambleEnd
    isPreambleEmpty = textEnd == textStart
  }

  /// Returns the offset of the first comment directly above a header, or of the line of the header.
  private static func start(ofHeader first: Int32, in tree: SyntaxTree) -> Int {
    var start = lineStart(of: first, in: tree)
    while let above = commentLine(above: start, in: tree) { start = above }
    return tree.offset(ofToken: start)
  }

  /// Returns the first token of the line of `token`, which is the first on its line except for white space.
  private static func lineStart(of token: Int32, in tree: SyntaxTree) -> Int32 {
    token > 0 && tree.tokens[Int(token) - 1].kind == .whitespace ? token - 1 : token
  }

  /// Returns the first token of the line above, if it holds only a comment.
  private static func commentLine(above start: Int32, in tree: SyntaxTree) -> Int32? {
    guard start >= 2, tree.tokens[Int(start) - 1].kind == .newline, tree.tokens[Int(start) - 2].kind == .comment else {
      return nil
    }
    let line = lineStart(of: start - 2, in: tree)
    guard line > 0 else { return line }
    let before = tree.tokens[Int(line) - 1].kind
    return before == .newline || before == .byteOrderMark ? line : nil
  }

  /// Returns the end of the last line that is not blank, without its line end.
  private static func endOfText(in source: [UInt8], from start: Int, to end: Int) -> Int {
    guard let last = source[start..<end].lastIndex(where: { !$0.isWhitespaceOrLineEnd }) else { return start }
    let lineEnd = source[last..<end].firstIndex { $0 == .lineFeed || $0 == .carriageReturn }
    return lineEnd ?? end
  }
}

extension HeaderLayout {
  /// Returns the document with other sections.
  ///
  /// The blank lines after a section move with it. The end of the file is unchanged.
  func assembled(_ pieces: [Piece], in source: [UInt8]) -> [UInt8] {
    let lineEnd = Lines.lineEnd(in: source, near: source.count)
    let blankLine = usualGap.map { Array(source[$0]) } ?? lineEnd + lineEnd
    let final = source.count <= Lines.byteOrderMark.count ? lineEnd : Array(source[sections.last?.gap ?? preambleGap])
    var result = Array(source[preamble])
    if pieces.isEmpty { return isPreambleEmpty ? result : result + final }
    result += sections.isEmpty ? (isPreambleEmpty ? [] : blankLine) : Array(source[preambleGap])
    for (position, piece) in pieces.enumerated() {
      var gap = blankLine
      switch piece {
      case .existing(let index):
        result += source[sections[index].body]
        if index < sections.count - 1 { gap = Array(source[sections[index].gap]) }
      case .new(let body): result += body
      }
      result += position == pieces.count - 1 ? final : gap
    }
    return result
  }

  /// The blank lines between the last two sections.
  private var usualGap: Range<Int>? { sections.dropLast().last?.gap }
}

extension HeaderLayout {
  /// Returns all sections, and a new one after the last section below `parent`; at the end of the document for the root.
  func pieces(adding body: [UInt8], below parent: NodeIndex, in tree: SyntaxTree) -> [Piece] {
    var pieces = sections.indices.map(Piece.existing)
    let position =
      parent == SyntaxTree.root
      ? sections.count : (sections.lastIndex { tree.isAncestor(parent, of: $0.node) }).map { $0 + 1 }
    pieces.insert(.new(body), at: position ?? sections.count)
    return pieces
  }

  /// Returns all sections except those of `nodes` and of the tables below them.
  func pieces(removing nodes: Set<NodeIndex>, in tree: SyntaxTree) -> [Piece] {
    sections.indices.filter { index in !nodes.contains { tree.isAncestor($0, of: sections[index].node) } }
      .map(Piece.existing)
  }

  /// Returns all sections, with the tables of an array of tables rearranged.
  ///
  /// A moved or new table comes directly after its new predecessor; at the start, directly before the first table that is
  /// `unmoved`.
  func pieces(
    rearranging array: NodeIndex, as placements: [TOMLPlacement], unmoved: Set<Int>, in tree: SyntaxTree
  ) -> [Piece] {
    let groups = groups(of: array, in: tree)
    let moved = Set(groups.indices.filter { !unmoved.contains($0) }.flatMap { groups[$0] })
    let writer = HeaderWriter(like: array, in: tree)
    var leading: [Piece] = []
    var followers: [Int: [Piece]] = [:]
    var predecessor: Int?
    for placement in placements {
      if let index = placement.existingIndex, unmoved.contains(index) {
        predecessor = groups[index].last
        continue
      }
      let pieces = pieces(of: placement, groups: groups, writer: writer)
      if let predecessor { followers[predecessor, default: []] += pieces } else { leading += pieces }
    }
    let anchor = unmoved.min().map { groups[$0][0] } ?? groups.first?.first
    return sections.indices.flatMap { section in
      (section == anchor ? leading : []) + (moved.contains(section) ? [] : [.existing(section)])
        + (followers[section] ?? [])
    }
  }

  private func pieces(of placement: TOMLPlacement, groups: [[Int]], writer: HeaderWriter) -> [Piece] {
    switch placement {
    case .existing(let index): groups[index].map(Piece.existing)
    case .new(let literal): pieces(of: literal, writer: writer)
    case .copy(let element):
      if case .lines(let lines) = element.text {
        [.new(Array(lines.joined(separator: writer.lineEnd)))]
      } else {
        pieces(of: element.literal, below: element.comments, writer: writer)
      }
    }
  }

  private func pieces(of literal: TOMLLiteral, below comments: [[UInt8]] = [], writer: HeaderWriter) -> [Piece] {
    guard case .inlineTable(let table) = literal else { return [] }
    return [.new(writer.body(writer.header, table, below: comments))]
  }

  /// Returns the sections of each table of an array of tables: its own and those of the tables below it.
  func groups(of array: NodeIndex, in tree: SyntaxTree) -> [[Int]] {
    let elements = tree.children(of: array)
    let positions = Dictionary(uniqueKeysWithValues: zip(elements, elements.indices.map { $0 - elements.startIndex }))
    var groups = [[Int]](repeating: [], count: elements.count)
    for (index, section) in sections.enumerated() {
      guard let element = tree.element(of: array, above: section.node), let position = positions[element] else {
        continue
      }
      groups[position].append(index)
    }
    return groups
  }
}

extension SyntaxTree {
  /// Returns whether `ancestor` is `node` or one of its ancestors.
  func isAncestor(_ ancestor: NodeIndex, of node: NodeIndex) -> Bool {
    var current = node
    while current != Node.none, current != ancestor { current = self.node(current).parent }
    return current == ancestor
  }

  /// Returns the element of `array` that is `node` or one of its ancestors.
  fileprivate func element(of array: NodeIndex, above node: NodeIndex) -> NodeIndex? {
    var current = node
    while current != Node.none {
      let parent = self.node(current).parent
      if parent == array { return current }
      current = parent
    }
    return nil
  }

  /// Returns the name in a header of a table below `parent`: the keys from the root as they are written, then `keys`.
  func headerName(of parent: NodeIndex, adding keys: [String]) -> String {
    var names: [String] = keys.reversed().map(LiteralWriter.key)
    var current = parent
    while current != Node.none {
      let key = node(current).key
      if key >= 0 { names.append(source.withSourceBytes { $0.text(range(ofToken: key)) }) }
      current = node(current).parent
    }
    return names.reversed().joined(separator: ".")
  }
}

/// Writes a header with the entries below it.
struct HeaderWriter {
  /// The line end between the lines of a section.
  let lineEnd: [UInt8]
  /// The header of another table of the array, if the writer was made for an array.
  private(set) var header = ""
  private var headerIndent: [UInt8] = []
  private var entryIndent: [UInt8] = []

  init(lineEnd: [UInt8]) {
    self.lineEnd = lineEnd
  }

  /// Makes a writer of tables in the style of an array of tables.
  init(like array: NodeIndex, in tree: SyntaxTree) {
    let source = tree.source
    let opening = tree.offset(ofToken: tree.node(array).first)
    lineEnd = Lines.lineEnd(in: source, near: opening)
    header = "[[" + tree.headerName(of: array, adding: []) + "]]"
    headerIndent = Array(source[Lines.indentation(ofLineAt: opening, in: source)])
    guard let first = tree.children(of: array).first, let entry = tree.children(of: first).first else { return }
    let key = tree.offset(ofToken: tree.node(entry).key)
    entryIndent = Array(source[Lines.indentation(ofLineAt: key, in: source)])
  }

  /// Returns comments, a header and entries, without a line end after the last.
  func body(_ header: String, _ table: TOMLInlineTable, below comments: [[UInt8]] = []) -> [UInt8] {
    var result: [UInt8] = []
    for comment in comments { result += headerIndent + comment + lineEnd }
    result += headerIndent + header.utf8
    for entry in table.entries {
      result += lineEnd + entryIndent + "\(LiteralWriter.key(entry.key)) = \(LiteralWriter.text(entry.value))".utf8
    }
    return result
  }
}
