import Testing

@testable import TerminalUI

@Suite struct TextTests {
  @Test(arguments: [
    ("plain", "plain"), ("\u{1B}[31mred", "\\u{1B}[31mred"), ("a\tb\nc\r", "a\\tb\\nc\\r"),
    ("\u{7F}\u{9B}", "\\u{7F}\\u{9B}"),
    ("\u{202E}evil", "\\u{202E}evil"), ("two\u{2028}lines", "two\\u{2028}lines"), ("夜の散歩 👩‍🚀 é", "夜の散歩 👩‍🚀 é"),
  ])
  func `characters that control a terminal are escaped`(_ text: String, _ visible: String) {
    #expect(text.visible == visible)
    #expect("\(text)".visible == StyledText("\(text)").rendered(colored: false))
  }

  @Test func `lines and tabs can be kept`() {
    #expect("a\tb\r\n\u{1B}c".visibleLines == "a\tb\\r\n\\u{1B}c")
  }

  @Test(arguments: [
    ("abc", 3), ("夜の散歩", 8), ("e\u{301}", 1), ("🎲", 2), ("👩‍🚀", 2), ("☕️", 2), ("한국어", 6), ("ﾊﾝｶｸ", 4), ("שלום", 4),
    ("", 0), ("ﾊﾞ", 2), ("हिन्दी", 5), ("กำ", 2), ("\u{1112}\u{1161}\u{11AB}", 2),
  ])
  func `width is counted in columns`(_ text: String, _ width: Int) {
    #expect(text.displayWidth == width)
  }

  @Test func `columns are aligned by width, and an empty one is hidden`() {
    var table = TextTable(rightAligned: [2])
    table.append("夜", "", "1", "x")
    table.append("abc", "", "10", "")
    #expect(table.lines.map { $0.rendered(colored: false) } == ["夜    1  x", "abc  10"])
  }

  @Test func `a cell that is too wide shifts only its own row`() {
    var table = TextTable()
    table.append(StyledText(String(repeating: "w", count: 60)), "x")
    table.append("a", "x")
    let lines = table.lines.map { $0.rendered(colored: false) }
    #expect(lines.map(\.count) == [63, 51])
  }

  @Test func `only data is escaped and styled`() {
    let text: StyledText = "an \("\u{1B}", .red) b"
    #expect(text.rendered(colored: true) == "an \u{1B}[31m\\u{1B}\u{1B}[0m b")
    #expect(text.rendered(colored: false) == "an \\u{1B} b")
  }
}
