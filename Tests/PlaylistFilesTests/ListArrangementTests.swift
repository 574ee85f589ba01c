import LosslessTOML
import TestSupport
import Testing

@testable import PlaylistFiles

@Suite("Arrangements of lists")
struct ListArrangementTests {
  @Test(arguments: [
    ("abc", "abc", "0 1 2"), ("abc", "ac", "0 2"), ("abc", "acb", "0 2 1"), ("abc", "cab", "2 0 1"),
    ("abc", "abxc", "0 1 x 2"), ("", "ab", "a b"), ("ab", "", ""), ("aba", "ab", "0 1"), ("aba", "ba", "1 2"),
    ("aa", "aaa", "0 1 a"), ("abab", "baba", "1 0 3 2"), ("ab", "cd", "c d"),
  ])
  func examples(old: String, new: String, expected: String) {
    #expect(arrangement(old, new) == expected)
  }

  /// Checks properties of every arrangement: the texts are right, no element is used twice, and none is new that
  /// existed.
  @Test func randomListsKeepAllPossibleElements() {
    var generator = SeededGenerator()
    for _ in 0..<3_000 {
      let old = randomList(using: &generator)
      let new = randomList(using: &generator)
      let placements = ListArrangement.placements(from: old, to: new)
      #expect(texts(of: placements, from: old) == new, generator.comment)
      let used = placements.compactMap { if case .existing(let index) = $0 { index } else { nil } }
      #expect(Set(used).count == used.count, generator.comment)
      #expect(used.count == mostThatCanStay(old, new), generator.comment)
    }
  }

  @Test func oneRemovalOrInsertionMovesNothing() {
    var generator = SeededGenerator()
    for _ in 0..<1_000 {
      let longer = randomList(using: &generator) + ["z"]
      var shorter = longer
      shorter.remove(at: Int.random(in: longer.indices, using: &generator))
      for (old, new) in [(longer, shorter), (shorter, longer)] {
        let used = ListArrangement.placements(from: old, to: new).compactMap {
          if case .existing(let index) = $0 { index } else { nil }
        }
        #expect(used.count == shorter.count && used == used.sorted(), "\(generator): \(old) to \(new)")
      }
    }
  }

  @Test func longListsOfEqualElementsTakeLinearTime() {
    let old = [String](repeating: "a", count: 100_000) + ["b"]
    let new = ["b"] + [String](repeating: "a", count: 100_000)
    #expect(texts(of: ListArrangement.placements(from: old, to: new), from: old) == new)
  }

  private func arrangement(_ old: String, _ new: String) -> String {
    ListArrangement.placements(from: old.map(String.init), to: new.map(String.init)).map { placement in
      switch placement {
      case .existing(let index): "\(index)"
      case .new(.string(let text)): text
      case .new(let literal): "\(literal)"
      case .copy(let element): "copy of \(element.literal)"
      }
    }.joined(separator: " ")
  }

  private func texts(of placements: [TOMLPlacement], from old: [String]) -> [String] {
    placements.map { placement in
      switch placement {
      case .existing(let index): old[index]
      case .new(.string(let text)): text
      case .new(let literal): "\(literal)"
      case .copy(let element): "copy of \(element.literal)"
      }
    }
  }

  private func mostThatCanStay(_ old: [String], _ new: [String]) -> Int {
    Set(old).reduce(0) { sum, text in
      sum + min(old.count { $0 == text }, new.count { $0 == text })
    }
  }

  private func randomList(using generator: inout SeededGenerator) -> [String] {
    (0..<Int.random(in: 0...8, using: &generator)).map { _ in String("abcd".randomElement(using: &generator) ?? "a") }
  }
}
