extension StyledText {
  /// A character in its style.
  private struct Cell {
    let character: Character
    let style: Style?
    let columns: Int
  }

  /// Returns the text as lines of at most the given width, broken at blanks. Words that are wider are broken anywhere.
  package func wrapped(to width: Int) -> [StyledText] {
    let cells = runs.flatMap { run in
      run.text.map { Cell(character: $0, style: run.style, columns: String($0).displayWidth) }
    }[...]
    var lines: [StyledText] = []
    var rest = cells
    while !rest.isEmpty {
      let line = Self.line(of: rest, width: max(1, width))
      lines.append(Self.text(of: line))
      rest = rest[line.endIndex...].drop { $0.character == " " }
    }
    return lines
  }

  /// Returns the first line of a text that is not empty, with at least one character.
  private static func line(of cells: ArraySlice<Cell>, width: Int) -> ArraySlice<Cell> {
    var (end, columns) = (cells.startIndex, 0)
    // The last blank after a word.
    var lastBreak: Int?
    var hasWord = false
    while end < cells.endIndex, columns + cells[end].columns <= width || end == cells.startIndex {
      if cells[end].character != " " { hasWord = true } else if hasWord { lastBreak = end }
      columns += cells[end].columns
      end += 1
    }
    if end < cells.endIndex, cells[end].character != " ", let lastBreak { end = lastBreak }
    return cells[..<end]
  }

  /// Returns cells as text, without blanks at the end.
  private static func text(of cells: ArraySlice<Cell>) -> StyledText {
    let count = cells.reversed().drop { $0.character == " " }.count
    var runs: [Run] = []
    for cell in cells.prefix(count) {
      if let last = runs.last, last.style == cell.style {
        runs[runs.count - 1] = Run(text: last.text + String(cell.character), style: last.style)
      } else {
        runs.append(Run(text: String(cell.character), style: cell.style))
      }
    }
    return StyledText(runs)
  }
}
