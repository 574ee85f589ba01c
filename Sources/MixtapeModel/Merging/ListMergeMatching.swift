/// Matches the elements of three lists, and finds the gap in which each side puts the elements that it moved or added.
struct ListMergeMatching {
  /// The elements that stay or come.
  private(set) var items: [ListMergeItem] = []
  /// The items that each side moved or added, in the order of that side.
  private(set) var oursPlaced: [Int] = []
  private(set) var theirsPlaced: [Int] = []

  /// The item of each element of ours and of theirs; `nil` for elements that are removed.
  private var oursItems: [Int?]
  private var theirsItems: [Int?]

  /// Matches lists of numbers from 0 to `count` - 1.
  init(
    base: [Int], ours: [Int], theirs: [Int], count: Int,
    keeping isKept: (_ base: Int, _ ours: Int?, _ theirs: Int?) -> Bool
  ) {
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
      let (our, their) = (inOurs[offset], inTheirs[offset])
      guard our != nil || their != nil, (our != nil && their != nil) || isKept(offset, our, their) else { continue }
      if let our { oursItems[our] = items.count }
      if let their { theirsItems[their] = items.count }
      items.append(ListMergeItem(number: number, base: offset, ours: our, theirs: their))
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
      items.append(ListMergeItem(number: ours[place], ours: place))
    }
    let common = ListMatching.origins(
      from: oursNew.map { ours[$0] }, to: theirsNew.map { theirs[$0] }, count: count)
    for (place, origin) in zip(theirsNew, common) {
      if let origin {
        items[first + origin].theirs = place
        theirsItems[place] = first + origin
      } else {
        theirsItems[place] = items.count
        items.append(ListMergeItem(number: theirs[place], theirs: place))
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
