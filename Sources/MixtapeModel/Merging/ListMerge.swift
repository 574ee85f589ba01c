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
  struct Item {
    let element: Element
    /// The offset in the base; `nil` if a side added the element.
    let base: Int?
    let ours: Int?
    let theirs: Int?
  }

  /// Merges three lists. O(*n* log *n*) in the length of the longest list.
  ///
  /// - Parameter precedes: A strict order of the elements, which is the same on every machine.
  static func items(
    base: [Element], ours: [Element], theirs: [Element], precedence: MergePrecedence = .neither,
    by precedes: @escaping (Element, Element) -> Bool
  ) -> [Item] {
    // The merge itself works on numbers, which are cheaper to compare and to move than elements.
    var numbering = ElementNumbering<Element>()
    let (old, our, their) = (
      numbering.numbers(of: base), numbering.numbers(of: ours), numbering.numbers(of: theirs)
    )
    let elements = numbering.elements
    var matching = ListMergeMatching(base: old, ours: our, theirs: their, count: elements.count)
    let skeleton = matching.placeItems()
    var arrangement = ListMergeArrangement(items: matching.items, precedence: precedence) {
      precedes(elements[$0], elements[$1])
    }
    return arrangement.arranged(skeleton, ours: matching.oursPlaced, theirs: matching.theirsPlaced).map {
      Item(element: elements[$0.number], base: $0.base, ours: $0.ours, theirs: $0.theirs)
    }
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

/// An element of a merge of lists of numbers.
struct ListMergeElement {
  /// The number that stands for the element.
  let number: Int
  /// The offset in the base; `nil` if a side added the element.
  var base: Int?
  /// The offset in ours.
  var ours: Int?
  /// The offset in theirs.
  var theirs: Int?
  /// The gap in which each side puts the element, if the side moved or added it.
  var gaps: (ours: Int?, theirs: Int?) = (nil, nil)
}

/// Matches the elements of three lists, and finds the gap in which each side puts the elements that it moved or added.
struct ListMergeMatching {
  /// The elements that stay or come.
  private(set) var items: [ListMergeElement] = []
  /// The items that each side moved or added, in the order of that side.
  private(set) var oursPlaced: [Int] = []
  private(set) var theirsPlaced: [Int] = []

  /// The item of each element of ours and of theirs; `nil` for elements that are removed.
  private var oursItems: [Int?]
  private var theirsItems: [Int?]

  /// Matches lists of numbers from 0 to `count` - 1.
  init(base: [Int], ours: [Int], theirs: [Int], count: Int) {
    let (oursOrigins, theirsOrigins) = (
      ListMatching.origins(from: base, to: ours, count: count),
      ListMatching.origins(from: base, to: theirs, count: count)
    )
    oursItems = Array(repeating: nil, count: ours.count)
    theirsItems = Array(repeating: nil, count: theirs.count)
    let (inOurs, inTheirs) = (
      Self.places(oursOrigins, count: base.count), Self.places(theirsOrigins, count: base.count)
    )
    for (offset, number) in base.enumerated() {
      guard let our = inOurs[offset], let their = inTheirs[offset] else { continue }
      (oursItems[our], theirsItems[their]) = (items.count, items.count)
      items.append(ListMergeElement(number: number, base: offset, ours: our, theirs: their))
    }
    addNew(ours, oursOrigins, theirs, theirsOrigins, count: count)
  }

  /// Returns the offset of each element of the base in a side.
  private static func places(_ origins: [Int?], count: Int) -> [Int?] {
    var places = [Int?](repeating: nil, count: count)
    for (place, origin) in origins.enumerated() { if let origin { places[origin] = place } }
    return places
  }

  private mutating func addNew(
    _ ours: [Int], _ oursOrigins: [Int?], _ theirs: [Int], _ theirsOrigins: [Int?], count: Int
  ) {
    let oursNew = ours.indices.filter { oursOrigins[$0] == nil }
    let theirsNew = theirs.indices.filter { theirsOrigins[$0] == nil }
    let first = items.count
    for place in oursNew {
      oursItems[place] = items.count
      items.append(ListMergeElement(number: ours[place], ours: place))
    }
    let common = ListMatching.origins(
      from: oursNew.map { ours[$0] }, to: theirsNew.map { theirs[$0] }, count: count)
    for (place, origin) in zip(theirsNew, common) {
      if let origin {
        items[first + origin].theirs = place
        theirsItems[place] = first + origin
      } else {
        theirsItems[place] = items.count
        items.append(ListMergeElement(number: theirs[place], theirs: place))
      }
    }
  }

  /// Finds the gaps of all items. Returns the items that neither side moved, in order.
  mutating func placeItems() -> [Int] {
    let old = items.indices.filter { items[$0].base != nil }
    let oursUnmoved = Self.unmoved(old, at: old.map { items[$0].ours })
    let theirsUnmoved = Self.unmoved(old, at: old.map { items[$0].theirs })
    let skeleton = old.indices.filter { oursUnmoved[$0] && theirsUnmoved[$0] }.map { old[$0] }
    var ranks = [Int?](repeating: nil, count: items.count)
    for (rank, item) in skeleton.enumerated() { ranks[item] = rank }
    // The old items are the first ones, so that their indices in `old` are their own.
    var gap = 0
    for item in oursItems.compactMap(\.self) {
      if let rank = ranks[item] {
        gap = rank + 1
      } else if item >= old.count || !oursUnmoved[item] {
        items[item].gaps.ours = gap
        oursPlaced.append(item)
      }
    }
    gap = 0
    for item in theirsItems.compactMap(\.self) {
      if let rank = ranks[item] {
        gap = rank + 1
      } else if item >= old.count || !theirsUnmoved[item] {
        items[item].gaps.theirs = gap
        theirsPlaced.append(item)
      }
    }
    return skeleton
  }

  /// Returns which items a side did not move. An item that the side does not have counts as not moved.
  private static func unmoved(_ old: [Int], at places: [Int?]) -> [Bool] {
    let present = places.compactMap(\.self)
    var isKept = [Bool](repeating: false, count: (present.max() ?? -1) + 1)
    for place in present.longestIncreasingSubsequence() { isKept[place] = true }
    return places.map { place in place.map { isKept[$0] } ?? true }
  }
}

/// Puts the items of a merge of lists in order.
struct ListMergeArrangement {
  private var items: [ListMergeElement]
  private let precedence: MergePrecedence
  private let precedes: (Int, Int) -> Bool

  init(
    items: [ListMergeElement], precedence: MergePrecedence,
    by precedes: @escaping (Int, Int) -> Bool
  ) {
    (self.items, self.precedence, self.precedes) = (items, precedence, precedes)
  }

  /// Returns all items in order: those of the skeleton, and the placed items of both sides in the gaps between them.
  mutating func arranged(_ skeleton: [Int], ours: [Int], theirs: [Int]) -> [ListMergeElement] {
    for item in items.indices { choosePlace(of: item) }
    let ours = ours.filter { items[$0].gaps.ours != nil }
    let theirs = theirs.filter { items[$0].gaps.theirs != nil }
    var (nextOurs, nextTheirs) = (0, 0)
    var result: [ListMergeElement] = []
    result.reserveCapacity(items.count)
    for gap in 0...skeleton.count {
      let (firstOurs, firstTheirs) = (nextOurs, nextTheirs)
      while nextOurs < ours.count, items[ours[nextOurs]].gaps.ours == gap { nextOurs += 1 }
      while nextTheirs < theirs.count, items[theirs[nextTheirs]].gaps.theirs == gap { nextTheirs += 1 }
      if firstOurs < nextOurs || firstTheirs < nextTheirs {
        result += interleaved(Array(ours[firstOurs..<nextOurs]), Array(theirs[firstTheirs..<nextTheirs]))
          .map { items[$0] }
      }
      if gap < skeleton.count { result.append(items[skeleton[gap]]) }
    }
    return result
  }

  /// Chooses one of two different gaps of an item.
  private mutating func choosePlace(of item: Int) {
    guard case (let ours?, let theirs?) = items[item].gaps, ours != theirs else { return }
    let isOurs = precedence == .theirs ? items[item].base == nil : ours < theirs
    if isOurs { items[item].gaps.theirs = nil } else { items[item].gaps.ours = nil }
  }

  /// Returns the items of one gap in order.
  ///
  /// Items of both sides that are in the same order on both divide the gap further. The others of both sides are placed by
  /// the leading side.
  private func interleaved(_ ours: [Int], _ theirs: [Int]) -> [Int] {
    guard !ours.isEmpty, !theirs.isEmpty else { return ours + theirs }
    let theirsLead = precedence == .theirs || isBefore(theirs, ours)
    let (leading, other) = theirsLead ? (theirs, ours) : (ours, theirs)
    let places = Dictionary(uniqueKeysWithValues: zip(other, other.indices))
    let fixed = leading.compactMap { places[$0] }.longestIncreasingSubsequence()
    let (fixedItems, leadingItems) = (Set(fixed.map { other[$0] }), Set(leading))
    let rest = other.filter { fixedItems.contains($0) || !leadingItems.contains($0) }
    let (first, second) = (
      leading.split(omittingEmptySubsequences: false, whereSeparator: fixedItems.contains),
      rest.split(omittingEmptySubsequences: false, whereSeparator: fixedItems.contains)
    )
    var result: [Int] = []
    for (position, runs) in zip(first, second).enumerated() {
      let isExchanged = precedence == .neither && isBefore(Array(runs.1), Array(runs.0))
      result += isExchanged ? runs.1 + runs.0 : runs.0 + runs.1
      if position < fixed.count { result.append(other[fixed[position]]) }
    }
    return result
  }

  /// Returns whether the first run comes before the second: its first element that differs precedes the other's.
  private func isBefore(_ first: [Int], _ second: [Int]) -> Bool {
    for (one, other) in zip(first, second) where one != other {
      if precedes(items[one].number, items[other].number) { return true }
      if precedes(items[other].number, items[one].number) { return false }
    }
    return first.count < second.count && !first.isEmpty
  }
}
