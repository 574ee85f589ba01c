/// The origin of an element of a rearranged array.
public enum TOMLPlacement: Hashable, Sendable {
  /// The element at an index of the old array, with its comment.
  case existing(Int)
  /// A new element.
  case new(TOMLLiteral)
  /// An element of another document, with its text and its comment.
  case copy(TOMLElement)
}

extension TOMLPlacement {
  /// The index in the old array, if the element comes from there.
  var existingIndex: Int? {
    if case .existing(let index) = self { index } else { nil }
  }
}

extension [TOMLPlacement] {
  /// Returns whether each old index is in bounds and used at most once.
  func isValid(count: Int) -> Bool {
    let indices = compactMap(\.existingIndex)
    return indices.allSatisfy { (0..<count).contains($0) } && Set(indices).count == indices.count
  }

  /// Returns whether the array stays unchanged.
  func isIdentity(count: Int) -> Bool {
    self.count == count && enumerated().allSatisfy { $0.element.existingIndex == $0.offset }
  }

  /// Returns the old indices of elements that need not move: a longest increasing subsequence of the old indices.
  ///
  /// The comments of the array keep their places between these elements, so the smallest possible part of the file
  /// changes. O(*n* log *n*).
  func unmoved() -> Set<Int> {
    let indices = compactMap(\.existingIndex)
    var lastOfLength: [Int] = []
    var predecessors = [Int](repeating: -1, count: indices.count)
    for (position, index) in indices.enumerated() {
      let length = lastOfLength.partitioningIndex { indices[$0] > index }
      predecessors[position] = length > 0 ? lastOfLength[length - 1] : -1
      if length == lastOfLength.count { lastOfLength.append(position) } else { lastOfLength[length] = position }
    }
    var result: Set<Int> = []
    var position = lastOfLength.last ?? -1
    while position >= 0 {
      result.insert(indices[position])
      position = predecessors[position]
    }
    return result
  }
}

/// An element of an array, as it is written in its document, with its comments. It can be copied into an array of another
/// document.
public struct TOMLElement: Hashable, Sendable {
  /// The value.
  public let literal: TOMLLiteral
  /// The text of the element.
  let text: Text
  /// All comments of the element, in the order of the source.
  let comments: [[UInt8]]

  /// The text of an element in its document.
  enum Text: Hashable {
    /// A value in brackets. The comments above it stand before its comma in its document.
    case value(ArrayRearrangement.NewElement)
    /// The lines of a table of an array of tables, without line ends: the comments directly above its header, the header, its
    /// entries, and the tables below it.
    case lines([[UInt8]])
  }
}

extension TOMLElement {
  /// Returns the element of an array in brackets with a comment on the line above it. Other elements stay as they are.
  ///
  /// - Parameter comment: The text without `#`. It must not contain line ends or other control characters.
  public func below(comment: String) -> TOMLElement {
    guard case .value(var element) = text else { return self }
    let comment = [UInt8.hash] + comment.utf8
    element.above.insert(comment, at: 0)
    return TOMLElement(literal: literal, text: .value(element), comments: [comment] + comments)
  }
}

extension TOMLElement {
  /// Returns the table of an array of tables without some of the comments above its header and at its end. Other elements stay as they
  /// are.
  public func without(_ comments: Set<[UInt8]>) -> TOMLElement {
    guard case .lines(var lines) = text else { return self }
    let known = { (line: [UInt8]) in comments.contains(Array(line.drop(while: \.isWhitespace))) }
    while let last = lines.last, known(last) || last.allSatisfy(\.isWhitespace) { lines.removeLast() }
    let above = lines.prefix { $0.first { !$0.isWhitespace } == .hash }
    let kept = above.filter { !known($0) } + lines[above.endIndex...]
    return TOMLElement(literal: literal, text: .lines(kept), comments: self.comments)
  }
}

extension TOMLDocument {
  /// Returns the elements of an array, in order; an empty array for any other value. O(*n*) in the size of the array, and in
  /// that of the document for an array of tables.
  public func elements(of array: TOMLPath) -> [TOMLElement] {
    guard let node = tree.node(at: array) else { return [] }
    switch tree.kind(node) {
    case .array: return elements(inBrackets: node)
    case .arrayOfTables: return tables(of: node)
    default: return []
    }
  }

  private func elements(inBrackets node: NodeIndex) -> [TOMLElement] {
    let children = tree.children(of: node)
    let layout = ArrayLayout(of: node, elements: children.map { tree.node($0).first..<tree.node($0).end }, in: tree)
    let comments = CommentTexts(tree)
    return zip(children, layout.units).map { child, unit in
      TOMLElement(
        literal: TOMLLiteral(TOMLValue(tree: tree, node: child)),
        text: .value(
          ArrayRearrangement.NewElement(
            text: Array(source[unit.value]), above: comments[unit.beforeComma],
            beside: unit.hasComment ? Array(source[unit.after]) : [])),
        comments: comments[unit.value.lowerBound..<unit.after.upperBound])
    }
  }

  private func tables(of node: NodeIndex) -> [TOMLElement] {
    let layout = HeaderLayout(tree)
    let lineEnds = tree.tokens.filter { $0.kind == .newline }.map { Int($0.start) }
    let comments = CommentTexts(tree)
    return zip(tree.children(of: node), layout.groups(of: node, in: tree)).map { child, group in
      var lines: [[UInt8]] = []
      for (position, section) in group.enumerated() {
        lines += source.lines(of: layout.sections[section].body, endingAt: lineEnds)
        // The gap begins with the line end of the last line.
        let blankLines = source[layout.sections[section].gap].count { $0 == .lineFeed } - 1
        if position < group.count - 1 { lines += Array(repeating: [], count: max(blankLines, 0)) }
      }
      return TOMLElement(
        literal: TOMLLiteral(TOMLValue(tree: tree, node: child)), text: .lines(lines),
        comments: group.flatMap { comments[layout.sections[$0].body] })
    }
  }
}

/// The comments of a document, from which those of a range are taken.
private struct CommentTexts {
  private let tree: SyntaxTree
  private let tokens: [Int32]
  private let starts: [Int]

  init(_ tree: SyntaxTree) {
    self.tree = tree
    tokens = tree.comments
    starts = tokens.map(tree.offset(ofToken:))
  }

  /// The comments that start in a range. O(log *n*), and O(1) for each of them.
  subscript(range: Range<Int>) -> [[UInt8]] {
    let first = starts.partitioningIndex { $0 >= range.lowerBound }
    return tokens[first...].prefix { tree.offset(ofToken: $0) < range.upperBound }
      .map { Array(tree.source[tree.range(ofToken: $0)]) }
  }
}

extension [UInt8] {
  /// Returns the lines of a range without their line ends. Line ends in strings end no line.
  ///
  /// - Parameter lineEnds: The offsets of all line ends of the document, in order.
  fileprivate func lines(of range: Range<Int>, endingAt lineEnds: [Int]) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var start = range.lowerBound
    for lineEnd in lineEnds[lineEnds.partitioningIndex { $0 >= start }...] {
      guard lineEnd < range.upperBound else { break }
      lines.append(Array(self[start..<lineEnd]))
      start = lineEnd + (self[lineEnd] == .carriageReturn ? 2 : 1)
    }
    return lines + [Array(self[start..<Swift.max(start, range.upperBound)])]
  }
}
