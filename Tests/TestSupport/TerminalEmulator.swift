/// An emulator of a terminal's screen, with the functions that programs of this package use: cursor movement,
/// erasing, styles, the alternate screen, wide and combining characters.
///
/// It has its own table of character widths, so that a test does not share mistakes with the program.
public struct TerminalEmulator: Sendable {
  /// Whether the alternate screen is shown.
  public private(set) var isAlternate = false
  /// Whether the cursor is visible.
  public private(set) var showsCursor = true
  /// Whether pasted text is marked.
  public private(set) var marksPastes = false
  /// Whether the mouse is reported.
  public private(set) var reportsMouse = false
  /// Whether long lines wrap.
  public private(set) var wraps = true
  /// The unknown sequences.
  public private(set) var unknown: [String] = []
  /// The styles of text so far.
  public private(set) var styles: Set<String> = []

  private var columns: Int
  private var rows: Int
  private var cells: [[String]]
  private var otherCells: [[String]]
  private var row = 0
  private var column = 0
  private var savedCursor = (row: 0, column: 0)
  private var pending: [UInt8] = []

  /// Makes an empty screen.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Self.blank(columns, rows)
    otherCells = cells
  }

  /// Changes the size, and clears the screen.
  public mutating func resize(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Self.blank(columns, rows)
    otherCells = cells
    (row, column) = (0, 0)
  }

  /// The text of each row, without trailing spaces and characters of no width.
  public var lines: [String] {
    cells.map { cells in
      let scalars = cells.joined().unicodeScalars.filter { !(0x2066...0x2069).contains($0.value) }
      let text = String(String.UnicodeScalarView(scalars))
      return text.lastIndex { $0 != " " }.map { String(text[...$0]) } ?? ""
    }
  }

  /// The rows as one text, without trailing empty rows.
  public var text: String {
    let lines = lines
    return lines[..<(lines.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0)].joined(separator: "\n")
  }

  /// Returns the column at which a text starts, counted from 0, in the first row that contains it.
  public func column(of text: String) -> Int? {
    for cells in cells {
      for column in cells.indices where cells[column...].joined().hasPrefix(text) && !cells[column].isEmpty {
        return column
      }
    }
    return nil
  }

  private static func blank(_ columns: Int, _ rows: Int) -> [[String]] {
    Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  /// Processes output of a program. It may be split anywhere.
  public mutating func take(_ bytes: some Sequence<UInt8>) {
    pending += bytes
    while let count = step() { pending.removeFirst(count) }
  }

  /// Processes the first sequence of ``pending``, and returns its length; `nil` if it is incomplete.
  private mutating func step() -> Int? {
    guard let first = pending.first else { return nil }
    switch first {
    case 0x1B: return escape()
    case 0x0D: column = 0
    case 0x0A: lineFeed()
    case 0x08: column = max(0, column - 1)
    case 0x07: break
    case 0x00..<0x20, 0x7F: unknown.append("control \(first)")
    default: return character()
    }
    return 1
  }

  private mutating func lineFeed() {
    if row < rows - 1 { return row += 1 }
    cells.removeFirst()
    cells.append(Array(repeating: " ", count: columns))
  }

  private mutating func character() -> Int? {
    let length = [0xC0: 2, 0xE0: 3, 0xF0: 4].filter { Int(pending[0]) >= $0.key }.values.max() ?? 1
    guard pending.count >= length else { return nil }
    let text = String(decoding: pending[..<length], as: UTF8.self)
    for scalar in text.unicodeScalars { put(scalar) }
    return length
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    let width = Self.width(of: scalar)
    guard width > 0 else {
      var place = min(column, columns) - 1
      if place > 0, cells[row][place].isEmpty { place -= 1 }
      if place >= 0 { cells[row][place].unicodeScalars.append(scalar) }
      return
    }
    if column + width > columns {
      if wraps {
        lineFeed()
        column = 0
      } else {
        column = columns - width
      }
    }
    for place in column..<column + width { cut(place) }
    cells[row][column] = String(scalar)
    if width == 2 { cells[row][column + 1] = "" }
    column += width
  }

  /// Clears the other half of a wide character whose one half is overwritten.
  private mutating func cut(_ place: Int) {
    if cells[row][place].isEmpty, place > 0 { cells[row][place - 1] = " " }
    if place + 1 < columns, cells[row][place + 1].isEmpty { cells[row][place + 1] = " " }
  }

  private mutating func escape() -> Int? {
    guard pending.count >= 2 else { return nil }
    guard pending[1] == UInt8(ascii: "[") else {
      unknown.append("escape \(pending[1])")
      return 2
    }
    guard let end = pending[2...].firstIndex(where: { (0x40...0x7E).contains($0) }) else { return nil }
    let parameters = String(decoding: pending[2..<end], as: UTF8.self)
    control(Character(Unicode.Scalar(pending[end])), parameters)
    return end + 1
  }

  private mutating func control(_ command: Character, _ parameters: String) {
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    switch (command, parameters) {
    case ("H", _):
      row = min(max(1, numbers.first ?? 1), rows) - 1
      column = min(max(1, numbers.count > 1 ? numbers[1] : 1), columns) - 1
    case ("J", "2"): cells = Self.blank(columns, rows)
    case ("K", ""), ("K", "0"): for place in column..<columns { cells[row][place] = " " }
    case ("m", _): if !["", "0"].contains(parameters) { styles.insert(parameters) }
    case ("h", "?1049") where !isAlternate:
      (cells, otherCells) = (Self.blank(columns, rows), cells)
      savedCursor = (row, column)
      isAlternate = true
    case ("l", "?1049") where isAlternate:
      cells = otherCells
      (row, column) = (min(savedCursor.row, rows - 1), min(savedCursor.column, columns - 1))
      isAlternate = false
    case ("h", "?1049"), ("l", "?1049"): break
    case ("h", "?25"), ("l", "?25"): showsCursor = command == "h"
    case ("h", "?7"), ("l", "?7"): wraps = command == "h"
    case ("h", "?2004"), ("l", "?2004"): marksPastes = command == "h"
    case ("h", "?1000"), ("l", "?1000"): reportsMouse = command == "h"
    case ("h", "?1006"), ("l", "?1006"): break
    default: unknown.append("\(parameters)\(command)")
    }
  }

  /// Returns the width of a character, as by `wcwidth` on most systems.
  private static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x0300...0x036F, 0x0591...0x05BD, 0x064B...0x065F, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2069,
      0xFE00...0xFE0F:
      0
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      2
    default: 1
    }
  }
}
