/// Works out which elements of a list are those of another, where elements may repeat.
public enum ListMatching {
  /// For each element of `new`, the offset in `old` of the one that it is; `nil` for one that `old` has not, or not so
  /// many times.
  ///
  /// What the lists share at both ends is matched first, so that of equal elements the one that was meant goes. No offset
  /// comes twice, and as many elements are matched as can be.
  /// - Complexity: linear in both lists.
  public static func origins<Element: Hashable>(from old: [Element], to new: [Element]) -> [Int?] {
    let shorter = min(old.count, new.count)
    // Loops, as each sequence of sequences is a type that the program would make when it runs.
    var (head, tail) = (0, 0)
    while head < shorter, old[head] == new[head] { head += 1 }
    while tail < shorter - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
    var waiting: [Element: [Int]] = [:]
    for offset in (head..<old.count - tail).reversed() { waiting[old[offset], default: []].append(offset) }
    let middle = new[head..<new.count - tail].map { waiting[$0]?.popLast() }
    return Array(0..<head) + middle + Array(old.count - tail..<old.count)
  }
}
