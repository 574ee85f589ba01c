import LosslessTOML
import Testing

/// The productions of the grammar and their values.
@Suite struct GrammarTests {
  private func value(_ text: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) -> TOMLValue? {
    let document = expectDiagnostics("a = \(text)", [], sourceLocation: sourceLocation)
    #expect(document.root["a"]?.text == text, sourceLocation: sourceLocation)
    return document.root["a"]
  }

  @Test(arguments: ["", "\n", "\r\n", " \t\n", "# c", "# c\r\n\t# d", "\u{FEFF}", "\u{FEFF}a = 1\n", "# äöü 日本語 \t 🎧"])
  func documents(_ text: String) {
    expectDiagnostics(text, [])
  }

  @Test(arguments: [
    ("a = 1", ["a"]), ("a-b_1 = 1", ["a-b_1"]), ("1234 = 1", ["1234"]), ("\"a b\" = 1", ["a b"]),
    ("'a\\b' = 1", ["a\\b"]),
    ("\"\" = 1", [""]), ("\"\\u00E9\" = 1", ["é"]), ("a.b.c = 1", ["a", "b", "c"]),
    ("a . \"b.c\"\t.'d' = 1", ["a", "b.c", "d"]),
    ("3.14 = 1", ["3", "14"]),
  ])
  func keys(_ text: String, _ path: [String]) {
    let document = expectDiagnostics(text, [])
    #expect(document[TOMLPath(path.map(TOMLPathComponent.key))]?.integer == 1)
  }

  @Test(arguments: [
    (#""""#, ""), (#""a b""#, "a b"), (#""\b\t\n\f\r\e\"\\""#, "\u{8}\t\n\u{C}\r\u{1B}\"\\"),
    (#""\x41\u00E9\U0001F3A7""#, "Aé🎧"),
    ("''", ""), (#"'C:\x "q"'"#, #"C:\x "q""#), ("\"tab\there\"", "tab\there"),
    ("\"long enough for a word, ünd\"", "long enough for a word, ünd"),
    ("\"\"\"\"\"\"", ""), ("\"\"\"\na\nb\"\"\"", "a\nb"), ("\"\"\"a\\\n   b\\  \n\n  c\"\"\"", "abc"),
    ("\"\"\"\"q\"\"\"\"\"", "\"q\"\""),
    ("\"\"\"\r\na\r\n\"\"\"", "a\r\n"), ("''''''", ""), ("'''\na\\b'''", "a\\b"), ("''''q'''''", "'q''"),
    ("\"\"\"a\"\"b\"\"\"", "a\"\"b"),
  ])
  func strings(_ text: String, _ expected: String) {
    #expect(value(text)?.string == expected)
  }

  @Test(
    arguments: [
      ("0", 0), ("+0", 0), ("-0", 0), ("42", 42), ("-17", -17), ("1_000", 1000), ("0xdead_BEEF", 0xDEAD_BEEF),
      ("0o755", 0o755),
      ("0b1101", 0b1101), ("9223372036854775807", .max), ("-9223372036854775808", .min), ("0x00", 0),
    ] as [(String, Int64)])
  func integers(_ text: String, _ expected: Int64) {
    #expect(value(text)?.integer == expected)
    #expect(value(text)?.kind == .integer)
  }

  @Test(
    arguments: [
      ("1.0", 1), ("+3.14", 3.14), ("-0.01", -0.01), ("5e+22", 5e22), ("1e06", 1e6), ("-2E-2", -2e-2),
      ("6.626e-34", 6.626e-34),
      ("1_0.2_5", 10.25), ("inf", .infinity), ("-inf", -.infinity),
    ] as [(String, Double)])
  func floats(_ text: String, _ expected: Double) {
    #expect(value(text)?.float == expected)
  }

  @Test func otherScalars() {
    #expect(value("nan")?.float?.isNaN == true)
    #expect(value("true")?.boolean == true)
    #expect(value("false")?.boolean == false)
    #expect(value("1")?.string == nil && value("1")?.float == nil && value("1")?.array == nil)
  }

  @Test(
    arguments: [
      ("1979-05-27T07:32:00Z", TOMLKind.offsetDateTime, 0), ("1979-05-27 07:32:00.5+02:00", .offsetDateTime, 120),
      ("1979-05-27t07:32z", .offsetDateTime, 0), ("1979-05-27T07:32:00-07:30", .offsetDateTime, -450),
      ("1979-05-27T07:32:00", .localDateTime, nil), ("1979-05-27 07:32", .localDateTime, nil),
      ("1979-05-27", .localDate, nil),
      ("07:32:00.999999999999", .localTime, nil), ("07:32", .localTime, nil), ("2024-02-29", .localDate, nil),
    ] as [(String, TOMLKind, Int?)])
  func dateTimes(_ text: String, _ kind: TOMLKind, _ offset: Int?) {
    let value = value(text)
    #expect(value?.kind == kind)
    #expect(value?.dateTime?.text == text)
    #expect(value?.dateTime?.offsetMinutes == offset)
  }

  @Test func partsOfDateTimes() {
    let dateTime = TOMLDateTime("2026-03-01T06:07:08.25Z")
    #expect([dateTime?.year, dateTime?.month, dateTime?.day] == [2026, 3, 1])
    #expect([dateTime?.hour, dateTime?.minute, dateTime?.second, dateTime?.nanosecond] == [6, 7, 8, 250_000_000])
    #expect(TOMLDateTime("2026-03-01")?.hour == nil)
    #expect(TOMLDateTime("06:00")?.year == nil)
    #expect(TOMLDateTime("06:00")?.second == 0)
    #expect(TOMLDateTime("noon") == nil && TOMLDateTime("") == nil)
  }

  @Test(
    arguments: [
      ("[]", []), ("[ ]", []), ("[1,2]", [1, 2]), ("[ 1, 2, ]", [1, 2]), ("[\n1 # one\n, # comma\n\n2\r\n]", [1, 2]),
      ("[#c\n1]", [1]),
    ] as [(String, [Int64])])
  func arrays(_ text: String, _ expected: [Int64]) {
    #expect(value(text)?.array?.map(\.integer) == expected)
  }

  @Test(arguments: ["{}", "{ }", "{ b.c = 1, d = [2] }", "{\n  b.c = 1, # one\n  d = [2],\n}", "{b.c=1,\"d\"=[ 2\n]}"])
  func inlineTables(_ text: String) {
    let table = value(text)?.table
    #expect(table?.isInline == true)
    guard text.count > 3 else { return }
    #expect(table?["b"]?.table?["c"]?.integer == 1)
    #expect(table?["d"]?.array?.first?.integer == 2)
    #expect(table?.entries.map(\.key).sorted() == ["b", "d"])
  }

  @Test func tables() {
    let document = expectDiagnostics(
      """
      top = 1
      [a]  # c
      b.c = 1
      [ a . "d" ]
      e = 2
      [a.b.f]
      [x.y]
      [x]
      [[l]]
      n = 1
      [l.m]
      [[l]]
      n = 2
      [[l.o]]
      """, [])
    #expect(document.root.entries.map(\.key) == ["top", "a", "x", "l"])
    #expect(document[["a", "b", "c"]]?.integer == 1)
    #expect(document[["a", "d", "e"]]?.integer == 2)
    #expect(document[["a", "b", "f"]]?.table?.entries.isEmpty == true)
    #expect(document[["l"]]?.array?.isArrayOfTables == true)
    #expect(document.root["l"]?.array?.map { $0.table?["n"]?.integer } == [1, 2])
    #expect(document[["l", 1, "o", 0]]?.kind == .table)
    #expect(document[["l", 2]] == nil)
  }

  @Test func rangesOfTables() {
    let text = "a = { b = 1 }\n\n[t]  # c\nk.l = 1 # d\n# e\n\n[[u]]\n"
    let document = TOMLDocument(parsing: Array(text.utf8))
    func slice(_ range: SourceRange?) -> String? {
      range.map { String(decoding: document.source[$0.offsets], as: UTF8.self) }
    }
    #expect(slice(document.root.range) == text)
    #expect(slice(document.root["a"]?.table?.range) == "{ b = 1 }")
    #expect(slice(document.root["t"]?.table?.range) == "[t]  # c\nk.l = 1")
    #expect(slice(document.root["t"]?.table?.headerRange) == "[t]")
    #expect(document.root["a"]?.table?.headerRange == nil)
    #expect(slice(document.root["u"]?.array?.range) == "[[u]]")
    #expect(slice(document.root["t"]?.table?.entries.first?.keyRange) == "k")
  }

  @Test func distinguishesSimilarKeys() {
    let document = expectDiagnostics("\"\u{E9}\" = 1\n\"e\u{301}\" = 2\n", [])
    #expect(document.root["\u{E9}"]?.integer == 1)
    #expect(document.root["e\u{301}"]?.integer == 2)
  }
}
