import TestSupport
import Testing

@testable import MixtapeModel

@Suite("Three-way merge of lists")
struct ListMergeTests {
  /// Lists as words whose letters are elements: the base, both sides, and the merged list.
  @Test(arguments: [
    // Removed by either side.
    ("abc", "ac", "ab", "a"), ("abc", "ac", "bac", "ac"), ("abc", "bac", "ac", "ac"), ("abc", "ac", "ac", "ac"),
    // Added by one side, by both, and at one place.
    ("ab", "axb", "ab", "axb"), ("ab", "axb", "axb", "axb"), ("ab", "axb", "aby", "axby"),
    ("ab", "abx", "aby", "abxy"), ("ab", "aby", "abx", "abxy"), ("ab", "abyz", "abxw", "abxwyz"),
    ("", "xy", "yz", "xyz"), ("", "yz", "xy", "xyz"), ("ab", "abx", "xab", "xab"),
    // Moved by one side.
    ("abcd", "dabc", "abcd", "dabc"), ("abcd", "dabc", "abxcd", "dabxc"), ("abcd", "dabc", "acd", "dac"),
    // Moved by both sides: to one place, and to different places.
    ("abcd", "dabc", "dabc", "dabc"), ("abcd", "dabc", "abdc", "dabc"), ("abcd", "abdc", "dabc", "dabc"),
    ("abcd", "dabc", "bcda", "dbca"),
    // Appended by one side while the other one moved the last element.
    ("abc", "abcx", "cab", "cabx"),
    // Elements that repeat.
    ("aa", "a", "aa", "a"), ("a", "aa", "aa", "aa"), ("aba", "ba", "abax", "bax"),
  ])
  func examples(base: String, ours: String, theirs: String, expected: String) {
    #expect(merged(base, ours, theirs) == expected)
    #expect(merged(base, theirs, ours) == expected)
  }

  private func merged(_ base: String, _ ours: String, _ theirs: String) -> String {
    String(ListMerge.merged(base: Array(base), ours: Array(ours), theirs: Array(theirs)))
  }

  @Test func theLawsHold() {
    var generator = SeededGenerator()
    for _ in 0..<TestSteps.count(3_000) {
      let (base, ours, theirs) = (word(using: &generator), word(using: &generator), word(using: &generator))
      let result = merged(base, ours, theirs)
      let note: Comment = "\(generator): \(base) → \(ours), \(theirs): \(result)"
      #expect(result == merged(base, theirs, ours), note)
      #expect(merged(base, ours, base) == ours && merged(base, base, ours) == ours, note)
      #expect(merged(base, ours, ours) == ours, note)
      #expect(merged(ours, result, ours) == result && merged(theirs, theirs, result) == result, note)
      let (old, our, their) = (Set(base), Set(ours), Set(theirs))
      #expect(
        Set(result) == our.union(their).subtracting(old.subtracting(our)).subtracting(old.subtracting(their)), note)
      #expect(result.count == Set(result).count, note)
    }
  }

  /// Elements that neither side moved keep their order.
  @Test func theRestKeepsItsOrder() {
    var generator = SeededGenerator()
    for _ in 0..<TestSteps.count(3_000) {
      let base = word(using: &generator)
      let (ours, theirs) = (edited(base, "uvw", using: &generator), edited(base, "xyz", using: &generator))
      let result = merged(base, ours, theirs)
      let note: Comment = "\(generator): \(base) → \(ours), \(theirs): \(result)"
      for side in [ours, theirs] { #expect(result.filter(side.contains) == side.filter(result.contains), note) }
    }
  }

  /// Merging again changes nothing if at most one side moved elements.
  @Test func mergingAgainChangesNothing() {
    var generator = SeededGenerator()
    for _ in 0..<TestSteps.count(3_000) {
      let base = word(using: &generator)
      let shuffled = String(base.shuffled(using: &generator))
      let ours = edited(Bool.random(using: &generator) ? base : shuffled, "uvw", using: &generator)
      let theirs = edited(base, "xyz", using: &generator)
      let result = merged(base, ours, theirs)
      let note: Comment = "\(generator): \(base) → \(ours), \(theirs): \(result)"
      for side in [ours, theirs] {
        #expect(merged(base, result, side) == result && merged(base, side, result) == result, note)
      }
    }
  }

  @Test func longListsAreMergedFast() {
    let base = Array(0..<50_000)
    let reversed = Array(base.reversed())
    #expect(ListMerge.merged(base: base, ours: reversed, theirs: base + [50_000]).count == 50_001)
    #expect(ListMerge.merged(base: [], ours: base, theirs: reversed).count == 50_000)
  }

  private func edited(_ base: String, _ new: String, using generator: inout SeededGenerator) -> String {
    var result = base.filter { _ in Int.random(in: 0..<4, using: &generator) > 0 }
    for letter in new {
      let place = Int.random(in: 0...result.count, using: &generator)
      result.insert(letter, at: result.index(result.startIndex, offsetBy: place))
    }
    return result
  }

  /// Letters in any order, each once.
  private func word(using generator: inout SeededGenerator) -> String {
    String("abcdefgh".shuffled(using: &generator).prefix(Int.random(in: 0...7, using: &generator)))
  }
}
