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

@Suite struct PrefixTests {
  @Test("The end of texts with a common start")
  func ends() {
    #expect("ab".firstAfterPrefix == "ac")
    #expect("\u{D7FF}".firstAfterPrefix == "\u{E000}")
    #expect("a\u{10FFFF}".firstAfterPrefix == "b")
    #expect("\u{10FFFF}".firstAfterPrefix == nil)
  }
}
