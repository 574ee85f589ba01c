/// A three-way merge of lists, in which elements may repeat.
///
/// - An element that either side removed is removed, even if the other side moved it.
/// - An element that a side added is there once, even if both sides added it.
/// - An element that one side moved is moved. All other elements keep their order.
/// - An element that both sides moved or added, to different places, gets the place nearer to the start.
/// - If both sides put elements at one place, the elements of each side stay together. The side whose first element precedes
///   the other's comes first.
///
/// The result is the same if the sides are exchanged, unless a ``MergePrecedence`` is given. A place is a gap between two elements
/// that neither side moved. As few elements as possible count as moved.
public enum ListMerge<Element: Hashable & Sendable> {
  /// An element of the result, with its offsets in the three lists.
  public struct Item: Sendable {
    /// The element.
    public let element: Element
    /// The offset in the base; `nil` if a side added the element.
    public let base: Int?
    /// The offset in ours.
    public let ours: Int?
    /// The offset in theirs.
    public let theirs: Int?
    /// The side that chose the place.
    public let placement: ElementPlacement

    @usableFromInline init(_ element: Element, _ place: ListMergeItem) {
      self.element = element
      (base, ours, theirs, placement) = (place.base, place.ours, place.theirs, place.placement)
    }
  }
}

/// The side that chose the place of an element of a merged list.
public enum ElementPlacement: Sendable {
  case both, ours, theirs
}

extension ListMerge {
  /// Merges three lists.
  ///
  /// - Parameters:
  ///   - precedes: A strict order of the elements, which is the same on every machine.
  ///   - isKept: Whether an element stays although one side removed it, given its offsets.
  /// - Complexity: O(*n* log *n*) in the length of the longest list.
  @inlinable
  public static func items(
    base: [Element], ours: [Element], theirs: [Element], precedence: MergePrecedence = .neither,
    by precedes: @escaping (Element, Element) -> Bool,
    keeping isKept: (_ base: Int, _ ours: Int?, _ theirs: Int?) -> Bool = { _, _, _ in false }
  ) -> [Item] {
    // The merge itself works on numbers, which are cheaper to compare and to move than elements.
    var numbering = ElementNumbering<Element>()
    let (old, our, their) = (
      numbering.numbers(of: base), numbering.numbers(of: ours), numbering.numbers(of: theirs)
    )
    let elements = numbering.elements
    let merged = ListMergeItem.merged(
      base: old, ours: our, theirs: their, count: elements.count, precedence: precedence,
      by: { precedes(elements[$0], elements[$1]) }, keeping: isKept)
    return merged.map { Item(elements[$0.number], $0) }
  }
}

extension ListMerge where Element: Comparable {
  /// Merges three lists of elements that have an order. O(*n* log *n*).
  public static func merged(
    base: [Element], ours: [Element], theirs: [Element], precedence: MergePrecedence = .neither
  ) -> [Element] {
    items(base: base, ours: ours, theirs: theirs, precedence: precedence, by: <).map(\.element)
  }
}

/// The side that decides where the rules of ``ListMerge`` are symmetric.
public enum MergePrecedence: Sendable {
  /// Neither side.
  case neither
  /// Elements of theirs come first at a place, and an element that both sides moved gets its place in theirs. An element
  /// that both sides added stays where ours has it. Equal numbers of plays are the same plays. For reverts, in which ours is the
  /// present state.
  case theirs
}
