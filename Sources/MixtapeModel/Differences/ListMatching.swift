/// Matches the elements of two lists, in which elements may repeat.
public enum ListMatching {
  /// Returns, for each element of `new`, the offset of the matching element of `old`; `nil` if all equal elements are taken.
  ///
  /// The common start and end of the lists are matched first, so that of equal elements the right one counts as removed. No
  /// offset occurs twice, and as many elements as possible are matched.
  ///
  /// - Complexity: Linear in both lists.
  public static func origins<Element: Hashable>(from old: [Element], to new: [Element]) -> [Int?] {
    let ends = CommonEnds(old, new)
    // Only the elements between the common ends are hashed.
    var numbering = ElementNumbering<Element>()
    let (before, after) = (numbering.numbers(of: ends.middle(of: old)), numbering.numbers(of: ends.middle(of: new)))
    return ends.origins(middle: middleOrigins(from: before, to: after, count: numbering.elements.count))
  }

  /// Returns the same for elements that are numbers from 0 to `count` - 1.
  static func origins(from old: [Int], to new: [Int], count: Int) -> [Int?] {
    let ends = CommonEnds(old, new)
    return ends.origins(middle: middleOrigins(from: ends.middle(of: old), to: ends.middle(of: new), count: count))
  }

  /// Matches equal numbers in order.
  private static func middleOrigins(from old: [Int], to new: [Int], count: Int) -> [Int?] {
    /// The first offset of each number that is not matched, and for each offset the next one of the same number.
    var first = [Int?](repeating: nil, count: count)
    var next = [Int?](repeating: nil, count: old.count)
    for (offset, number) in old.enumerated().reversed() {
      next[offset] = first[number]
      first[number] = offset
    }
    return new.map { number in
      guard let offset = first[number] else { return nil }
      first[number] = next[offset]
      return offset
    }
  }
}

/// The common start and end of two lists.
private struct CommonEnds {
  /// The number of equal elements at the start.
  private let head: Int
  /// The number of equal elements at the end.
  private let tail: Int
  /// The number of elements of the old list.
  private let oldCount: Int

  init<Element: Equatable>(_ old: [Element], _ new: [Element]) {
    let shorter = min(old.count, new.count)
    // Loops are used rather than lazy sequences, whose generic types cost time at the first use in a process.
    var (head, tail) = (0, 0)
    while head < shorter, old[head] == new[head] { head += 1 }
    while tail < shorter - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
    (self.head, self.tail, oldCount) = (head, tail, old.count)
  }

  /// Returns the elements of a list between its ends.
  func middle<Element>(of list: [Element]) -> [Element] { Array(list[head..<list.count - tail]) }

  /// Returns the offsets in the old list for a whole list, given the ones between the ends.
  func origins(middle: [Int?]) -> [Int?] {
    Array(0..<head) + middle.map { $0.map { $0 + head } } + Array(oldCount - tail..<oldCount)
  }
}
