/// The difference between two lists: elements that were removed, added and moved.
///
/// The smallest possible number of elements counts as moved: those outside a longest increasing subsequence. Of equal
/// elements, the first is matched with the first, and so on.
public struct ListDifference<Element: Hashable & Sendable>: Hashable, Sendable {
  /// An element at an offset from the start of a list.
  public struct Place: Hashable, Sendable {
    /// The element.
    public let element: Element
    /// The offset from the start of the list.
    public let offset: Int
  }

  /// An element that went from one offset to another.
  public struct Move: Hashable, Sendable {
    /// The element.
    public let element: Element
    /// The offset in the old list.
    public let from: Int
    /// The offset in the new list.
    public let to: Int
  }

  /// The elements that only the old list has, with their places there, in order.
  public let removed: [Place]
  /// The elements that only the new list has, with their places there, in order.
  public let added: [Place]
  /// The elements that both lists have at different places, in the order of the new list.
  public let moved: [Move]

  /// Compares two lists.
  ///
  /// - Complexity: O(*n* log *n*) in the length of the longer one.
  public init(from old: [Element], to new: [Element]) {
    let origins = ListMatching.origins(from: old, to: new)
    let kept = origins.enumerated().compactMap { place, origin in origin.map { (from: $0, to: place) } }
    let unmoved = Set(kept.map(\.from).longestIncreasingSubsequence())
    let stays = Set(kept.map(\.from))
    removed = old.enumerated().filter { !stays.contains($0.offset) }.map {
      Place(element: $0.element, offset: $0.offset)
    }
    added = origins.indices.filter { origins[$0] == nil }.map { Place(element: new[$0], offset: $0) }
    moved = kept.filter { !unmoved.contains($0.from) }.map { Move(element: new[$0.to], from: $0.from, to: $0.to) }
  }

  /// Whether the lists are equal.
  public var isEmpty: Bool { removed.isEmpty && added.isEmpty && moved.isEmpty }

  /// Returns whether an element was removed, added or moved.
  public func concerns(_ element: Element) -> Bool {
    removed.contains { $0.element == element } || added.contains { $0.element == element }
      || moved.contains { $0.element == element }
  }
}

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

/// Numbers of elements: equal elements have the same number, in the order in which they are first seen.
struct ElementNumbering<Element: Hashable> {
  /// The elements by their numbers.
  private(set) var elements: [Element] = []
  private var known: [Element: Int] = [:]

  /// Returns the numbers of the elements of a list. Linear.
  mutating func numbers(of list: [Element]) -> [Int] {
    // Later lists have few new elements, so that reserving for all of them would only move the known ones.
    if known.isEmpty { known.reserveCapacity(list.count) }
    var numbers: [Int] = []
    numbers.reserveCapacity(list.count)
    for element in list {
      if let number = known[element] {
        numbers.append(number)
      } else {
        known[element] = elements.count
        numbers.append(elements.count)
        elements.append(element)
      }
    }
    return numbers
  }
}

extension [Int] {
  /// Returns a longest increasing subsequence of different numbers, by patience sorting. O(*n* log *n*).
  func longestIncreasingSubsequence() -> [Int] {
    /// The position of the smallest last number of a subsequence, for each length.
    var ends: [Int] = []
    var predecessors: [Int?] = []
    for (position, number) in enumerated() {
      var (low, high) = (0, ends.count)
      // Most numbers of lists with few changes are greater than all before them.
      if let last = ends.last, self[last] < number { low = high }
      while low < high {
        let middle = (low + high) / 2
        if self[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      predecessors.append(low > 0 ? ends[low - 1] : nil)
      if low == ends.count { ends.append(position) } else { ends[low] = position }
    }
    var result: [Int] = []
    var position = ends.last
    while let current = position {
      result.append(self[current])
      position = predecessors[current]
    }
    return result.reversed()
  }
}
