/// Rows of cells, printed in aligned columns.
package struct TextTable {
  package var rows: [[StyledText]] = []
  private let rightAligned: Set<Int>
  let indentation: Int
  let freeText: Set<Int>
  let dispensable: [Int]
  let comfortable: Int
  let leastDispensable: Int
  let filling: Int?

  /// The maximum width of an aligned column. Longer free text is cut on a terminal; any other long cell shifts the rest of its
  /// row. Without a limit, one long cell would widen every row.
  private static let widest = (freeText: 200, other: 48)
  /// The width to which the filling column takes unused space. In a wider one, the eye would lose the row.
  private static let widestFilling = 48
  static let gap = 2

  /// Creates an empty table.
  ///
  /// - Parameters:
  ///   - rightAligned: The columns that are aligned at their right edge, such as numbers.
  ///   - indentation: The number of spaces before each row.
  ///   - freeText: The columns that may be cut on a narrow terminal. Values that people type again, such as ids, are not.
  ///   - dispensable: The columns that are hidden if cutting is not enough, in this order.
  ///   - comfortable: The width to which free text is cut only if no column can be hidden.
  ///   - leastDispensable: The same for free text in dispensable columns; `nil` for the same width.
  ///   - filling: The column that takes the rest of the width, up to a limit.
  package init(
    rightAligned: Set<Int> = [], indentation: Int = 0, freeText: Set<Int> = [], dispensable: [Int] = [],
    comfortable: Int = TableLayout.legible, leastDispensable: Int? = nil, filling: Int? = nil
  ) {
    self.rightAligned = rightAligned
    self.indentation = indentation
    self.freeText = freeText
    self.dispensable = dispensable
    self.comfortable = comfortable
    self.leastDispensable = leastDispensable ?? comfortable
    self.filling = filling
  }

  package mutating func append(_ cells: StyledText...) { rows.append(cells) }

  /// Appends a row with a key and its value, if there is a value.
  package mutating func append(key: String, _ value: String?) {
    if let value { append(StyledText(key, .faint), StyledText(value)) }
  }

  /// The rows as lines, without trailing spaces. A column that is empty in all rows is left out.
  package var lines: [StyledText] { lines(alignedTo: columnWidths) }

  /// Returns the rows as lines, with the given column widths.
  func lines(alignedTo widths: [Int]) -> [StyledText] { rows.map { line(of: $0, widths) } }

  private func line(of row: [StyledText], _ widths: [Int]) -> StyledText {
    let last = row.lastIndex { $0.width > 0 } ?? 0
    var line = StyledText.blanks(indentation)
    var (gap, excess) = (0, 0)
    for (column, cell) in row[...last].enumerated() where widths[column] > 0 {
      // A cell that is too wide uses the spaces after it, so that later columns are aligned again.
      let missing = max(0, widths[column] - cell.width - excess)
      excess = Self.excess(after: cell, width: widths[column], excess)
      let isRightAligned = rightAligned.contains(column)
      line += .blanks(gap + (isRightAligned ? missing : 0))
      line += cell
      // Padding is written before the next cell, so that no line ends in spaces.
      gap = Self.gap + (isRightAligned ? 0 : missing)
    }
    return line
  }

  /// Returns the number of columns by which the cells after a cell are shifted to the right.
  ///
  /// - Parameter excess: The number of columns by which the cell itself is shifted.
  static func excess(after cell: StyledText, width: Int, _ excess: Int) -> Int {
    max(0, excess + cell.width - width)
  }

  /// The widths of the columns without a limit.
  var columnWidths: [Int] {
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        let width = min(cell.width, freeText.contains(column) ? Self.widest.freeText : Self.widest.other)
        if column < widths.count { widths[column] = max(widths[column], width) } else { widths.append(width) }
      }
    }
    return widths
  }
}

/// The widths of the columns of a table in a limited space.
package struct TableLayout {
  /// The width of each column; 0 for a hidden column.
  let widths: [Int]

  /// The minimum width of a column that is cut.
  package static let legible = 8

  /// Narrows the widest flexible columns to one width, until everything fits. If they would become too narrow to read,
  /// dispensable columns are hidden first. The lists of columns are those of ``TextTable``.
  init(
    natural: [Int], flexible: Set<Int>, dispensable: [Int], comfortable: Int = legible, leastDispensable: Int? = nil,
    width: Int, gap: Int
  ) {
    var (columns, dispensable) = (natural, dispensable[...])
    while true {
      let gaps = gap * max(0, columns.count { $0 > 0 } - 1)
      let excess = columns.reduce(0, +) + gaps - width
      let cut = columns.indices.filter { flexible.contains($0) && columns[$0] > 0 }
      let most = excess > 0 ? Self.level(cut.map { columns[$0] }, losing: excess) : .max
      let isNarrow = cut.contains { column in
        most < min(columns[column], dispensable.contains(column) ? leastDispensable ?? comfortable : comfortable)
      }
      if isNarrow, let column = dispensable.popFirst() {
        columns[column] = 0
        continue
      }
      for column in cut { columns[column] = min(columns[column], most) }
      widths = columns
      return
    }
  }

  /// Returns the width to which wider columns are cut, so that the total shrinks by `excess`.
  private static func level(_ widths: [Int], losing excess: Int) -> Int {
    var room = widths.reduce(0, +) - excess
    var left = widths.count
    for width in widths.sorted() {
      if width > max(0, room) / left { break }
      room -= width
      left -= 1
    }
    return left > 0 ? max(1, room / left) : 1
  }
}

extension TextTable {
  /// Returns the rows as aligned lines for a width. If they are too wide, free text is cut, and on a very narrow terminal
  /// columns are hidden. Without a width, nothing is cut.
  package func lines(within width: Int?) -> [StyledText] {
    guard let width else { return lines }
    let room = width - indentation
    let layout = TableLayout(
      natural: columnWidths, flexible: freeText, dispensable: dispensable, comfortable: comfortable,
      leastDispensable: leastDispensable, width: room, gap: Self.gap)
    let table = cutting(to: layout.widths)
    // No space precedes `…`, so the widest cell may be narrower than the column.
    var widths = zip(layout.widths, table.columnWidths).map { min($0, $1) }
    if let filling, widths.indices.contains(filling) {
      let gaps = Self.gap * max(0, widths.count { $0 > 0 } - 1)
      let unused = room - gaps - widths.reduce(0, +)
      widths[filling] += max(0, min(unused, Self.widestFilling - widths[filling]))
    }
    return table.lines(alignedTo: widths)
  }

  private func cutting(to widths: [Int]) -> TextTable {
    var table = self
    table.rows = rows.map { row in
      var excess = 0
      return row.enumerated().map { column, cell in
        let width = widths[column]
        guard width > 0 else { return StyledText() }
        // A long id takes its space from the text behind it.
        let least = min(width, TableLayout.legible)
        let cell = freeText.contains(column) ? cell.cut(to: max(least, width - excess)) : cell
        excess = Self.excess(after: cell, width: width, excess)
        return cell
      }
    }
    return table
  }
}

extension StyledText {
  /// Returns the text, or as much of its beginning as fits, followed by `…`.
  package func cut(to width: Int) -> StyledText {
    guard self.width > width else { return self }
    var (result, left) = (StyledText(), width - 1)
    for run in runs {
      var part = run.text.prefix(columns: left)
      left -= part.displayWidth
      guard part.endIndex < run.text.endIndex else {
        result += StyledText(part, run.style)
        continue
      }
      while part.last == " " { part.removeLast() }
      result += StyledText("\(part)…", run.style)
      break
    }
    return result
  }
}
