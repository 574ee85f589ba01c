/// Puts the items of a merge of lists in order.
struct ListMergeArrangement {
  private var items: [ListMergeItem]
  private let precedence: MergePrecedence
  private let precedes: (Int, Int) -> Bool

  init(
    items: [ListMergeItem], precedence: MergePrecedence,
    by precedes: @escaping (Int, Int) -> Bool
  ) {
    (self.items, self.precedence, self.precedes) = (items, precedence, precedes)
  }

  /// Returns all items in order: those of the skeleton, and the placed items of both sides in the gaps between them.
  mutating func arranged(_ skeleton: [Int], ours: [Int], theirs: [Int]) -> [ListMergeItem] {
    for item in items.indices { choosePlace(of: item) }
    let ours = ours.filter { items[$0].gaps.ours != nil }
    let theirs = theirs.filter { items[$0].gaps.theirs != nil }
    var (nextOurs, nextTheirs) = (0, 0)
    var result: [ListMergeItem] = []
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
    switch items[item].gaps {
    case (nil, nil): return
    case (_?, nil): items[item].placement = .ours
    case (nil, _?): items[item].placement = .theirs
    case (let ours?, let theirs?):
      guard ours != theirs else { return }
      let isOurs = precedence == .theirs ? items[item].base == nil : ours < theirs
      items[item].placement = isOurs ? .ours : .theirs
      if isOurs { items[item].gaps.theirs = nil } else { items[item].gaps.ours = nil }
    }
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
