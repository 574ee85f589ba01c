/// An element of a merge of lists of numbers.
@usableFromInline
struct ListMergeItem {
  /// The number that stands for the element.
  @usableFromInline let number: Int
  /// The offset in the base; `nil` if a side added the element.
  var base: Int?
  /// The offset in ours.
  var ours: Int?
  /// The offset in theirs.
  var theirs: Int?
  /// The side that chose the place.
  var placement = ElementPlacement.both
  /// The gap in which each side puts the element, if the side moved or added it.
  var gaps: (ours: Int?, theirs: Int?) = (nil, nil)

  /// Merges three lists of numbers from 0 to `count` - 1; see ``ListMerge``.
  @usableFromInline
  static func merged(
    base: [Int], ours: [Int], theirs: [Int], count: Int, precedence: MergePrecedence,
    by precedes: @escaping (Int, Int) -> Bool,
    keeping isKept: (_ base: Int, _ ours: Int?, _ theirs: Int?) -> Bool
  ) -> [ListMergeItem] {
    var matching = ListMergeMatching(base: base, ours: ours, theirs: theirs, count: count, keeping: isKept)
    let skeleton = matching.placeItems()
    var arrangement = ListMergeArrangement(items: matching.items, precedence: precedence, by: precedes)
    return arrangement.arranged(skeleton, ours: matching.oursPlaced, theirs: matching.theirsPlaced)
  }
}
