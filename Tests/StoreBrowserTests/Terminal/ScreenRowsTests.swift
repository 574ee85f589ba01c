import Testing

@testable import StoreBrowser

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
