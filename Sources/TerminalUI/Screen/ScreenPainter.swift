/// The output that changes one screen into another. It rewrites only the changed part of each row.
struct ScreenPainter {
  private let isColored: Bool
  private var text = ""

  /// Returns the output that changes one screen into another.
  ///
  /// - Parameters:
  ///   - shown: The current content of the terminal; `nil` if it is unknown.
  ///   - wanted: The wanted content.
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
