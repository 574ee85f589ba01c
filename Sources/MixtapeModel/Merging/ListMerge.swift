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
  /// The side that chose the place of an element.
  public enum Placement: Sendable {
    case both, ours, theirs
  }

  /// An element of the result, with its offsets in the three lists.
  public struct Item: Sendable {
    /// The element.
    public let element: Element
    /// The offset in the base; `nil` if a side added the element.
    public internal(set) var base: Int?
    /// The offset in ours.
    public internal(set) var ours: Int?
    /// The offset in theirs.
    public internal(set) var theirs: Int?
    /// The side that chose the place.
    public internal(set) var placement = Placement.both
    /// The gap in which each side puts the element, if the side moved or added it.
    var gaps: (ours: Int?, theirs: Int?) = (nil, nil)
  }
}

extension ListMerge {
  /// Merges three lists.
  ///
  /// - Parameters:
  ///   - precedes: A strict order of the elements, which is the same on every machine.
  ///   - isKept: Whether an element stays although one side removed it, given its offsets.
  /// - Complexity: O(*n* log *n*) in the length of the longest list.
  public static func items(
    base: [Element], ours: [Element], theirs: [Element], precedence: MergePrecedence = .neither,
    by precedes: @escaping (Element, Element) -> Bool,
    keeping isKept: (_ base: Int, _ ours: Int?, _ theirs: Int?) -> Bool = { _, _, _ in false }
  ) -> [Item] {
    var matching = ListMergeMatching(base: base, ours: ours, theirs: theirs, keeping: isKept)
    let skeleton = matching.placeItems()
    var arrangement = ListMergeArrangement(items: matching.items, precedence: precedence, by: precedes)
    return arrangement.arranged(skeleton, ours: matching.oursPlaced, theirs: matching.theirsPlaced)
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
  /// that both sides added stays where ours has it. For reverts, in which ours is the present list.
  case theirs
}
