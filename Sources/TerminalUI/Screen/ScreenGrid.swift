/// The content of a terminal, as a grid of cells.
package struct ScreenGrid: Equatable, Sendable {
  /// A cell of one column.
  struct Cell: Equatable, Sendable {
    /// The character in this cell, with its combining characters. The second cell of a wide character is empty.
    var text: String
    var style: StyledText.Style?

    static let blank = Cell(text: " ", style: nil)
  }

  package let columns: Int
  package let rows: Int
  private var cells: [Cell]

  /// Creates an empty screen.
  package init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    cells = Array(repeating: .blank, count: self.columns * self.rows)
  }

  subscript(row: Int) -> ArraySlice<Cell> { cells[row * columns..<(row + 1) * columns] }

  /// Draws text on an empty row, and cuts it at the right edge.
  ///
  /// Each run of right-to-left text is isolated (UAX #9). A terminal that reorders it then leaves the rest of the row in its
  /// columns.
  package mutating func put(_ text: StyledText, row: Int, column: Int = 0) {
    guard (0..<rows).contains(row) else { return }
    var column = column
    for run in text.runs where column < columns { put(run, row * columns, &column) }
  }

  private mutating func put(_ run: StyledText.Run, _ start: Int, _ column: inout Int) {
    let first = column
    for character in run.text {
      let width = character.displayWidth
      if width == 0 {
        // A character without width combines with the one before it, and is dropped at the beginning of a row.
        if column > first { cells[start + headColumn(before: column, start)].text.append(character) }
        continue
      }
      guard column + width <= columns else { break }
      cells[start + column] = Cell(text: String(character), style: run.style)
      for further in 1..<width { cells[start + column + further] = Cell(text: "", style: run.style) }
      column += width
    }
    guard column > first, run.text.unicodeScalars.contains(where: \.isFromRightToLeft) else { return }
    cells[start + first].text = "\u{2068}" + cells[start + first].text
    cells[start + headColumn(before: column, start)].text += "\u{2069}"
  }

  /// Returns the column in which the character before a column begins.
  private func headColumn(before column: Int, _ start: Int) -> Int {
    var head = column - 1
    while head > 0, cells[start + head].text.isEmpty { head -= 1 }
    return head
  }

  /// The rows as text, without trailing spaces.
  package var lines: [String] {
    (0..<rows).map { row in
      let text = self[row].map(\.text).joined()
      return text.lastIndex { $0 != " " }.map { String(text[...$0]) } ?? ""
    }
  }
}

extension ScreenGrid.Cell {
  /// Whether the width of the character differs between terminals.
  var isOfDoubtfulWidth: Bool {
    let scalars = text.unicodeScalars.filter { !(0x2066...0x2069).contains($0.value) }
    guard scalars.count == 1, let scalar = scalars.first else { return true }
    return scalar.value > 0x2FF && !scalar.isFromRightToLeft
  }
}

extension Unicode.Scalar {
  /// Whether the character is in a block of a right-to-left script.
  var isFromRightToLeft: Bool {
    switch value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
