import TestSupport
import Testing

@testable import mixtape

@Suite struct TableLayoutTests {
  @Test(arguments: [
    ([10, 20, 30], 64, [10, 20, 30]), ([10, 20, 30], 54, [10, 20, 20]), ([10, 20, 30], 34, [10, 10, 10]),
    ([10, 20, 30], 24, [10, 12, 0]), ([10, 4, 30], 29, [10, 4, 11]), ([10, 20, 30], 18, [10, 6, 0]),
    ([10, 20, 30], 5, [10, 1, 0]), ([10, 0, 30], 22, [10, 0, 10]), ([], 5, []),
  ])
  func `the widest column gives way first, the last one goes, and ids never`(
    _ natural: [Int], _ width: Int, _ widths: [Int]
  ) {
    let dispensable = natural.isEmpty ? [] : [2]
    let layout = TableLayout(natural: natural, flexible: [1, 2], dispensable: dispensable, width: width, gap: 2)
    #expect(layout.widths == widths)
  }

  @Test func `where nothing may give way, nothing does`() {
    let layout = TableLayout(natural: [10, 20], flexible: [], dispensable: [], width: 5, gap: 2)
    #expect(layout.widths == [10, 20])
  }

  @Test(arguments: [
    (nil, ["night-sky  Night Sky Radio  夜の散歩"]), (36, ["night-sky  Night Sky Radio  夜の散歩"]),
    (34, ["night-sky  Night Sky Ra…  夜の散歩"]), (25, ["night-sky  Night…  夜の…"]), (5, ["night-sky  …  …"]),
  ])
  func `text is cut with a mark, by columns and not through characters`(_ width: Int?, _ lines: [String]) {
    var table = TextTable(freeText: [1, 2])
    table.append("night-sky", "Night Sky Radio", "夜の散歩")
    #expect(table.lines(within: width).map { $0.rendered(colored: false) } == lines)
  }

  @Test func `what is cut keeps its style`() {
    var table = TextTable(freeText: [0])
    table.append(StyledText("A long name", .red), "id")
    #expect(table.lines(within: 10).map { $0.rendered(colored: true) } == ["\u{1B}[31mA lon…\u{1B}[0m  id"])
  }

  @Test(arguments: 0..<50) func `no row is wider than the terminal as long as the ids leave room`(_ run: UInt64) {
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
