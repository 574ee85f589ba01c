import TestSupport
import Testing

@testable import StoreBrowser

/// Drawing, and the effect of the updates on a terminal.
@Suite struct ScreenTests {
  private func grid(_ columns: Int, _ lines: StyledText...) -> ScreenGrid {
    var grid = ScreenGrid(columns: columns, rows: lines.count)
    for (row, line) in lines.enumerated() { grid.put(line, row: row) }
    return grid
  }

  @Test func `text is cut at the edge, but not inside a wide character`() {
    #expect(grid(5, "0123456789").lines == ["01234"])
    #expect(grid(5, "夜の散歩").lines == ["夜の"])
    #expect(grid(0, "x").lines == [""])
  }

  @Test func `combining characters stay with their base character`() {
    let cells = grid(8, "e\u{301}夜\u{FE00}x")[0]
    #expect(cells.map(\.text).prefix(4) == ["e\u{301}", "夜\u{FE00}", "", "x"])
    #expect(grid(4, "\u{301}a").lines == ["a"])
    // The last syllable has two letters and a sign, and three columns.
    #expect(grid(8, "हिन्दी|")[0].map(\.text) == ["हि", "", "न्दी", "", "", "|", " ", " "])
  }

  @Test func `each run of right-to-left text is isolated`() {
    let row = grid(20, "\("שלום") | \("abc") | \("مرحبا")")[0].map(\.text).joined()
    #expect(row.hasPrefix("\u{2068}שלום\u{2069} | abc | \u{2068}مرحبا\u{2069}"))
  }

  @Test func `only changed cells are written`() {
    let before = grid(30, "Auroras", "0:01 / 30:34")
    let after = grid(30, "Auroras", "0:02 / 30:34")
    #expect(ScreenPainter.update(from: before, to: after, colored: false) == "\u{1B}[2;4H2")
    #expect(ScreenPainter.update(from: after, to: after, colored: false) == "")
    #expect(ScreenPainter.update(from: nil, to: after, colored: false).hasPrefix("\u{1B}[0m\u{1B}[2J"))
    #expect(
      ScreenPainter.update(from: grid(3, "a"), to: grid(4, "a"), colored: false).hasPrefix("\u{1B}[0m\u{1B}[2J"))
  }

  @Test func `styles are written if colors are on`() {
    let styled = grid(9, "\("bold", .bold) x")
    let update = ScreenPainter.update(from: grid(9, ""), to: styled, colored: true)
    #expect(update == "\u{1B}[1;1H\u{1B}[0m\u{1B}[1mbold\u{1B}[0m x")
    #expect(ScreenPainter.update(from: grid(9, ""), to: styled, colored: false) == "\u{1B}[1;1Hbold x")
    #expect(
      ScreenPainter.update(from: grid(9, "bold x"), to: styled, colored: true)
        == "\u{1B}[1;1H\u{1B}[0m\u{1B}[1mbold\u{1B}[0m")
  }

  @Test func `columns stay aligned if a terminal draws an emoji too wide`() {
    var terminal = TerminalEmulator(columns: 20, rows: 2)
    let screen = grid(20, "👩‍🚀| 1️⃣| ☕️| x", "夜の|散歩|é|ﾊﾝ|x")
    terminal.take(ScreenPainter.update(from: nil, to: screen, colored: false).utf8)
    // Two columns each, and the text after them.
    #expect(terminal.column(of: "x") == 12)
    #expect(terminal.lines[1] == "夜の|散歩|é|ﾊﾝ|x")
  }

  @Test func `old content is erased beside a wide character that is drawn narrow`() {
    #expect(
      ScreenPainter.update(from: grid(3, "ab"), to: grid(3, "🏳️"), colored: false) == "\u{1B}[1;1H  \u{1B}[1;1H🏳️")
  }

  @Test func `the end of a long text can be kept`() {
    #expect("Auroras".end(columns: 7) == "Auroras" && "Auroras".end(columns: 5) == "…oras")
    #expect("の散歩".end(columns: 5) == "…散歩" && "の散歩".end(columns: 4) == "…歩" && "ab".end(columns: 0) == "…")
    #expect("Auroras".shortened(columns: 7) == "Auroras" && "Auroras".shortened(columns: 6) == "Au…ras")
    #expect("夜の散歩".shortened(columns: 6) == "夜…歩" && "ab".shortened(columns: 1) == "…")
  }

  @Test func `updates lead from any screen to any other`() {
    var generator = SeededGenerator()
    let pieces = ["a", "Auroras ", "夜", "の散歩", "é", " ", "", "שלום", "┃━─", "ﾊ", "😀", "\u{202E}evil\u{1B}[31m"]
    let styles: [StyledText.Style?] = [nil, .bold, .red, .reversed]
    var terminal = TerminalEmulator(columns: 17, rows: 4)
    terminal.take("\u{1B}[?7l".utf8)
    var shown: ScreenGrid?
    for _ in 0..<400 {
      var wanted = ScreenGrid(columns: 17, rows: 4)
      for row in 0..<4 {
        var line = StyledText()
        for _ in 0..<Int.random(in: 0...6, using: &generator) {
          line += StyledText(
            pieces.randomElement(using: &generator) ?? "", styles.randomElement(using: &generator) ?? nil)
        }
        wanted.put(line, row: row, column: Int.random(in: 0...3, using: &generator))
      }
      terminal.take(ScreenPainter.update(from: shown, to: wanted, colored: true).utf8)
      shown = wanted
      #expect(terminal.lines == wanted.lines.map(Self.withoutIsolates), generator.comment)
    }
    #expect(terminal.unknown == [])
  }

  private static func withoutIsolates(_ line: String) -> String {
    let scalars = line.unicodeScalars.filter { !(0x2066...0x2069).contains($0.value) }
    let text = String(String.UnicodeScalarView(scalars))
    return text.lastIndex { $0 != " " }.map { String(text[...$0]) } ?? ""
  }
}

@Suite struct ScreenRowsTests {
  @Test(arguments: [
    ("a\nb\n", 2, true), ("a\nb\n", 3, false), ("", 1, false), ("\n\n", 2, true), ("0123456789\n", 2, false),
    ("0123456789x\n", 2, true), ("\u{1B}[1;31m0123456789\u{1B}[0m\n", 2, false), ("夜夜夜夜夜夜\n", 2, true),
    ("a\tbc\n", 2, false), ("a\tbcd\n", 2, true), ("ab\t\t\n", 2, true),
  ])
  func `rows are counted as a terminal of ten columns wraps them`(_ text: String, _ rows: Int, _ takes: Bool) {
    #expect(text.takes(rows: rows, columns: 10) == takes)
  }

  @Test func `without a width, each line is one row`() {
    #expect(!(String(repeating: "x", count: 1000) + "\n").takes(rows: 2, columns: nil))
  }
}
