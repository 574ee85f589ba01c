import LosslessTOML
import TestSupport
import Testing

/// Several values that are set or removed in one pass.
@Suite struct BatchTests {
  @Test func setsOnlyTheirBytes() throws {
    try expectEdit(
      "a = 'x' # one\r\n\r\n[[t]]\r\nb = 1 # two\r\nc = { d = true }\r\n[[t]]\r\nb = 2\r\n",
      gives: "a = 'y' # one\r\n\r\n[[t]]\r\nb = 30 # two\r\nc = { d = false }\r\n[[t]]\r\nb = 2.5\r\n"
    ) {
      try $0.setAll([
        TOMLAssignment(["t", 1, "b"], 2.5), TOMLAssignment(["a"], "y"), TOMLAssignment(["t", 0, "c", "d"], false),
        TOMLAssignment(["t", 0, "b"], 30),
      ])
    }
  }

  @Test func addsKeysInTheirOrder() throws {
    try expectEdit(
      "[[t]]\r\n  a = 1 # one\r\n  d = 4\r\n[[t]]\r\nx = { a = 1, d = 4 }",
      gives: """
        [[t]]\r
          a = 1 # one\r
          b = 2\r
          c = 3\r
          d = 4\r
          e = 5\r
        [[t]]\r
        x = { a = 1, b = 2, c = 3, d = 4, e = 5 }\r
        y = 6\r
        z = 7
        """
    ) { document in
      var assignments: [TOMLAssignment] = []
      for path: TOMLPath in [["t", 0], ["t", 1, "x"]] {
        assignments += [
          TOMLAssignment(path.appending("b"), 2, after: "a"), TOMLAssignment(path.appending("c"), 3, after: "a"),
          TOMLAssignment(path.appending("e"), 5),
        ]
      }
      assignments += [TOMLAssignment(["t", 1, "y"], 6, after: "x"), TOMLAssignment(["t", 1, "z"], 7)]
      try document.setAll(assignments)
    }
  }

  @Test func createsWhatIsMissing() throws {
    try expectEdit(
      "a = 1\nb = [1, 2]\nc = {}\nd.e = 1\n",
      gives: "a = 2\nb = [2, 3]\nc = { x = 1, y = 2 }\nd.e = 1\nd.f = 2\n\n[g.h]\ni = 3\n"
    ) {
      try $0.setAll([
        TOMLAssignment(["g", "h", "i"], 3), TOMLAssignment(["a"], 2), TOMLAssignment(["b"], [2, 3]),
        TOMLAssignment(["c", "x"], 1), TOMLAssignment(["c", "y"], 2), TOMLAssignment(["d", "f"], 2),
      ])
    }
  }

  @Test func keepsAnEqualValueAndTakesTheLastOne() throws {
    try expectEdit("a = 0x10\nb = 1\n", gives: "a = 0x10\nb = 3\nc = 5\n") {
      try $0.setAll([
        TOMLAssignment(["a"], 16), TOMLAssignment(["b"], 2), TOMLAssignment(["b"], 3), TOMLAssignment(["c"], 4),
        TOMLAssignment(["c"], 5),
      ])
    }
    // Both keys are equal as strings, but not as bytes.
    try expectEdit("a = 1\n", gives: "a = 1\n\"\u{E9}\" = 2\n\"e\u{301}\" = 3\n") {
      try $0.setAll([TOMLAssignment(["\u{E9}"], 2), TOMLAssignment(["e\u{301}"], 3)])
    }
    try expectEdit("a = 0x10\n", gives: "a = 0x10\n") { try $0.setAll([]) }
  }

  @Test func removesEntries() throws {
    try expectEdit(
      "# top\na = 1 # one\nb = 2\n# between\n[[t]]\nx = { a = 1, b = 2, c = 3 }\ny = 1\nz = 2",
      gives: "# top\nb = 2\n# between\n[[t]]\nx = { b = 2 }"
    ) { try $0.removeAll([["t", 0, "z"], ["t", 0, "x", "c"], ["a"], ["t", 0, "y"], ["t", 0, "x", "a"]]) }
    // An entry in another one, an element, tables with and without a header.
    try expectEdit(
      "a = { b = { c = 1, d = 2 }, e = 3 }\nf = [1, 2]\ng.h = 1\ni = 1\n\n[j]\nk = 1\n",
      gives: "a = { b = { d = 2 } }\nf = [2]\ni = 1\n"
    ) { try $0.removeAll([["a", "b", "c"], ["a", "e"], ["f", 0], ["g", "h"], ["j"]]) }
  }

  @Test func anErrorChangesNothing() {
    func expectFailure(_ source: String, _ code: TOMLEditError.Code, _ path: TOMLPath = ["b"]) {
      expectEdit(source, fails: code) { try $0.setAll([TOMLAssignment(["a"], 2), TOMLAssignment(path, 2)]) }
    }
    expectFailure("a = 1\n", .noSuchValue, ["b", 0])
    expectFailure("a = 1\nb = 2\n", .notATable, ["b", "c"])
    expectFailure("a = 1\n[[b]]\n", .notAValue)
    expectFailure("a = 1\n[b]\n", .notAValue)
    expectFailure("a = 1\nb = \n", .documentInvalid)
    expectEdit("a = 1\n", fails: .noSuchValue) { try $0.removeAll([["a"], ["b"]]) }
  }

  /// The result is that of one edit after the other.
  @Test func changesAsSingleEditsDo() throws {
    var random = SeededGenerator()
    let old = ["1", "2.5", "'x'", "\"y\"", "true", "'''\nz'''", "2026-11-22", "\"\"\"\r\nw\"\"\""]
    let new: [TOMLLiteral] = [1, 2, 2.5, "x", "it's", "two\nlines", true, "\u{7}"]
    for _ in 0..<TestSteps.count(100) {
      let lines = (0..<12).filter { _ in Bool.random(using: &random) }
        .map { "k\($0) = \(old.randomElement(using: &random) ?? "") # \($0)\n" }
      let inline = (0..<6).filter { _ in Bool.random(using: &random) }.map { "k\($0) = \($0)" }
      let source = "[[t]]\n\(lines.joined())[[t]]\ni = { \(inline.joined(separator: ", ")) }\n"
      let paths =
        (0..<12).map { ["t", 0, .key("k\($0)")] as TOMLPath } + (0..<6).map { ["t", 1, "i", .key("k\($0)")] }
      var whole = TOMLDocument(parsing: Array(source.utf8))
      var single = whole
      let values = paths.shuffled(using: &random).prefix(8).map { path in
        TOMLAssignment(path, new.randomElement(using: &random) ?? 1)
      }
      try whole.setAll(values)
      for assignment in values { try single.set(assignment.value, at: assignment.path) }
      #expect(whole.source == single.source)
      for assignment in values { #expect(whole[assignment.path].map { TOMLLiteral($0) } == assignment.value) }
      let removed = paths.filter { whole[$0] != nil && Bool.random(using: &random) }
      try whole.removeAll(removed)
      for path in removed { try single.remove(path) }
      #expect(whole.source == single.source)
    }
  }
}
