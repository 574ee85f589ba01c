import LosslessTOML
import Testing

/// Entries and tables: setting, adding and removing them.
@Suite struct EntryEditTests {
  @Test(
    arguments: [
      ("a = 1 # one\n", 2, "a = 2 # one\n"), ("a = \"x\"", "y", "a = \"y\""),
      ("a = 'x'", "y", "a = 'y'"), ("a = 'x'", "it's", "a = \"it's\""), ("a = 0x10", 16, "a = 0x10"),
      ("a = \"\"\"\nx\n\"\"\"", "x\ny\n", "a = \"\"\"\nx\ny\n\"\"\""), ("a = \"x\"", "x\ny", "a = \"x\\ny\""),
      ("a = 1", true, "a = true"), ("a = 1", 2.5, "a = 2.5"), ("a = 1", .float(2), "a = 2.0"),
      ("a = 1", ["x", "y"], "a = [\"x\", \"y\"]"), ("a = 1", ["x": 1], "a = { x = 1 }"), ("a = 1", [:], "a = {}"),
      ("a = [1, 2] # c", [2, 3], "a = [2, 3] # c"), ("a = 1", "\u{0}\t\u{7F}é", "a = \"\\u0000\\t\\u007Fé\""),
    ] as [(String, TOMLLiteral, String)])
  func replacesAValue(_ text: String, _ value: TOMLLiteral, _ expected: String) throws {
    try expectEdit(text, gives: expected) { try $0.set(value, at: ["a"]) }
  }

  @Test func keepsTheLinesOfElementsThatStay() throws {
    try expectEdit("a = [\n  1, # one\n  2,\n]\n", gives: "a = [\n  0,\n  1, # one\n]\n") {
      try $0.set([0, 1], at: ["a"])
    }
  }

  @Test(arguments: [
    ("", "k = 1\n"), ("\u{FEFF}", "\u{FEFF}k = 1\n"), ("a = 1", "a = 1\nk = 1"), ("a = 1\n", "a = 1\nk = 1\n"),
    ("  a = 1 # c\r\n# d\r\n", "  a = 1 # c\r\n  k = 1\r\n# d\r\n"), ("# c\n", "# c\nk = 1\n"),
    ("a = 1\n\n[t]\nb = 2\n", "a = 1\nk = 1\n\n[t]\nb = 2\n"), ("[t]\nb = 2\n", "k = 1\n\n[t]\nb = 2\n"),
    ("# about the file\n[t]\n", "# about the file\nk = 1\n\n[t]\n"),
    ("# about the file\n\n# about t\n[t]\n", "# about the file\n\nk = 1\n\n# about t\n[t]\n"),
    ("a.b = 1\nc.d = 2\n", "a.b = 1\nc.d = 2\nk = 1\n"), ("a = [\n  1,\n]", "a = [\n  1,\n]\nk = 1"),
  ])
  func addsAKeyToTheRoot(_ text: String, _ expected: String) throws {
    try expectEdit(text, gives: expected) { try $0.set(1, at: ["k"]) }
  }

  @Test func addsAKeyAfterItsSibling() throws {
    try expectEdit("a = 1\nb = 2\n", gives: "a = 1\nk = 1\nb = 2\n") { try $0.set(1, at: ["k"], after: "a") }
    try expectEdit("a = 1\nb = 2\n", gives: "a = 1\nb = 2\nk = 1\n") { try $0.set(1, at: ["k"], after: "z") }
  }

  @Test(arguments: [
    ("[t]\n", "[t]\nk = 1\n"), ("[t]\nb = 1\n# c\n\n[u]\n", "[t]\nb = 1\nk = 1\n# c\n\n[u]\n"), ("[t]", "[t]\nk = 1"),
    ("[t.u]\nb = 1\n", "[t]\nk = 1\n\n[t.u]\nb = 1\n"), ("t.b = 1\na = 2\n", "t.b = 1\nt.k = 1\na = 2\n"),
    ("t . b.c = 1\n", "t . b.c = 1\nt . k = 1\n"), ("t = {}", "t = { k = 1 }"),
    ("t = { b = 1 }", "t = { b = 1, k = 1 }"),
    ("t = {\n  b = 1, # c\n}", "t = {\n  b = 1, k = 1, # c\n}"), ("t = { u = 1, }", "t = { u = 1, k = 1, }"),
    ("a = 1\n", "a = 1\n\n[t]\nk = 1\n"), ("a = 1", "a = 1\n\n[t]\nk = 1"), ("", "[t]\nk = 1\n"),
    ("[a]\nb = 1\n\n# c\n[d]\n", "[a]\nb = 1\n\n# c\n[d]\n\n[t]\nk = 1\n"),
  ])
  func addsAKeyToATable(_ text: String, _ expected: String) throws {
    try expectEdit(text, gives: expected) { try $0.set(1, at: ["t", "k"]) }
  }

  @Test(arguments: [
    ("[a]\nx = 1\n\n[z]\n", "[a]\nx = 1\n\n[a.b.c]\nk = 1\n\n[z]\n"), ("a.x = 1\n", "a.x = 1\na.b.c.k = 1\n"),
    ("a = { x = 1 }", "a = { x = 1, b.c.k = 1 }"),
  ])
  func createsMissingTables(_ text: String, _ expected: String) throws {
    try expectEdit(text, gives: expected) { try $0.set(1, at: ["a", "b", "c", "k"]) }
  }

  @Test func createsAMissingTableBelowAnElement() throws {
    try expectEdit("[[a]]\nx = 1\n\n[[a]]\n", gives: "[[a]]\nx = 1\n\n[a.b]\nk = 1\n\n[[a]]\n") {
      try $0.set(1, at: ["a", 0, "b", "k"])
    }
  }

  @Test(arguments: [
    ("a = 1\nk = 2 # c\nb = 3\n", "a = 1\nb = 3\n"), ("a = 1\nk = 2", "a = 1"), ("a = 1\r\nk = 2", "a = 1"),
    ("k = 1\n", ""),
    ("# about k\nk = [\n  1, # one\n] # c\n", "# about k\n"), ("k.a = 1\nb = 2\nk.c = 3\n", "b = 2\n"),
    ("a = 1\nk.a = 1\nk.b = 2", "a = 1"),
    ("[a]\n\n# c\n[k]\nb = 1\n\n[k.d]\n\n[e]\n", "[a]\n\n[e]\n"), ("[a]\nb = 1\n\n[k]\n", "[a]\nb = 1\n"),
    ("a = 1\n\n[[k]]\n\n[[k]]\nb = 1", "a = 1"), ("k.a = 1\n\n[k.b]\nc = 1\n\n[d]\n", "\n[d]\n"),
    ("[k]", ""), ("[k.a]\n[b]\n[k.c]\n", "[b]\n"),
  ])
  func removesAKey(_ text: String, _ expected: String) throws {
    try expectEdit(text, gives: expected) { try $0.remove(["k"]) }
  }

  @Test(arguments: [
    ("t = { k = 1 }", "t = {}"), ("t = { k = 1, b = 2 }", "t = { b = 2 }"), ("t = { b = 2, k = 1 }", "t = { b = 2 }"),
    ("t = {\n  k = 1, # c\n  b = 2, # d\n}", "t = {\n  b = 2, # d\n}"),
    ("t = { k.a = 1, b = 2, k.c = 3 }", "t = { b = 2 }"),
    ("t.k = 1\n", ""), ("[t]\nk = 1\n", "[t]\n"),
  ])
  func removesAKeyOfATable(_ text: String, _ expected: String) throws {
    try expectEdit(text, gives: expected) { try $0.remove(["t", "k"]) }
  }

  @Test func editsEntriesOfArraysOfTables() throws {
    let text = "[[e]]\nid = 1\n\n[[e]]\nid = 2\nrating = 3 # yours\n"
    try expectEdit(text, gives: "[[e]]\nid = 1\nrating = 5\n\n[[e]]\nid = 2\nrating = 4 # yours\n") {
      try $0.set(4, at: ["e", 1, "rating"])
      try $0.set(5, at: ["e", 0, "rating"], after: "id")
    }
  }

  @Test func writesTOML1Point0() throws {
    let time = try #require(TOMLDateTime("2026-03-01T06:30+01:00"))
    try expectEdit("a = 1\n", gives: "a = 2026-03-01T06:30:00+01:00\n") { try $0.set(.dateTime(time), at: ["a"]) }
    try expectEdit("a = 06:30\n", gives: "a = 06:30\n") { document in
      let same = try #require(TOMLDateTime("06:30:00"))
      try document.set(.dateTime(same), at: ["a"])
    }
    try expectEdit("t = {\n}\n", gives: "t = { a = \"\\u001B\"\n}\n") { try $0.set("\u{1B}", at: ["t", "a"]) }
  }

  @Test func refusesInvalidEdits() {
    expectEdit("a = 1", fails: .notATable) { try $0.set(1, at: ["a", "b"]) }
    expectEdit("a = [1]", fails: .noSuchValue) { try $0.set(1, at: ["a", 1]) }
    expectEdit("[a]", fails: .notAValue) { try $0.set(1, at: ["a"]) }
    expectEdit("a = 1\na = 2", fails: .documentInvalid) { try $0.set(1, at: ["a"]) }
    expectEdit("a = 1", fails: .noSuchValue) { try $0.remove(["b"]) }
    expectEdit("a = 1", fails: .noSuchValue) { try $0.remove([]) }
    expectEdit("a = 1", fails: .resultInvalid) { try $0.set(["k": 1, "k": 2], at: ["a"]) }
  }
}
