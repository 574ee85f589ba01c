import MixtapeModel
import Testing

@testable import MixtapeLibrary

@Suite struct NumberSetTests {
  private func set(_ intervals: [(Double, Double)]) -> NumberSet {
    .union(intervals.map { NumberSet(from: .before($0.0), to: .after($0.1)) })
  }

  @Test("Adjacent and overlapping intervals are merged")
  func union() {
    let numbers = set([(5, 6), (1, 2), (2, 3), (9, 9), (9, 9)])
    #expect(numbers.intervals.map(\.lower.number) == [1, 5, 9])
    #expect(numbers.intervals.map(\.upper.number) == [3, 6, 9])
    // Nothing is between an end before a number and a start before it.
    #expect(NumberSet.union([NumberSet(to: .before(1)), NumberSet(from: .before(1))]) == .all)
    #expect(NumberSet.union([NumberSet(to: .before(1)), NumberSet(from: .after(1))]) != .all)
  }

  @Test("The complement of the complement is the set")
  func complement() {
    #expect(NumberSet.all.complement == .none)
    #expect(NumberSet.none.complement == .all)
    let numbers = set([(1, 1), (3, 4)])
    #expect(numbers.complement.complement == numbers)
    #expect(NumberSet.union([numbers, numbers.complement]) == .all)
  }
}

extension RowSet {
  fileprivate init(_ rows: some Sequence<Int64>) {
    self.init()
    for row in rows { insert(row) }
  }
}

@Suite struct RowSetTests {
  @Test("Sets of few and of many rows")
  func sizes() {
    for count in [0, 1, RowSet.listed, RowSet.listed + 1, 5_000] {
      let rows = RowSet((0..<Int64(count)).map { $0 * 3 + 1 })
      #expect(rows.count == count)
      for row in 1...Int64(3 * count + 10) { #expect(rows.contains(row) == (row % 3 == 1 && row < 3 * count)) }
      var doubled = rows
      doubled.formUnion(RowSet((0..<Int64(count)).map { $0 * 3 + 2 }))
      #expect(doubled.count == 2 * count)
    }
  }
}

@Suite struct PrefixTests {
  @Test("The end of texts with a common start")
  func ends() {
    #expect("ab".firstAfterPrefix == "ac")
    #expect("\u{D7FF}".firstAfterPrefix == "\u{E000}")
    #expect("a\u{10FFFF}".firstAfterPrefix == "b")
    #expect("\u{10FFFF}".firstAfterPrefix == nil)
  }
}

@Suite struct StatementSizeTests {
  /// SQLite compares each value of a statement with all before it, so a statement without a limit takes quadratic time.
  @Test(arguments: [1_500, 6_000, 24_000])
  func `the values of a statement are limited, however many alternatives a rule has`(count: Int) throws {
    let alternatives = (0..<count).map { "(year = \($0 % 3_000) and (title = \"a\($0)\" or rating > 3))" }
    let rule = try Rule(parsing: alternatives.joined(separator: " or "))
    let predicate = try Predicate(rule, now: RandomLibrary.now)
    let index = try LibraryIndex(podcasts: [])
    let values = try Evaluation.run(on: index, now: RandomLibrary.now, noting: { _ in }) { evaluation in
      try PredicateCompiler(evaluation: evaluation).sql(predicate)?.values.count
    }
    #expect(try #require(values) <= PredicateCompiler.mostValues)
  }
}
