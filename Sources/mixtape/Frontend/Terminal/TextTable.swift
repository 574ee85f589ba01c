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
    return rows.map { row in
      let last = row.lastIndex { $0.width > 0 } ?? 0
      let cells = row[...last].enumerated().compactMap { column, cell -> StyledText? in
        if widths[column] == 0 { return nil }
        if rightAligned.contains(column) { return cell.paddedAtStart(to: widths[column]) }
        return column == last ? cell : cell.padded(to: widths[column])
      }
      return .blanks(indentation) + cells.joined(separator: .blanks(Self.gap))
    }
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
