import TestSupport
import Testing

@testable import StoreBrowser

@Suite struct TableLayoutTests {
  @Test(arguments: [
    ([10, 20, 30], 64, [10, 20, 30]), ([10, 20, 30], 54, [10, 20, 20]), ([10, 20, 30], 34, [10, 10, 10]),
    ([10, 20, 30], 24, [10, 12, 0]), ([10, 4, 30], 29, [10, 4, 11]), ([10, 20, 30], 18, [10, 6, 0]),
    ([10, 20, 30], 5, [10, 1, 0]), ([10, 0, 30], 22, [10, 0, 10]), ([], 5, []),
  ])
  func `the widest column is cut first, the last one is hidden, and ids are never cut`(
    _ natural: [Int], _ width: Int, _ widths: [Int]
  ) {
    let dispensable = natural.isEmpty ? [] : [2]
    let layout = TableLayout(natural: natural, flexible: [1, 2], dispensable: dispensable, width: width, gap: 2)
    #expect(layout.widths == widths)
  }

  @Test func `rigid columns are never cut`() {
    let layout = TableLayout(natural: [10, 20], flexible: [], dispensable: [], width: 5, gap: 2)
    #expect(layout.widths == [10, 20])
  }

  @Test(arguments: [
    (nil, ["night-sky  Night Sky Radio  夜の散歩"]), (36, ["night-sky  Night Sky Radio  夜の散歩"]),
    (34, ["night-sky  Night Sky Ra…  夜の散歩"]), (25, ["night-sky  Night…  夜の…"]), (5, ["night-sky  …  …"]),
  ])
  func `text is cut by columns with an ellipsis`(_ width: Int?, _ lines: [String]) {
    var table = TextTable(freeText: [1, 2])
    table.append("night-sky", "Night Sky Radio", "夜の散歩")
    #expect(table.lines(within: width).map { $0.rendered(colored: false) } == lines)
  }

  @Test(arguments: [40, 60, 80, 120, 200, 300, nil])
  func `one long title does not push the columns of its row`(_ width: Int?) {
    let titles = [
      "Auroras", "The Perseids, Live from a Field in August, with Sheep: a Four-Hour Vigil Cut Down to Its Best Parts",
      "夜の散歩、長い長い題名の回、そしてまた夜の散歩、長い長い題名の回、そしてまた夜の散歩", "e\u{301}te\u{301} 👩‍🚀 ☕️ हिन्दी में एक कहानी", "",
    ]
    var table = TextTable(rightAligned: [2], freeText: [1])
    for title in titles { table.append("night-sky/042", StyledText(title), "1:02:03", "|") }
    let lines = table.lines(within: width).map { $0.rendered(colored: false) }
    let places = lines.map { $0.prefix { $0 != "|" }.displayWidth }
    #expect(Set(places).count == 1, "\(lines.joined(separator: "\n"))")
    if let width { #expect(lines.allSatisfy { $0.displayWidth <= width }) }
    #expect(lines.contains { $0.contains("…") } == (width.map { $0 < 126 } ?? false))
  }

  @Test func `a long id shifts its row unless the text can be cut`() {
    var table = TextTable(rightAligned: [2], freeText: [1])
    let id = String(repeating: "long-", count: 12)
    table.append("short/id", "A title of some length", "30:34", "|")
    table.append(StyledText(id), "A title of some length", "5:55", "|")
    let expected = [
      "short/id" + String(repeating: " ", count: 42) + "A title of some length  30:34  |",
      id + "  A title of some length  5:55  |",
    ]
    #expect(table.lines(within: nil).map { $0.rendered(colored: false) } == expected)
    #expect(
      table.lines(within: 82).map { $0.rendered(colored: false) } == [
        expected[0], id + "  A title o…   5:55  |",
      ])
  }

  @Test func `a very long text does not widen every row`() {
    var table = TextTable(freeText: [1])
    table.append("a", StyledText(String(repeating: "w", count: 10_000)), "x")
    table.append("b", "short", "x")
    let lines = table.lines(within: nil).map { $0.rendered(colored: false) }
    #expect(lines.map(\.count) == [10_006, 206])
  }

  @Test func `cut text keeps its style`() {
    var table = TextTable(freeText: [0])
    table.append(StyledText("A long name", .red), "id")
    #expect(table.lines(within: 10).map { $0.rendered(colored: true) } == ["\u{1B}[31mA lon…\u{1B}[0m  id"])
  }

  @Test(arguments: 0..<50) func `no row is wider than the terminal if the ids fit`(_ run: UInt64) {
    let seed = SeededGenerator().seed
    var generator = SeededGenerator(seed: seed &+ run)
    var table = TextTable(rightAligned: [2], indentation: 2, freeText: [1, 3])
    func text(_ most: Int) -> StyledText {
      StyledText(
        String(
          (0..<Int.random(in: 0...most, using: &generator)).map { _ in "aé夜☕️🎲".randomElement(using: &generator) ?? "a" }
        ))
    }
    for _ in 0..<8 { table.append(text(5), text(60), text(3), text(30)) }
    for width in [30, 40, 60, 100] {
      for line in table.lines(within: width) { #expect(line.width <= width, "\(generator), width \(width)") }
    }
  }
}
