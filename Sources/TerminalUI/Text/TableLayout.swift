/// The widths of the columns of a table in a limited space.
package struct TableLayout {
  /// The width of each column; 0 for a hidden column.
  let widths: [Int]

  /// The minimum width of a column that is cut.
  package static let legible = 8

  /// Narrows the widest flexible columns to one width, until everything fits. If they would become too narrow to read,
  /// dispensable columns are hidden first.
  ///
  /// - Parameters:
  ///   - natural: The width of each column without a limit.
  ///   - flexible: The columns that may be cut.
  ///   - dispensable: The columns that may be hidden, in this order.
  ///   - comfortable: The width to which a column is cut only if no other column can be hidden.
  ///   - width: The maximum width of all columns together.
  ///   - gap: The space between two columns.
  init(
    natural: [Int], flexible: Set<Int>, dispensable: [Int], comfortable: Int = legible, width: Int, gap: Int
  ) {
    var (columns, dispensable) = (natural, dispensable[...])
    while true {
      let gaps = gap * max(0, columns.count { $0 > 0 } - 1)
      let excess = columns.reduce(0, +) + gaps - width
      let cut = columns.indices.filter { flexible.contains($0) && columns[$0] > 0 }
      let most = excess > 0 ? Self.level(cut.map { columns[$0] }, losing: excess) : .max
      if most < comfortable, let column = dispensable.popFirst() {
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
      natural: columnWidths, flexible: freeText, dispensable: dispensable, comfortable: comfortable, width: room,
      gap: Self.gap)
    let table = cutting(to: layout.widths)
    // No space precedes `…`, so the widest cell may be narrower than the column.
    var widths = zip(layout.widths, table.columnWidths).map { min($0, $1) }
    if let filling, widths.indices.contains(filling) {
      let gaps = Self.gap * max(0, widths.count { $0 > 0 } - 1)
      widths[filling] += max(0, room - gaps - widths.reduce(0, +))
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
