/// How a list came from another: what was taken out, what was put in, and what went to another place.
///
/// As few elements as possible are said to have moved: those outside a longest run that has kept its order. Of elements
/// that repeat, the first are matched with the first, which may make a move of what could be told in another way too; what
/// is told leads from one list to the other in any case.
public struct ListDifference<Element: Hashable & Sendable>: Hashable, Sendable {
  /// An element at an offset from the start of a list.
  public struct Place: Hashable, Sendable {
    /// The element.
    public let element: Element
    /// Where it is; the first is at 0.
    public let offset: Int
  }

  /// An element that went from one offset to another.
  public struct Move: Hashable, Sendable {
    /// The element.
    public let element: Element
    /// Where it was in the old list.
    public let from: Int
    /// Where it is in the new list.
    public let to: Int
  }

  /// What the old list had alone, with its places there, in order.
  public let removed: [Place]
  /// What the new list has alone, with its places there, in order.
  public let added: [Place]
  /// What both have, but not in the same order; in order of the new list.
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

  /// Whether the lists are the same.
  public var isEmpty: Bool { removed.isEmpty && added.isEmpty && moved.isEmpty }

  /// Whether an element was taken out, put in or moved.
  public func concerns(_ element: Element) -> Bool {
    removed.contains { $0.element == element } || added.contains { $0.element == element }
      || moved.contains { $0.element == element }
  }
}
