/// Rows of cells, printed in columns.
package struct TextTable {
  package var rows: [[StyledText]] = []
  private let rightAligned: Set<Int>
  let indentation: Int
  let freeText: Set<Int>
  let dispensable: [Int]

  /// The widest that columns are aligned to: a cell of free text is cut there on a terminal, and any other pushes the
  /// rest of its own row. Without a limit, one cell would fill every row with blanks.
  private static let widest = (freeText: 200, other: 48)
  static let gap = 2

  /// Makes an empty table.
  ///
  /// - Parameters:
  ///   - rightAligned: The columns whose cells end at one place, as numbers do.
  ///   - indentation: How many blanks each row starts with.
  ///   - freeText: The columns whose cells are cut where a terminal is too narrow: none that are typed again, such as ids.
  ///   - dispensable: The columns that are left out where that is not enough, the first of them first.
  package init(
    rightAligned: Set<Int> = [], indentation: Int = 0, freeText: Set<Int> = [], dispensable: [Int] = []
  ) {
    self.rightAligned = rightAligned
    self.indentation = indentation
    self.freeText = freeText
    self.dispensable = dispensable
  }

  package mutating func append(_ cells: StyledText...) { rows.append(cells) }

  /// Appends a key and its value; nothing if there is no value.
  package mutating func append(key: String, _ value: String?) {
    if let value { append(StyledText(key, .faint), StyledText(value)) }
  }

  /// The rows as lines, without blanks at their ends. A column that is empty in all rows takes no place.
  package var lines: [StyledText] { lines(alignedTo: columnWidths) }

  /// The rows as lines, with a width for each column.
  func lines(alignedTo widths: [Int]) -> [StyledText] { rows.map { line(of: $0, widths) } }

  private func line(of row: [StyledText], _ widths: [Int]) -> StyledText {
    let last = row.lastIndex { $0.width > 0 } ?? 0
    var line = StyledText.blanks(indentation)
    var (gap, excess) = (0, 0)
    for (column, cell) in row[...last].enumerated() where widths[column] > 0 {
      // A cell that is too wide takes the room of the blanks behind it, so that the columns after these are aligned again.
      let missing = max(0, widths[column] - cell.width - excess)
      excess = Self.excess(after: cell, width: widths[column], excess)
      let isRightAligned = rightAligned.contains(column)
      line += .blanks(gap + (isRightAligned ? missing : 0))
      line += cell
      // What is left over at the end goes before the next cell, so that a line never ends in blanks.
      gap = Self.gap + (isRightAligned ? 0 : missing)
    }
    return line
  }

  /// How far the cells after one are pushed beyond their columns.
  ///
  /// - Parameter excess: How far the cell itself is pushed.
  static func excess(after cell: StyledText, width: Int, _ excess: Int) -> Int {
    max(0, excess + cell.width - width)
  }

  /// The widths that the columns are aligned to where there is room for all.
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
