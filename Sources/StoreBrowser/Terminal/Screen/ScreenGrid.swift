/// The content of a terminal, as a grid of cells.
package struct ScreenGrid: Equatable, Sendable {
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

/// The output that changes one screen into another. It rewrites only the changed part of each row.
struct ScreenPainter {
  private let isColored: Bool
  private var text = ""

  /// Returns the output that changes one screen into another; `shown` is `nil` if the content of the terminal is unknown.
  static func update(from shown: ScreenGrid?, to wanted: ScreenGrid, colored: Bool) -> String {
    var painter = ScreenPainter(isColored: colored)
    let known = shown.flatMap { $0.columns == wanted.columns && $0.rows == wanted.rows ? $0 : nil }
    if known == nil { painter.text = "\u{1B}[0m\u{1B}[2J" }
    let before = known ?? ScreenGrid(columns: wanted.columns, rows: wanted.rows)
    for row in 0..<wanted.rows { painter.paint(row, from: Array(before[row]), to: Array(wanted[row])) }
    return painter.text
  }

  private init(isColored: Bool) { self.isColored = isColored }

  private mutating func paint(_ row: Int, from old: [ScreenGrid.Cell], to new: [ScreenGrid.Cell]) {
    guard var first = old.indices.first(where: { old[$0] != new[$0] }),
      var last = old.indices.last(where: { old[$0] != new[$0] })
    else { return }
    // Terminals keep isolates apart from the cells, so such a row is drawn as a whole.
    if (old + new).contains(where: { $0.text.unicodeScalars.contains(where: \.isFromRightToLeft) }) {
      (first, last) = (0, new.count - 1)
    }
    while first > 0, new[first].text.isEmpty || old[first].text.isEmpty { first -= 1 }
    var style: StyledText.Style?
    var isPlaced = false
    for column in first...last where !new[column].text.isEmpty {
      let cell = new[column]
      if !isPlaced { text += place(row, column) }
      if isColored, cell.style != style {
        text += "\u{1B}[0m" + (cell.style.map { "\u{1B}[\($0.rawValue)m" } ?? "")
        style = cell.style
      }
      // After a character of doubtful width, the cursor is placed again. This overwrites old content and keeps the rest aligned.
      isPlaced = !cell.isOfDoubtfulWidth
      let width = 1 + new[(column + 1)...].prefix { $0.text.isEmpty }.count
      if !isPlaced, width > 1 { text += "\(String(repeating: " ", count: width))\(place(row, column))" }
      text += cell.text
    }
    if style != nil { text += "\u{1B}[0m" }
  }

  /// Returns the sequence that moves the cursor to a cell.
  private func place(_ row: Int, _ column: Int) -> String { "\u{1B}[\(row + 1);\(column + 1)H" }
}
