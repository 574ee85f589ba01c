/// A new order of the elements of a container, with some removed and some new.
///
/// In a container of several lines:
/// - As few elements as possible move. The others keep their lines, and comments on separate lines keep their places
///   between them.
/// - A moved or new element gets its own line, directly after its new predecessor. At the start, it comes directly before
///   the first element that stays.
/// - A line with one element moves unchanged, with its indentation and its line end. A line that loses all its elements
///   is removed.
///
/// A container on one line stays on one line, but a new element with comments gets its own. The last element has a comma if the
/// last one had one before.
struct ArrayRearrangement {
  /// An element of the result.
  enum Item {
    case unit(Int)
    case new(NewElement)
  }

  /// A new element with its comments.
  struct NewElement: Hashable {
    let text: [UInt8]
    /// The comments on the lines above it.
    var above: [[UInt8]] = []
    /// The comment that follows on its line, with the white space before it.
    var beside: [UInt8] = []

    fileprivate var hasComments: Bool { !above.isEmpty || !beside.isEmpty }
  }

  let source: [UInt8]
  let layout: ArrayLayout
  private(set) var style: Style
  let items: [Item]
  private let unmoved: Set<Int>
  /// The element that new elements at the start come before.
  private let anchor: Int?
  private var leading: [Item] = []
  private var followers: [Int: [Item]] = [:]
  private(set) var lines: [Line] = []

  /// A piece of text: bytes of the source, or new bytes.
  enum Text {
    case source(Range<Int>)
    case bytes([UInt8])
  }

  /// A line of the result.
  struct Line {
    var indent: Text
    var items: [Item] = []
    var tail: Range<Int> = 0..<0
    var lineEnd: Text?
  }

  /// Plans the replacement of the elements of `layout` by `items`, which name each unit at most once.
  init(_ items: [Item], unmoved: Set<Int>, of layout: ArrayLayout, style: Style, in source: [UInt8]) {
    self.source = source
    self.layout = layout
    self.style = style
    self.items = items
    self.unmoved = unmoved
    anchor = unmoved.min() ?? layout.units.indices.first
    var predecessor: Int?
    for item in items {
      if case .unit(let unit) = item, unmoved.contains(unit) {
        predecessor = unit
      } else if let predecessor {
        followers[predecessor, default: []].append(item)
      } else {
        leading.append(item)
      }
    }
  }

  /// Returns the new text between the brackets.
  ///
  /// - Parameter expands: Whether an empty container on one line may become one of several lines.
  mutating func text(expands: Bool) -> [UInt8] {
    if layout.isMultiline {
      for (index, row) in layout.rows.enumerated() { place(row, at: index) }
      closeAfterComment()
    } else {
      placeOnOneLine(expands: expands && layout.units.isEmpty)
    }
    openBeforeComment()
    return written()
  }

  // MARK: Placing

  private mutating func placeOnOneLine(expands: Bool) {
    guard expands, !items.isEmpty else {
      let row = layout.rows[0]
      let isEmpty = items.isEmpty || layout.units.isEmpty
      lines = linesByComments().map {
        Line(indent: .bytes(style.indent), items: $0, lineEnd: .bytes(style.lineEnd))
      }
      lines[0].indent = isEmpty ? .bytes([]) : .source(row.indent)
      lines[lines.count - 1].lineEnd = nil
      if !isEmpty { lines[lines.count - 1].tail = row.tail }
      return closeAfterComment()
    }
    style.hasTrailingComma = true
    lines.append(Line(indent: .bytes([]), lineEnd: .bytes(style.lineEnd)))
    lines += items.map { Line(indent: .bytes(style.indent), items: [$0], lineEnd: .bytes(style.lineEnd)) }
    lines.append(Line(indent: .bytes(style.closingIndent)))
  }

  /// Returns the items by line: all on one, except that a new element with comments has its own.
  private func linesByComments() -> [[Item]] {
    var groups: [[Item]] = [[]]
    var isOpen = true
    for item in items {
      let isAlone = if case .new(let element) = item { element.hasComments } else { false }
      if (isAlone || !isOpen) && !groups[groups.count - 1].isEmpty { groups.append([]) }
      groups[groups.count - 1].append(item)
      isOpen = !isAlone
    }
    return groups
  }

  private mutating func place(_ row: ArrayLayout.Row, at index: Int) {
    let isLast = index == layout.rows.count - 1
    var groups = groups(of: row)
    if isLast, layout.units.isEmpty { groups = leading.map { [$0] } }
    guard !row.units.isEmpty else {
      for group in groups { lines.append(line(group, of: row, at: index)) }
      return lines.append(
        Line(indent: .source(row.indent), tail: row.tail, lineEnd: row.lineEnd.map(Text.source)))
    }
    guard !groups.isEmpty else { return dropRow(row, at: index) }
    for (position, group) in groups.enumerated() {
      var line = line(group, of: row, at: index)
      if position == 0, index == 0 { line.indent = .source(row.indent) }
      if position == groups.count - 1 {
        line.tail = row.tail
        if isLast { line.lineEnd = nil }
      }
      lines.append(line)
    }
  }

  /// Returns the lines that a row becomes. Units that stay share their line up to one with a new successor.
  private func groups(of row: ArrayLayout.Row) -> [[Item]] {
    var (groups, current): ([[Item]], [Item]) = ([], [])
    for unit in row.units {
      if unit == anchor { groups += leading.map { [$0] } }
      guard unmoved.contains(unit) else { continue }
      current.append(.unit(unit))
      guard let following = followers[unit] else { continue }
      groups.append(current)
      groups += following.map { [$0] }
      current = []
    }
    return current.isEmpty ? groups : groups + [current]
  }

  /// Returns a line for a group of items, in the style of the row that the items come from or go next to.
  private func line(_ group: [Item], of row: ArrayLayout.Row, at index: Int) -> Line {
    if case .unit(let unit) = group[0], !unmoved.contains(unit), let own = ownRow(of: unit), let lineEnd = own.lineEnd {
      return Line(indent: .source(own.indent), items: group, lineEnd: .source(lineEnd))
    }
    let indent: Text = index == 0 || row.units.isEmpty ? .bytes(style.indent) : .source(row.indent)
    return Line(indent: indent, items: group, lineEnd: row.lineEnd.map(Text.source) ?? .bytes(style.lineEnd))
  }

  /// Returns the row of a unit, if it holds no other unit and is not the first row.
  private func ownRow(of unit: Int) -> ArrayLayout.Row? {
    let index = layout.rows.partitioningIndex { $0.units.upperBound > unit }
    guard index > 0, index < layout.rows.count, layout.rows[index].units.count == 1 else { return nil }
    return layout.rows[index]
  }

  /// Removes a row that lost all its units. A bracket on it gets another place.
  private mutating func dropRow(_ row: ArrayLayout.Row, at index: Int) {
    if index == 0 {
      lines.append(Line(indent: .bytes([]), lineEnd: row.lineEnd.map(Text.source)))
    } else if index == layout.rows.count - 1 {
      if let last = lines.last, !last.items.isEmpty, !endsInComment(last) {
        lines[lines.count - 1].lineEnd = nil
      } else {
        lines.append(Line(indent: .bytes(style.closingIndent)))
      }
    }
  }

  /// Moves the first element to a new line if comments are above it.
  private mutating func openBeforeComment() {
    guard let first = lines.first, !commentsAbove(first).isEmpty else { return }
    lines[0].indent = .bytes(style.indent)
    lines.insert(Line(indent: .bytes([]), lineEnd: .bytes(style.lineEnd)), at: 0)
  }

  /// Moves the closing bracket to a new line if it would become part of a comment.
  private mutating func closeAfterComment() {
    guard let last = lines.last, endsInComment(last) else { return }
    lines[lines.count - 1].tail = 0..<0
    lines[lines.count - 1].lineEnd = .bytes(style.lineEnd)
    lines.append(Line(indent: .bytes(style.closingIndent)))
  }

  private func endsInComment(_ line: Line) -> Bool {
    switch line.items.last {
    case .unit(let unit): layout.units[unit].hasComment
    case .new(let element): !element.beside.isEmpty
    case nil: false
    }
  }
}

extension ArrayRearrangement {
  /// The style of new lines and separators.
  struct Style {
    /// The white space before an element at the start of a line.
    var indent: [UInt8]
    /// The white space before the closing bracket at the start of a line.
    var closingIndent: [UInt8]
    var lineEnd: [UInt8]
    /// The white space between elements on one line.
    var separator: [UInt8]
    var hasTrailingComma: Bool
  }
}

extension ArrayRearrangement.Style {
  /// Derives the style of a container that starts at `opening` from its lines.
  init(of layout: ArrayLayout, opening: Int, in tree: SyntaxTree) {
    let source = tree.source
    closingIndent = Array(source[Lines.indentation(ofLineAt: opening, in: source)])
    let rows = layout.rows.dropFirst()
    let model = rows.first { !$0.units.isEmpty } ?? rows.dropLast().first { !$0.tail.isEmpty }
    indent =
      model.map { Array(source[$0.indent]) } ?? closingIndent
      + (closingIndent.contains(.tab) ? [.tab] : [.space, .space])
    lineEnd = layout.rows[0].lineEnd.map { Array(source[$0]) } ?? Lines.lineEnd(in: source, near: opening)
    separator = layout.units.lazy.compactMap(\.separator).first.map { Array(source[$0]) } ?? [.space]
    hasTrailingComma = layout.units.last?.hasComma ?? layout.isMultiline
  }
}

extension ArrayRearrangement {
  /// Returns the text of all lines.
  func written() -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(layout.content.count + items.count * 8)
    var left = items.count
    for line in lines {
      for comment in commentsAbove(line) {
        append(line.indent, to: &result)
        result += comment + style.lineEnd
      }
      append(line.indent, to: &result)
      for (position, item) in line.items.enumerated() {
        left -= 1
        append(item, isFirst: position == 0, hasComma: left > 0 || style.hasTrailingComma, to: &result)
      }
      result += source[line.tail]
      if let lineEnd = line.lineEnd { append(lineEnd, to: &result) }
    }
    return result
  }

  /// Returns the comments above the first element of a line.
  func commentsAbove(_ line: Line) -> [[UInt8]] {
    if case .new(let element)? = line.items.first { element.above } else { [] }
  }

  private func append(_ text: Text, to result: inout [UInt8]) {
    switch text {
    case .source(let range): result += source[range]
    case .bytes(let bytes): result += bytes
    }
  }

  private func append(_ item: Item, isFirst: Bool, hasComma: Bool, to result: inout [UInt8]) {
    switch item {
    case .new(let element):
      if !isFirst { result += style.separator }
      result += element.text
      if hasComma { result.append(.comma) }
      result += element.beside
    case .unit(let index):
      let unit = layout.units[index]
      if !isFirst { append(unit.separator.map(Text.source) ?? .bytes(style.separator), to: &result) }
      result += source[unit.value]
      if hasComma && unit.hasComma || belongsToComment(unit) { result += source[unit.beforeComma] }
      if hasComma { result.append(.comma) }
      result += source[unit.after]
    }
  }

  /// Returns whether the text before the comma stays if the comma goes: it contains a comment, or it is the white space
  /// before the comment that follows the comma.
  private func belongsToComment(_ unit: ArrayLayout.Unit) -> Bool {
    let beforeComma = source[unit.beforeComma]
    return beforeComma.contains(.hash) || unit.hasComment && !beforeComma.contains(.lineFeed)
  }
}
