/// The layout of an array or an inline table in rows, one for each line, and the comments that belong to each element.
///
/// The first row is the line of the opening bracket, the last row the line of the closing one; they can be the same. An
/// element is a unit of its row, together with its comma and the comment that follows on its line. Everything else
/// belongs to the container: white space, comments on separate lines, and a comment after the opening bracket.
struct ArrayLayout {
  /// An element with its comma and its comment.
  struct Unit {
    /// The white space between the unit and the one before it on its line; `nil` for the first of a line.
    var separator: Range<Int>?
    /// The element itself.
    var value: Range<Int>
    /// The trivia between the element and its comma.
    var beforeComma: Range<Int>
    var hasComma: Bool
    /// The white space and the comment that follow on the line.
    var after: Range<Int>
    var hasComment: Bool
  }

  /// A line of the container.
  struct Row {
    /// The white space at the start of the line.
    var indent: Range<Int>
    /// The units of the row, as indices into `units`.
    var units: Range<Int>
    /// The rest of the line: a comment that belongs to no unit, or white space before the closing bracket.
    var tail: Range<Int>
    /// The line end; `nil` for the last row.
    var lineEnd: Range<Int>?
  }

  private(set) var units: [Unit] = []
  private(set) var rows: [Row] = []
  /// The bytes between the brackets.
  let content: Range<Int>

  var isMultiline: Bool { rows.count > 1 }

  /// Finds the layout of a container.
  ///
  /// - Parameters:
  ///   - node: The node of the container.
  ///   - elements: The tokens of each element, in the order of the source.
  init(of node: NodeIndex, elements: [Range<Int32>], in tree: SyntaxTree) {
    let (opening, closing) = (tree.node(node).first, tree.node(node).end - 1)
    content = tree.offset(ofToken: opening + 1)..<tree.offset(ofToken: closing)
    var reader = Reader(tree: tree, elements: elements, token: opening + 1, end: closing)
    while let row = reader.row(into: &units) { rows.append(row) }
  }
}

extension ArrayLayout {
  /// Reads rows from tokens.
  private struct Reader {
    let tree: SyntaxTree
    let elements: [Range<Int32>]
    /// The index of the next token.
    var token: Int32
    let end: Int32
    var isDone = false

    /// The kind of the next token.
    private var kind: Token.Kind { tree.tokens[Int(token)].kind }
    /// The offset of the next token in the source.
    private var offset: Int { tree.offset(ofToken: token) }

    /// Reads the next row; `nil` after the row of the closing bracket.
    mutating func row(into units: inout [Unit]) -> Row? {
      guard !isDone else { return nil }
      let indent = whitespace()
      let first = units.count
      var (separator, tailStart): (Range<Int>?, Int) = (nil, offset)
      while units.count < elements.count, elements[units.count].lowerBound == token {
        units.append(unit(units.count, separator: separator))
        tailStart = offset
        separator = whitespace()
      }
      if kind == .comment { token += 1 }
      let tail = tailStart..<offset
      isDone = token == end
      let lineEnd: Range<Int>? = isDone ? nil : tree.range(ofToken: token)
      token += 1
      return Row(indent: indent, units: first..<units.count, tail: tail, lineEnd: lineEnd)
    }

    /// Reads white space, and returns its range, which is empty without any.
    private mutating func whitespace() -> Range<Int> {
      let start = offset
      if kind == .whitespace { token += 1 }
      return start..<offset
    }

    private mutating func unit(_ number: Int, separator: Range<Int>?) -> Unit {
      let element = elements[number]
      token = element.upperBound
      let valueEnd = offset
      let comma = comma()
      let beforeComma = valueEnd..<(comma.map(tree.offset(ofToken:)) ?? valueEnd)
      if let comma { token = comma + 1 }
      let start = offset
      let hasComment = followingComment()
      return Unit(
        separator: separator, value: tree.offset(ofToken: element.lowerBound)..<valueEnd, beforeComma: beforeComma,
        hasComma: comma != nil, after: start..<offset, hasComment: hasComment)
    }

    /// Returns the next comma, if only trivia stands before it.
    private func comma() -> Int32? {
      var next = token
      while next < end, tree.tokens[Int(next)].isTrivia { next += 1 }
      return tree.tokens[Int(next)].kind == .comma ? next : nil
    }

    /// Reads the rest of the line, if it is only white space and a comment, and returns whether there is a comment.
    private mutating func followingComment() -> Bool {
      let start = token
      _ = whitespace()
      if kind == .comment {
        token += 1
        return true
      }
      if kind != .newline { token = start }
      return false
    }
  }
}
