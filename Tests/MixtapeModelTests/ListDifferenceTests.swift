import MixtapeModel
import TestSupport
import Testing

@Suite("ListDifference")
struct ListDifferenceTests {
  @Test(
    "examples of removed, added and moved elements",
    arguments: [
      ("abc", "abc", ""), ("", "", ""), ("abc", "", "-a0 -b1 -c2"), ("", "ab", "+a0 +b1"),
      ("abc", "axbc", "+x1"), ("abc", "ac", "-b1"), ("abcde", "bcdea", "a0>4"), ("abcde", "eabcd", "e4>0"),
      ("abcdefg", "abgcdef", "g6>2"), ("abcdefg", "gfedcba", "g6>0 f5>1 e4>2 d3>3 c2>4 b1>5"),
      ("abcd", "xdby", "-a0 -c2 +x0 +y3 d3>1"), ("aba", "ba", "-a0"), ("aa", "aaa", "+a2"), ("aab", "baa", "b2>0"),
    ])
  func examples(old: String, new: String, expected: String) {
    #expect(ListDifference(from: Array(old), to: Array(new)).summary == expected)
  }

  @Test("applying the difference gives the new list")
  func random() {
    var generator = SeededGenerator()
    for _ in 0..<3_000 {
      let old = randomList(using: &generator)
      let new = randomList(using: &generator)
      let difference = ListDifference(from: old, to: new)
      #expect(difference.applied(to: old) == new, "\(generator): \(old) to \(new)")
      #expect(difference.isEmpty == (old == new), "\(generator): \(old) to \(new)")
    }
  }

  /// Without repetitions, the elements that are not moved are a longest common subsequence, computed here by a simple
  /// method.
  @Test("as few elements move as possible")
  func fewestMoves() {
    var generator = SeededGenerator()
    for _ in 0..<1_000 {
      let old = Array("abcdefgh").shuffled(using: &generator).filter { _ in Bool.random(using: &generator) }
      let new = Array("abcdefgh").shuffled(using: &generator).filter { _ in Bool.random(using: &generator) }
      let difference = ListDifference(from: old, to: new)
      let common = old.filter(new.contains).count
      #expect(difference.moved.count == common - longestCommonSubsequence(old, new), "\(generator): \(old) to \(new)")
    }
  }

  @Test("long lists take no longer than sorting", .timeLimit(.generous))
  func longLists() {
    var generator = SeededGenerator()
    let old = Array(0..<20_000)
    let new = old.shuffled(using: &generator)
    #expect(ListDifference(from: old, to: new).applied(to: old) == new, generator.comment)
  }

  @Test("elements that the difference concerns")
  func concerned() {
    let difference = ListDifference(from: Array("abcd"), to: Array("xdb"))
    #expect("abcdx".filter { difference.concerns($0) } == "acdx")
  }

  private func randomList(using generator: inout SeededGenerator) -> [Character] {
    (0..<Int.random(in: 0...8, using: &generator)).map { _ in "abcdef".randomElement(using: &generator) ?? "a" }
  }

  private func longestCommonSubsequence(_ left: [Character], _ right: [Character]) -> Int {
    var row = [Int](repeating: 0, count: right.count + 1)
    for element in left {
      var diagonal = 0
      for (index, other) in right.enumerated() {
        let above = row[index + 1]
        row[index + 1] = element == other ? diagonal + 1 : max(above, row[index])
        diagonal = above
      }
    }
    return row[right.count]
  }
}

extension ListDifference {
  /// The difference in a short form.
  fileprivate var summary: String {
    (removed.map { "-\($0.element)\($0.offset)" } + added.map { "+\($0.element)\($0.offset)" }
      + moved.map { "\($0.element)\($0.from)>\($0.to)" }).joined(separator: " ")
  }

  /// Returns the old list with the difference applied.
  fileprivate func applied(to old: [Element]) -> [Element] {
    let leaving = Set(removed.map(\.offset) + moved.map(\.from))
    var list = old.indices.filter { !leaving.contains($0) }.map { old[$0] }
    let coming = added.map { ($0.offset, $0.element) } + moved.map { ($0.to, $0.element) }
    for (offset, element) in coming.sorted(by: { $0.0 < $1.0 }) where offset <= list.count {
      list.insert(element, at: offset)
    }
    return list
  }
}
