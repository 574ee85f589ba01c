/// The sections of a document: each header with the entries below it.
///
/// Comments on the lines directly above a header, without a blank line between, belong to its section. Blank lines after
/// a section belong to no section: they separate it from the next.
struct SectionLayout {
  /// A header with its comments and entries.
  struct Section {
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
  let sections: [Section]

  init(_ tree: SyntaxTree) {
    let headers = tree.nodes.indices.lazy.map(NodeIndex.init).filter { tree.node($0).flags == .header }
      .sorted { tree.node($0).first < tree.node($1).first }
    let starts = headers.map { Self.start(ofHeader: tree.node($0).first, in: tree) }
    let source = tree.source
    let ends = starts.dropFirst() + [source.count]
    sections = zip(headers, zip(starts, ends)).map { node, bounds in
      let bodyEnd = Self.endOfText(in: source, from: bounds.0, to: bounds.1)
      let headerLine = Lines.start(ofLineAt: tree.offset(ofToken: tree.node(node).first), in: source)
      return Section(node: node, body: bounds.0..<bodyEnd, gap: bodyEnd..<bounds.1, headerLine: headerLine)
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

extension SectionLayout {
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
