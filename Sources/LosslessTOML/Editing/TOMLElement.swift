/// An element of an array, as it is written in its document, with its comments. It can be copied into an array of another
/// document.
public struct TOMLElement: Hashable, Sendable {
  /// The value.
  public let literal: TOMLLiteral
  /// The text of the element.
  let text: Text

  /// The text of an element in its document.
  enum Text: Hashable {
    /// The bytes of a value in brackets, and the comment that follows on its line, with the white space before it.
    case value([UInt8], comment: [UInt8])
    /// The lines of a table of an array of tables, without line ends: the comments directly above its header, the header, its
    /// entries, and the tables below it.
    case lines([[UInt8]])
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
    return zip(children, layout.units).map { child, unit in
      TOMLElement(
        literal: TOMLLiteral(TOMLValue(tree: tree, node: child)),
        text: .value(Array(source[unit.value]), comment: unit.hasComment ? Array(source[unit.after]) : []))
    }
  }

  private func tables(of node: NodeIndex) -> [TOMLElement] {
    let layout = SectionLayout(tree)
    let lineEnds = tree.tokens.filter { $0.kind == .newline }.map { Int($0.start) }
    return zip(tree.children(of: node), layout.groups(of: node, in: tree)).map { child, group in
      var lines: [[UInt8]] = []
      for (position, section) in group.enumerated() {
        lines += source.lines(of: layout.sections[section].body, endingAt: lineEnds)
        // The gap begins with the line end of the last line.
        let blankLines = source[layout.sections[section].gap].count { $0 == .lineFeed } - 1
        if position < group.count - 1 { lines += Array(repeating: [], count: max(blankLines, 0)) }
      }
      return TOMLElement(literal: TOMLLiteral(TOMLValue(tree: tree, node: child)), text: .lines(lines))
    }
  }
}

extension [UInt8] {
  /// Returns the lines of a range without their line ends. Line ends in strings end no line.
  ///
  /// - Parameter lineEnds: The offsets of all line ends of the document, in order.
  fileprivate func lines(of range: Range<Int>, endingAt lineEnds: [Int]) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var start = range.lowerBound
    for lineEnd in lineEnds[lineEnds.firstPosition(notBelow: start)...] {
      guard lineEnd < range.upperBound else { break }
      lines.append(Array(self[start..<lineEnd]))
      start = lineEnd + (self[lineEnd] == .carriageReturn ? 2 : 1)
    }
    return lines + [Array(self[start..<Swift.max(start, range.upperBound)])]
  }
}

extension [Int] {
  /// Returns the position of the first number of a sorted array that is not less than a bound.
  fileprivate func firstPosition(notBelow bound: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < bound { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
