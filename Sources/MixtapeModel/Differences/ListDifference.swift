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
