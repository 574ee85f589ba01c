/// Matches the elements of two lists, in which elements may repeat.
public enum ListMatching {
  /// Returns, for each element of `new`, the offset of the matching element of `old`; `nil` if all equal elements are taken.
  ///
  /// The common start and end of the lists are matched first, so that of equal elements the right one counts as removed. No
  /// offset occurs twice, and as many elements as possible are matched.
  ///
  /// - Complexity: Linear in both lists.
  public static func origins<Element: Hashable>(from old: [Element], to new: [Element]) -> [Int?] {
    let shorter = min(old.count, new.count)
    // Loops are used rather than lazy sequences, whose generic types cost time at the first use in a process.
    var (head, tail) = (0, 0)
    while head < shorter, old[head] == new[head] { head += 1 }
    while tail < shorter - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
    /// The first offset of each element that is not matched, and for each offset the next one of an equal element.
    var first: [Element: Int] = [:]
    var next = [Int?](repeating: nil, count: old.count)
    first.reserveCapacity(old.count - head - tail)
    for offset in (head..<old.count - tail).reversed() {
      next[offset] = first.updateValue(offset, forKey: old[offset])
    }
    let middle = new[head..<new.count - tail].map { element in
      guard let offset = first[element] else { return Int?.none }
      first[element] = next[offset]
      return offset
    }
    return Array(0..<head) + middle + Array(old.count - tail..<old.count)
  }
}
