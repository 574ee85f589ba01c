/// Rows of cells, printed in aligned columns.
package struct TextTable {
  package var rows: [[StyledText]] = []
  private let rightAligned: Set<Int>
  let indentation: Int
  let freeText: Set<Int>
  let dispensable: [Int]
  let comfortable: Int
  let filling: Int?

  /// The maximum width of an aligned column. Longer free text is cut on a terminal; any other long cell shifts the rest of its
  /// row. Without a limit, one long cell would widen every row.
  private static let widest = (freeText: 200, other: 48)
  static let gap = 2

  /// Creates an empty table.
  ///
  /// - Parameters:
  ///   - rightAligned: The columns that are aligned at their right edge, such as numbers.
  ///   - indentation: The number of spaces before each row.
  ///   - freeText: The columns that may be cut on a narrow terminal. Values that people type again, such as ids, are not.
  ///   - dispensable: The columns that are hidden if cutting is not enough, in this order.
  ///   - comfortable: The width to which free text is cut only if no column can be hidden.
  ///   - filling: The column that takes the rest of the width.
  package init(
    rightAligned: Set<Int> = [], indentation: Int = 0, freeText: Set<Int> = [], dispensable: [Int] = [],
    comfortable: Int = TableLayout.legible, filling: Int? = nil
  ) {
    self.rightAligned = rightAligned
    self.indentation = indentation
    self.freeText = freeText
    self.dispensable = dispensable
    self.comfortable = comfortable
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
