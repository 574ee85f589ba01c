/// How wide the columns of a table are where it has only so much room.
struct TableLayout {
  /// The width of each column; none of one that is left out.
  let widths: [Int]

  /// The least that can be made sense of, of a column that was cut.
  static let legible = 8

  /// Makes the widest of the flexible columns narrower, all to the same width, until everything fits. Where they could not
  /// be read any more, columns that can be done without go first.
  ///
  /// - Parameters:
  ///   - natural: How wide each column would be.
  ///   - flexible: The columns that may be cut.
  ///   - dispensable: The columns that may be left out, the first of them first.
  ///   - width: How wide all columns may be together, with `gap` between two of them.
  init(natural: [Int], flexible: Set<Int>, dispensable: [Int], width: Int, gap: Int) {
    var (columns, dispensable) = (natural, dispensable[...])
    while true {
      let gaps = gap * max(0, columns.count { $0 > 0 } - 1)
      let excess = columns.reduce(0, +) + gaps - width
      let cut = columns.indices.filter { flexible.contains($0) && columns[$0] > 0 }
      let most = excess > 0 ? Self.level(cut.map { columns[$0] }, losing: excess) : .max
      if most < Self.legible, let column = dispensable.popFirst() {
        columns[column] = 0
        continue
      }
      for column in cut { columns[column] = min(columns[column], most) }
      widths = columns
      return
    }
  }

  /// The width at which all that is wider has to be cut, so that so much goes.
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
  /// The rows as lines for a terminal of some width, in columns that are aligned: where they would be wider, cells of free
  /// text are cut, and on a very narrow one columns are left out. Without a terminal, and so without a width, no text is cut.
  package func lines(within width: Int?) -> [StyledText] {
    guard let width else { return lines }
    let layout = TableLayout(
      natural: columnWidths, flexible: freeText, dispensable: dispensable, width: width - indentation, gap: Self.gap)
    let table = cutting(to: layout.widths)
    // Before `…` stands no blank, so that the widest cell may be narrower than there is room for.
    return table.lines(alignedTo: zip(layout.widths, table.columnWidths).map { min($0, $1) })
  }

  private func cutting(to widths: [Int]) -> TextTable {
    var table = self
    table.rows = rows.map { row in
      var excess = 0
      return row.enumerated().map { column, cell in
        let width = widths[column]
        guard width > 0 else { return StyledText() }
        // What an id before it takes too much is taken off its text.
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
  /// The text, or as much of its beginning as fits into so many columns, with `…` for the rest.
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
