import LosslessTOML
import TestSupport
import Testing

/// Several values that are replaced in one pass.
@Suite struct ReplaceTests {
  @Test func replacesOnlyTheirBytes() throws {
    try expectEdit(
      "a = 'x' # one\r\n\r\n[[t]]\r\nb = 1 # two\r\nc = { d = true }\r\n[[t]]\r\nb = 2\r\n",
      gives: "a = 'y' # one\r\n\r\n[[t]]\r\nb = 30 # two\r\nc = { d = false }\r\n[[t]]\r\nb = 2.5\r\n"
    ) {
      try $0.replace([
        (["t", 1, "b"], 2.5), (["a"], "y"), (["t", 0, "c", "d"], false), (["t", 0, "b"], 30),
      ])
    }
  }

  @Test func keepsAnEqualValueAndTakesTheLastOne() throws {
    try expectEdit("a = 0x10\nb = 1\n", gives: "a = 0x10\nb = 3\n") {
      try $0.replace([(["a"], 16), (["b"], 2), (["b"], 3)])
    }
    try expectEdit("a = 0x10\n", gives: "a = 0x10\n") { try $0.replace([]) }
  }

  @Test func anErrorChangesNothing() {
    expectEdit("a = 1\n", fails: .noSuchValue) { try $0.replace([(["a"], 2), (["b"], 2)]) }
    expectEdit("a = 1\nb = [1]\n", fails: .notAValue) { try $0.replace([(["a"], 2), (["b"], 2)]) }
    expectEdit("a = 1\nb = { c = 1 }\n", fails: .notAValue) { try $0.replace([(["a"], 2), (["b"], 2)]) }
    expectEdit("a = 1\n[[b]]\n", fails: .notAValue) { try $0.replace([(["a"], 2), (["b"], 2)]) }
    expectEdit("a = 1\n[b]\n", fails: .notAValue) { try $0.replace([(["a"], 2), (["b"], 2)]) }
    expectEdit("a = 1\nb = \n", fails: .documentInvalid) { try $0.replace([(["a"], 2)]) }
  }

  /// The result is that of replacing one value after the other.
  @Test func replacesAsSingleEditsDo() throws {
    var random = SeededGenerator()
    let old = ["1", "2.5", "'x'", "\"y\"", "true", "'''\nz'''", "2026-11-22", "\"\"\"\r\nw\"\"\""]
    let new: [TOMLLiteral] = [1, 2, 2.5, "x", "it's", "two\nlines", true, "\u{7}"]
    for _ in 0..<TestSteps.count(100) {
      let lines = (0..<12).map { "k\($0) = \(old.randomElement(using: &random) ?? "") # \($0)\n" }
      var whole = TOMLDocument(parsing: Array("[[t]]\n\(lines.joined())".utf8))
      var single = whole
      let values = (0..<8).map { _ in
        (
          path: ["t", 0, .key("k\(Int.random(in: 0..<12, using: &random))")] as TOMLPath,
          value: new.randomElement(using: &random) ?? 1
        )
      }
      try whole.replace(values)
      for (path, value) in values { try single.set(value, at: path) }
      // Of several values for one path, the last one has the quotes of the first one in single edits.
      if Set(values.map(\.path)).count == values.count { #expect(whole.source == single.source) }
      for (path, value) in Dictionary(values.map { ($0.path, $0.value) }, uniquingKeysWith: { $1 }) {
        #expect(whole[path].map { TOMLLiteral($0) } == value)
      }
    }
  }
}
