import Testing

@testable import StoreBrowser

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

  @Test func `a line has text at both ends if it is wide enough`() {
    let start: StyledText = "a long title"
    #expect(start.aligned(with: "12:04", width: 20).rendered(colored: false) == "a long title   12:04")
    #expect(start.aligned(with: "12:04", width: 14).rendered(colored: false).displayWidth == 14)
    #expect(start.aligned(with: "12:04", width: 12).rendered(colored: false) == "a long title")
  }

  @Test func `columns are aligned by width, and an empty one is hidden`() {
    var table = TextTable(rightAligned: [2])
    table.append("夜", "", "1", "x")
    table.append("abc", "", "10", "")
    #expect(table.lines.map { $0.rendered(colored: false) } == ["夜    1  x", "abc  10"])
  }

  @Test(
    arguments: [
      ("one two three", 7, ["one two", "three"]), ("one two three", 20, ["one two three"]), ("", 5, []),
      ("a longword b", 4, ["a", "long", "word", "b"]), ("  in", 4, ["  in"]),
      ("two  spaces", 5, ["two", "space", "s"]),
      ("夜の散歩", 5, ["夜の", "散歩"]), ("abc", 0, ["a", "b", "c"]),
    ] as [(String, Int, [String])])
  func `text is broken at blanks`(_ text: String, _ width: Int, _ lines: [String]) {
    #expect(StyledText(text).wrapped(to: width).map { $0.rendered(colored: false) } == lines)
  }

  @Test func `styles continue in the next line`() {
    let text: StyledText = "\("one two", .bold) \("three", .faint)"
    let lines = text.wrapped(to: 5).map { $0.rendered(colored: true) }
    #expect(lines == ["\u{1B}[1mone\u{1B}[0m", "\u{1B}[1mtwo\u{1B}[0m", "\u{1B}[2mthree\u{1B}[0m"])
  }

  @Test func `the last key of a page without help is always shown`() {
    let hints = ["one", "two", "esc"].map { KeyHint($0, "word", "a long meaning of a key") }
    let line = { KeyHint.line(hints, width: $0, hasHelp: false).rendered(colored: false) }
    #expect(line(40) == "one word  two word  esc word")
    #expect(line(20) == "one word  esc word")
    #expect(line(10) == "esc word")
    #expect(
      KeyHint.help(hints, width: 18).prefix(3).map { $0.rendered(colored: false) } == [
        "one  a long", "     meaning of a", "     key",
      ])
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
