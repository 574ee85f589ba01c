@testable import LosslessTOML
import Testing

/// Every kind of diagnostic: its id, place and message, and that no other diagnostic is reported.
@Suite struct DiagnosticTests {
  /// Texts with one mistake at `①`: its id, its length and its message.
  private static let mistakes: [(String, Diagnostic.ID, Int, String)] = [
    // Text
    (
      "# a①\u{0}b\n", "toml.control-character", 1,
      "found the control character U+0000 in a comment; expected no control character but a tab"
    ),
    (
      "a = '①\u{7F}'", "toml.control-character", 1,
      "found the control character U+007F in a string; expected no control character but a tab"
    ),
    (
      "# a①\rb\n", "toml.bare-carriage-return", 1,
      "found a carriage return in a comment; expected a line feed after it"
    ),
    // Strings
    (
      "a = ①'''x\nb = 1\n", "toml.unterminated-string", 3,
      "expected `'''` to close the string, found the end of the file"
    ),
    (
      "a = { b = ①\"x }\nc = 1\n", "toml.unterminated-string", 4,
      "expected `\"` to close the string, found the end of the line"
    ),
    (
      #"a = "x①\qy""#, "toml.invalid-escape", 2,
      #"found a backslash before `q`; expected one of \b \t \n \f \r \e \" \\ \xHH \uHHHH \UHHHHHHHH"#
    ),
    (
      #"a = "①\u12""#, "toml.invalid-escape", 2,
      #"expected 4 hexadecimal digits after `\u`, found fewer"#
    ),
    (
      #"a = "①\uD800""#, "toml.invalid-unicode-scalar", 6,
      #"found `\uD800`, which is not a Unicode scalar value; expected 0 to D7FF or E000 to 10FFFF"#
    ),
    // Values
    ("a = ①@b", "toml.invalid-value", 1, "expected a value after `=`, found `@`"),
    ("a = [①@b]", "toml.invalid-value", 1, "expected a value as an element, found `@`"),
    ("a =①\n", "toml.expected-value", 0, "expected a value after `=`, found the end of the line"),
    ("a =①", "toml.expected-value", 0, "expected a value after `=`, found the end of the file"),
    ("a = [1,①, 2]\n", "toml.expected-value", 1, "expected an element before `,`, found `,`"),
    (#"a = "b"①c"#, "toml.expected-line-end", 1, "expected the end of the line, found `c`"),
    (#"a = ["b"①="c"]"#, "toml.expected-separator", 1, "expected `,` or `]` after the element, found `=`"),
    // Statements
    ("①= 1\n", "toml.expected-key", 1, "expected a key, found `=`"),
    ("[①]\n", "toml.expected-key", 1, "expected a key, found `]`"),
    ("a. ①= 1\n", "toml.expected-key", 1, "expected a key, found `=`"),
    (
      "①\"\"\"a\"\"\" = 1\n", "toml.multiline-key", 3,
      "found a multi-line string as a key; expected a bare key or a string on one line"
    ),
    ("a①\n", "toml.expected-equals", 0, "expected `=` after the key, found the end of the line"),
    ("a ①: 1\n", "toml.expected-equals", 1, "expected `=` after the key, found `:`"),
    ("[a①\nb = 1\n", "toml.unterminated-header", 0, "expected `]` after the name, found the end of the line"),
    ("[[a①]\n", "toml.unterminated-header", 1, "expected `]]` after the name, found `]`"),
    // Containers
    ("a = [1 ①2]\n", "toml.expected-separator", 1, "expected `,` or `]` after the element, found `2`"),
    ("a = { b = 1 ①c = 2 }\n", "toml.expected-separator", 1, "expected `,` or `}` after the entry, found `c`"),
    ("a = [1①}\nb = 1\n", "toml.expected-separator", 1, "expected an element or `]`, found `}`"),
    ("a = {b = 1①]\nc = 1\n", "toml.expected-separator", 1, "expected a key or `}`, found `]`"),
    (
      "a = [\n  ①[1,\n[c]\n", "toml.unterminated-array", 1,
      "expected `]` to close the array, found the start of another entry"
    ),
    (
      "a = ①{", "toml.unterminated-inline-table", 1,
      "expected `}` to close the inline table, found the end of the file"
    ),
  ]

  @Test(arguments: mistakes)
  func aMistakeHasOneDiagnostic(text: String, id: Diagnostic.ID, length: Int, message: String) {
    expectDiagnostics(text, [.init(id, at: "①", length: length, message)])
  }

  /// Texts whose mistake at `②` conflicts with what stands at `①`: its id, its length and its message.
  private static let conflicts: [(String, Diagnostic.ID, Int, String)] = [
    (
      "①a = 1\n②\"a\" = 2\n", "toml.duplicate-key", 3,
      "found the key `\"a\"` a second time; expected each key only once"
    ),
    (
      "t = { ①a.b = 1, ②a = 2 }\n", "toml.duplicate-key", 1,
      "found the key `a` a second time; expected each key only once"
    ),
    (
      "[①a]\nx = 1\n[②a]\nx = 2\n", "toml.duplicate-table", 1,
      "found the table `a` a second time; expected each table only once"
    ),
    (
      "①a = 1\n[②a]\n", "toml.not-a-table", 1,
      "found a header for `a`, which is already an integer; expected another name"
    ),
    (
      "①a = 'x'\n②a.b = 1\n", "toml.not-a-table", 1,
      "found `a` used as a table, but it is a string; expected a table or another name"
    ),
    (
      "①a = []\n[[②a]]\n", "toml.not-an-array-of-tables", 1,
      "found a `[[…]]` header for `a`, which is already an array; expected an array of tables or another name"
    ),
    (
      "[a.①b]\n[a]\n②b.c = 1\n", "toml.table-already-defined", 1,
      "found a dotted key that adds to the table `b`, which a header defines; expected the key below that header"
    ),
  ]

  @Test(arguments: conflicts)
  func aConflictNamesBothPlaces(text: String, id: Diagnostic.ID, length: Int, message: String) {
    expectDiagnostics(text, [.init(id, at: "②", length: length, message, firstAt: "①")])
  }

  @Test func theFirstOfTwoTablesCounts() {
    let document = TOMLDocument(parsing: Array("[a]\nx = 1\n[a]\nx = 2\n".utf8))
    #expect(document.root["a"]?.table?["x"]?.integer == 1)
  }

  // MARK: Recovery after a mistake

  @Test func anUnterminatedStringEndsWithItsLine() {
    let message = "expected `\"` to close the string, found the end of the line"
    let document = expectDiagnostics(
      "a = ①\"x # y\nb = 1\n", [.init("toml.unterminated-string", at: "①", length: 6, message)])
    #expect(document.root["a"] == nil)
    #expect(document.root["b"]?.integer == 1)
  }

  @Test func anUnterminatedStringOfSeveralLinesEndsBeforeTheNextEntry() {
    let message = "expected `\"\"\"` to close the string, found the end of the file"
    let document = expectDiagnostics(
      "a = ①\"\"\"\ntext of it\n\nb = 1\n", [.init("toml.unterminated-string", at: "①", length: 3, message)])
    #expect(document.root["b"]?.integer == 1)
  }

  @Test func anEntryWithARestIsNotRead() {
    let message = "expected the end of the line, found `b`"
    let document = expectDiagnostics("a = 1 ①b = 2\n", [.init("toml.expected-line-end", at: "①", length: 1, message)])
    #expect(document.root["a"] == nil)
  }

  @Test func anElementWithoutItsCommaIsNotRead() {
    let message = "expected `,` after the element, found the end of the line"
    let document = expectDiagnostics(
      "a = [\n  1,\n  2①\n  3,\n]\n", [.init("toml.expected-separator", at: "①", length: 0, message)])
    #expect(document.root["a"]?.array?.map(\.integer) == [1, 3])
  }

  @Test func anUnterminatedArrayEndsBeforeTheNextEntry() {
    let message = "expected `]` to close the array, found the start of another entry"
    let document = expectDiagnostics(
      "a = ①[\n  1,\n  2\nb = 1\n\n[c]\n", [.init("toml.unterminated-array", at: "①", length: 1, message)])
    #expect(document.root["b"]?.integer == 1)
  }

  @Test func anUnterminatedInlineTableEndsWithItsLine() {
    let message = "expected `}` to close the inline table, found a new line"
    let document = expectDiagnostics(
      "a = [\n  {id = 1},\n  ①{id = 2\n  {id = 3},\n]\nb = 1\n",
      [.init("toml.unterminated-inline-table", at: "①", length: 1, message)])
    #expect(document.root["a"]?.array?.map { $0.table?["id"]?.integer } == [1, 3])
    #expect(document.root["b"]?.integer == 1)
  }

  @Test func anUnterminatedInlineTableEndsBeforeTheNextEntry() {
    let message = "expected `}` to close the inline table, found the start of another entry"
    let document = expectDiagnostics(
      "a = ①{ b = 1\nc = 1\n", [.init("toml.unterminated-inline-table", at: "①", length: 1, message)])
    #expect(document.root["c"]?.integer == 1)
  }

  @Test func conflictMarker() {
    let message = "found a conflict marker of git; expected one of the two versions, without the markers"
    let document = expectDiagnostics(
      "①<<<<<<< HEAD\na = 1\n②=======\nb = 1\n③>>>>>>> other\n",
      [
        .init("toml.conflict-marker", at: "①", length: 12, message),
        .init("toml.conflict-marker", at: "②", length: 7, message),
        .init("toml.conflict-marker", at: "③", length: 13, message),
      ])
    #expect(document.root.entries.map(\.key) == ["a", "b"])
    expectDiagnostics("\u{FEFF}①<<<<<<< HEAD\n", [.init("toml.conflict-marker", at: "①", length: 12, message)])
  }

  // MARK: Text and values

  @Test func invalidUTF8() {
    let source: [UInt8] = Array("# ok\na = \"".utf8) + [0xFF] + Array("\"\n".utf8)
    let diagnostic = TOMLDocument(parsing: source).diagnostics
    #expect(diagnostic.map(\.id) == ["toml.invalid-utf8"])
    #expect(diagnostic.first?.range == SourceRange(10..<11))
    #expect(diagnostic.first?.message == "found the byte 0xFF, which is not valid UTF-8")
    for text in [[0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0x80]] as [[UInt8]] {
      #expect(TOMLDocument(parsing: [.init(ascii: "#")] + text).diagnostics.map(\.id) == ["toml.invalid-utf8"])
      #expect(TOMLDocument(parsing: text).diagnostics.map(\.id) == ["toml.invalid-utf8"])
    }
  }

  @Test(arguments: [
    ("yes", "`true`"), ("off", "`false`"), ("True", "`true` in lower case"), ("hello", "a value; text needs quotes"),
    ("inf1", "a value; text needs quotes"),
  ])
  func invalidValue(_ word: String, _ expected: String) {
    expectDiagnostics(
      "a = ①\(word) # c\n",
      [.init("toml.invalid-value", at: "①", length: word.utf8.count, "found `\(word)`, expected \(expected)")])
  }

  // MARK: Quotes

  @Test(arguments: ["“b”", "”b”", "„b“", "«b»", "‘b’", "`b`"])
  func quotesThatAreNotStraight(_ text: String) {
    let (quote, advice) = (text.prefix(1), "write straight quotes, `\"` or `'`")
    expectDiagnostics(
      "a = ①\(text)\n",
      [
        .init(
          "toml.invalid-value", at: "①", length: quote.utf8.count, "expected a value after `=`, found `\(quote)`",
          advice: advice)
      ])
    expectDiagnostics(
      "a = [\n  ①\(text),\n  ②\(text)\n]\n",
      ["①", "②"].map {
        .init(
          "toml.invalid-value", at: $0, length: quote.utf8.count, "expected a value as an element, found `\(quote)`",
          advice: advice)
      })
  }

  private static let adviceOnDoubleQuotes = "put single quotes around text with double quotes"

  @Test func doubleQuotesInDoubleQuotes() {
    let advice = Self.adviceOnDoubleQuotes
    let separator = "expected `,` or `]` after the element, found `F`"
    for array in [
      #"["genre = "①Folk""]"#, #"["genre = "①Folk"", 'year > 3']"#, "[\n  \"genre = \"①Folk\"\",\n  'x',\n]",
    ] {
      expectDiagnostics(
        "a = \(array)\n", [.init("toml.expected-separator", at: "①", length: 1, separator, advice: advice)])
    }
    expectDiagnostics(
      #"a = "The "①best" day""#,
      [.init("toml.expected-line-end", at: "①", length: 1, "expected the end of the line, found `b`", advice: advice)])
    expectDiagnostics(
      #"a = { b = "The "①best" day" }"#,
      [
        .init(
          "toml.expected-separator", at: "①", length: 1, "expected `,` or `}` after the entry, found `b`",
          advice: advice)
      ])
    expectDiagnostics(
      "a = 'Don'①t stop'",
      [
        .init(
          "toml.expected-line-end", at: "①", length: 1, "expected the end of the line, found `t`",
          advice: "put double quotes around text with single quotes")
      ])
  }

  @Test(arguments: ["90 ①min", "true ①story", "2026-03-01 ①évening"])
  func aTextThatBeginsLikeAValue(_ text: String) {
    let found = text.split(separator: "①")[1].prefix(1)
    expectDiagnostics(
      "a = \(text) # c\n",
      [
        .init(
          "toml.expected-line-end", at: "①", length: found.utf8.count, "expected the end of the line, found `\(found)`",
          advice: "text needs quotes")
      ])
    expectDiagnostics(
      "a = [\(text)]\n",
      [
        .init(
          "toml.expected-separator", at: "①", length: found.utf8.count,
          "expected `,` or `]` after the element, found `\(found)`", advice: "text needs quotes")
      ])
  }

  @Test func elementsWithoutQuotes() {
    let message = "found `genre`, expected a value; text needs quotes"
    let genre = ExpectedDiagnostic(
      "toml.invalid-value", at: "①", length: 5, message, advice: Self.adviceOnDoubleQuotes)
    let year = ExpectedDiagnostic(
      "toml.invalid-value", at: "②", length: 4, "found `year`, expected a value; text needs quotes")
    expectDiagnostics("a = [①genre = \"Folk\"]\nb = 1\n", [genre])
    for elements in [
      "①genre = \"Folk\",\n  ②year > 3\n", "①genre = \"Folk\", # first\n\n  ②year = 3 # last\n",
      "①genre = \"Folk\"  ,\r\n  ②year = 3,\r\n",
    ] {
      let document = expectDiagnostics("a = [\n  \(elements)]\nb = 1\n", [genre, year])
      #expect(document.root["b"]?.integer == 1)
    }
    // The bracket is missing, and `b` is the next entry.
    let array = "expected `]` to close the array, found the start of another entry"
    let document = expectDiagnostics(
      "a = ①[\n  1,\nb = [2,\n  3]\n", [.init("toml.unterminated-array", at: "①", length: 1, array)])
    #expect(document.root["b"]?.array?.map(\.integer) == [2, 3])
  }

  @Test(arguments: [
    ("01", "expected a number without leading zeros"), ("1__0", "expected underscores only between two digits"),
    ("1_", "expected underscores only between two digits"), ("1.", "expected a digit after the decimal point"),
    ("1e", "expected a digit in the exponent"), ("+", "expected a digit after the sign"),
    ("+0x1", "expected no sign before `0x`, `0o` or `0b`"), ("-x", "expected digits, `inf` or `nan` after the sign"),
    ("0b2", "expected digits of base 2, with single underscores between them"),
    ("12abc", "expected a number; text needs quotes"),
  ])
  func invalidNumber(_ word: String, _ expected: String) {
    expectDiagnostics(
      "a = ①\(word)", [.init("toml.invalid-number", at: "①", length: word.utf8.count, "found `\(word)`, \(expected)")])
  }

  @Test(arguments: ["9223372036854775808", "-9223372036854775809", "0xFFFFFFFFFFFFFFFFF"])
  func integerOverflow(_ word: String) {
    expectDiagnostics(
      "a = ①\(word)",
      [
        .init(
          "toml.integer-overflow", at: "①", length: word.utf8.count, "found `\(word)`, expected an integer of 64 bits")
      ])
  }

  @Test(arguments: [
    ("2026-13-01", "whose month is 13; expected 1 to 12"), ("2026-02-29", "whose day is 29; expected 1 to 28"),
    ("2026-1-1", "expected a date such as 2026-03-01"), ("24:00", "whose hour is 24; expected 0 to 23"),
    ("06:60", "whose minute is 60; expected 0 to 59"), ("06:00:61", "whose second is 61; expected 0 to 60"),
    ("06:00:0", "expected two digits for the second"), ("6:00", "expected a time such as 06:30 or 06:30:15"),
    ("06:00:00.", "expected a digit after the decimal point of the second"),
    ("2026-03-01T0600", "expected a time such as 06:30 or 06:30:15"),
    ("2026-03-01T06:00+2", "expected an offset such as Z or +02:00 after the time"),
    ("2026-03-01T06:00+24:00", "whose hour of the offset is 24; expected 0 to 23"),
    ("2026-03-01x", "expected nothing after the date or time"),
  ])
  func invalidDateTime(_ word: String, _ expected: String) {
    expectDiagnostics(
      "a = ①\(word)",
      [.init("toml.invalid-date-time", at: "①", length: word.utf8.count, "found `\(word)`, \(expected)")])
  }

  @Test func nestingTooDeep() {
    let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    let document = TOMLDocument(parsing: Array("a = \(deep)\nb = 1\n".utf8))
    #expect(document.diagnostics.map(\.id) == ["toml.nesting-too-deep"])
    #expect(
      document.diagnostics.first?.message
        == "found a value nested deeper than \(Parser.nestingLimit) levels; expected fewer levels")
    #expect(document.root["b"]?.integer == 1)
  }

  // MARK: Several

  @Test func fiveMistakesGiveFiveDiagnostics() {
    let document = expectDiagnostics(
      """
      name = ①Morning Commute
      name = "again"
      limit = ③025
      episodes = [
        "a",  # fine
        ④"b,
        "c"⑤
        "d",
      ]
      ⑥shuffle = true
      ⑦shuffle = false
      """,
      [
        .init("toml.invalid-value", at: "①", length: 7, "found `Morning`, expected a value; text needs quotes"),
        .init("toml.invalid-number", at: "③", length: 3, "found `025`, expected a number without leading zeros"),
        .init(
          "toml.unterminated-string", at: "④", length: 3, "expected `\"` to close the string, found the end of the line"
        ),
        .init(
          "toml.expected-separator", at: "⑤", length: 0, "expected `,` after the element, found the end of the line"),
        .init(
          "toml.duplicate-key", at: "⑦", length: 7,
          "found the key `shuffle` a second time; expected each key only once",
          firstAt: "⑥"),
      ])
    #expect(document.root["episodes"]?.array?.map(\.string) == ["a", "d"])
    #expect(document.root["shuffle"]?.boolean == true)
    #expect(document.root["name"]?.string == "again")
  }

  @Test func countsErrorsUpToALimit() {
    let document = TOMLDocument(parsing: Array(String(repeating: "=\n", count: 5000).utf8))
    #expect(document.diagnostics.count == 1001)
    #expect(document.diagnostics.last?.id == "toml.too-many-errors")
  }
}
