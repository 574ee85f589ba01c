import TestSupport
import Testing

@testable import MixtapeModel

@Suite("Reverting a change of a list of episodes")
struct ListRevertTests {
  /// Lists as words whose letters are episodes: before the change, after it, and now.
  @Test(arguments: [
    // Additions of the change are removed.
    ("ab", "abx", "abx", "ab"), ("ab", "abx", "abxc", "abc"), ("ab", "axb", "bxa", "ba"), ("", "x", "xy", "y"),
    ("ab", "abx", "ab", "ab"), ("ab", "xaby", "nxaymb", "namb"),
    // Removed episodes return to their places.
    ("axb", "ab", "ab", "axb"), ("axb", "ab", "anb", "axnb"), ("xab", "ab", "nab", "xnab"),
    ("abx", "ab", "abn", "abxn"),
    ("axb", "ab", "nb", "xnb"), ("axb", "ab", "na", "nax"), ("xy", "", "n", "xyn"), ("x", "", "", "x"),
    ("axyb", "ab", "ab", "axyb"), ("axyb", "ab", "ba", "xyba"), ("axbyc", "abc", "cab", "caxby"),
    // Episodes that are already back stay.
    ("axb", "ab", "abx", "abx"), ("axyb", "ab", "yab", "yaxb"),
    // Moved episodes return to their places, if they are still in the list.
    ("abc", "cab", "cab", "abc"), ("abc", "cab", "canb", "anbc"), ("abc", "cab", "ab", "ab"),
    ("abcd", "dabc", "dacb", "acdb"),
    // All at once.
    ("abcd", "dxac", "dxanc", "abncd"),
    // Repeated episodes.
    ("aa", "a", "a", "aa"), ("a", "aa", "aba", "ab"), ("axa", "xa", "xan", "axan"),
    // Nothing of the change is left, or it was empty.
    ("ab", "ba", "ab", "ab"), ("ab", "ab", "cbad", "cbad"),
  ])
  func examples(before: String, after: String, now: String, expected: String) throws {
    #expect(try merged(before, after, now) == expected)
  }

  private func merged(_ before: String, _ after: String, _ now: String) throws -> String {
    try text(ListMerge.merged(base: list(after), ours: list(now), theirs: list(before), precedence: .theirs))
  }

  private func list(_ word: String) throws -> [Episode.ID] { try word.map { try Episode.ID(validating: "p/\($0)") } }
  private func text(_ list: [Episode.ID]) -> String { list.map { String($0.rawValue.dropFirst(2)) }.joined() }

  @Test func withoutLaterChangesTheOldListIsRestored() throws {
    var generator = SeededGenerator()
    for _ in 0..<2_000 {
      let (before, after) = (word(using: &generator), word(using: &generator))
      #expect(try merged(before, after, after) == before, "\(generator): \(before) \(after)")
      #expect(try merged(before, before, after) == after, "\(generator): \(before) \(after)")
      #expect(try merged(before, after, before) == before, "\(generator): \(before) \(after)")
    }
  }

  /// Checks properties of every merge.
  @Test func additionsAreRemovedAndOthersKept() throws {
    var generator = SeededGenerator()
    for _ in 0..<5_000 {
      let (before, after, now) = (
        word(of: 6, using: &generator), word(of: 6, using: &generator), word(of: 8, using: &generator)
      )
      let result = try merged(before, after, now)
      let note: Comment = "\(generator): \(before) → \(after), now \(now): \(result)"
      let (old, new, current) = (Set(before), Set(after), Set(now))
      #expect(Set(result) == current.subtracting(new.subtracting(old)).union(old.subtracting(new)), note)
      #expect(result.count == Set(result).count, note)
      // Unrelated episodes keep their order.
      let (own, stayed) = (current.subtracting(old.union(new)), old.intersection(new).intersection(current))
      #expect(result.filter(own.contains) == now.filter(own.contains), note)
      if before.filter(new.contains) == after.filter(old.contains) {
        #expect(result.filter(stayed.contains) == now.filter(stayed.contains), note)
      }
    }
  }

  @Test func aLongReversedListIsFast() throws {
    let old = try (0..<20_000).map { try Episode.ID(validating: "p/\($0)") }
    let new = Array(old.reversed())
    #expect(
      ListMerge.merged(base: new, ours: Array(new.dropLast()), theirs: old, precedence: .theirs)
        == Array(old.dropFirst()))
  }

  /// Returns different letters in random order.
  private func word(of count: Int = 6, using generator: inout some RandomNumberGenerator) -> String {
    String("abcdefgh".prefix(count).shuffled(using: &generator).prefix(Int.random(in: 0...count, using: &generator)))
  }
}
