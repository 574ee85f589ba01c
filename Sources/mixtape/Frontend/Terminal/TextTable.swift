/// Rows of cells, printed in columns.
struct TextTable {
  private var rows: [[StyledText]] = []
  private let rightAligned: Set<Int>
  private let indentation: Int

  /// The widest that a column gets; cells that are wider push the rest of their row along.
  private static let widestColumn = 48
  private static let gap = 2

  /// Makes an empty table.
  ///
  /// - Parameters:
  ///   - rightAligned: The columns whose cells end at one place, as numbers do.
  ///   - indentation: How many blanks each row starts with.
  init(rightAligned: Set<Int> = [], indentation: Int = 0) {
    self.rightAligned = rightAligned
    self.indentation = indentation
  }

  mutating func append(_ cells: StyledText...) { rows.append(cells) }

  /// The rows as lines, without blanks at their ends. A column that is empty in all rows takes no place.
  var lines: [StyledText] {
    let widths = columnWidths
    return rows.map { line(of: $0, widths) }
  }

  private func line(of row: [StyledText], _ widths: [Int]) -> StyledText {
    let last = row.lastIndex { $0.width > 0 } ?? 0
    var line = StyledText.blanks(indentation)
    var gap = 0
    for (column, cell) in row[...last].enumerated() where widths[column] > 0 {
      let missing = widths[column] - cell.width
      let isRightAligned = rightAligned.contains(column)
      line += .blanks(gap + (isRightAligned ? missing : 0))
      line += cell
      // What is left over at the end goes before the next cell, so that a line never ends in blanks.
      gap = Self.gap + (isRightAligned ? 0 : max(0, missing))
    }
    return line
  }

  private var columnWidths: [Int] {
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        let width = min(cell.width, Self.widestColumn)
        if column < widths.count { widths[column] = max(widths[column], width) } else { widths.append(width) }
      }
    }
    return widths
  }
}
