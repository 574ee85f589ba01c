internal import LosslessTOML
internal import MixtapeModel

/// Places comments on their own lines among the other merged blocks.
///
/// A comment stays before the block that follows it, unless the other side moved that block.
struct CommentPlacement {
  private let base: SiblingList
  private let ours: SiblingList
  private let theirs: SiblingList
  private let items: [ListMerge<BlockIdentity>.Item]
  /// The side that has all the items, and so keeps the places of its comments; `nil` for merged items.
  private let side: MergeVersion?

  init(
    _ base: SiblingList, _ ours: SiblingList, _ theirs: SiblingList, _ items: [ListMerge<BlockIdentity>.Item],
    of side: MergeVersion? = nil
  ) {
    (self.base, self.ours, self.theirs, self.items, self.side) = (base, ours, theirs, items, side)
  }

  /// Returns the merged blocks with the comments among them.
  ///
  /// - Parameter blocks: The block of each item; `nil` for a removed one.
  func placed(among blocks: [MergedItem?], merge: (BlockVersions) -> MergedBlock) -> [MergedItem] {
    guard !base.comments.isEmpty || !ours.comments.isEmpty || !theirs.comments.isEmpty else {
      return blocks.compactMap(\.self)
    }
    let comments = anchored()
    var result: [MergedItem] = []
    for place in 0...blocks.count {
      for comment in comments[place] ?? [] { result.append(.block(merge(comment))) }
      if place < blocks.count, let block = blocks[place] { result.append(block) }
    }
    return result
  }

  /// Returns the comments by the index of the item after them. The number of items means the end.
  private func anchored() -> [Int: [BlockVersions]] {
    let matches = ListMerge.items(
      base: base.commentTexts, ours: ours.commentTexts, theirs: theirs.commentTexts, by: { _, _ in false })
    let baseAnchors = anchors(of: base, items.map(\.base))
    let ourAnchors = anchors(of: ours, items.map(\.ours), baseAnchors, matches.map { ($0.ours, $0.base) })
    let theirAnchors = anchors(of: theirs, items.map(\.theirs), baseAnchors, matches.map { ($0.theirs, $0.base) })
    var (our, their): ([Int: [Int]], [Int: [Int]]) = ([:], [:])
    for (number, match) in matches.enumerated() {
      let (first, second) = (ourAnchors[number], theirAnchors[number])
      let isMovedByTheirs = first != second && first != nil && first == match.base.map { baseAnchors[$0] }
      let isOfTheirs = side.map { $0 == .theirs } ?? isMovedByTheirs
      if let first, second == nil || first == second || !isOfTheirs { our[first, default: []].append(number) }
      if let second, first == nil || first == second || isOfTheirs { their[second, default: []].append(number) }
    }
    var result: [Int: [BlockVersions]] = [:]
    for anchor in Set(our.keys).union(their.keys) {
      let (first, second) = (
        (our[anchor] ?? []).sorted { (matches[$0].ours ?? 0) < (matches[$1].ours ?? 0) },
        (their[anchor] ?? []).sorted { (matches[$0].theirs ?? 0) < (matches[$1].theirs ?? 0) }
      )
      let order = ListMerge.items(base: [], ours: first, theirs: second, by: { _, _ in false }).map(\.element)
      result[anchor] = order.compactMap { comment(matches[$0]) }
    }
    return result
  }

  /// Returns the versions of a comment; `nil` if neither side has the comment.
  private func comment(_ match: ListMerge<[UInt8]>.Item) -> BlockVersions? {
    let (old, our, their) = (
      match.base.map { base.comments[$0] }, match.ours.map { ours.comments[$0] },
      match.theirs.map { theirs.comments[$0] }
    )
    return BlockVersions(
      base: old.map { base.blocks[$0] }, ours: our.map { ours.blocks[$0] }, theirs: their.map { theirs.blocks[$0] },
      places: (our, their))
  }

  /// Returns the index of the item after each matched comment in a side; `nil` for comments that the side does not have.
  ///
  /// A side that removed the block after a comment did not move the comment.
  private func anchors(
    of side: SiblingList, _ places: [Int?], _ baseAnchors: [Int], _ comments: [(side: Int?, base: Int?)]
  ) -> [Int?] {
    let present = anchors(of: side, places)
    guard self.side == nil else { return comments.map { comment, _ in comment.map { present[$0] } } }
    let unmoved = anchors(of: base, zip(items, places).map { $1 == nil ? nil : $0.base })
    return comments.map { comment, old in
      comment.map { comment in
        guard let old, present[comment] == unmoved[old] else { return present[comment] }
        return baseAnchors[old]
      }
    }
  }

  /// Returns the index of the item after each comment of a version. Among the items of one side, a comment of the other side above a
  /// block that is not among them is above the blocks in its place.
  ///
  /// - Parameter places: The index of each item in the version, without comments.
  private func anchors(of list: SiblingList, _ places: [Int?]) -> [Int] {
    guard !list.comments.isEmpty else { return [] }
    var itemAt = [Int?](repeating: nil, count: list.offsets.count)
    for (item, place) in places.enumerated() {
      if let place, isSettled(item, in: list.version) { itemAt[place] = item }
    }
    var anchors: [Int] = []
    var (next, anchor) = (list.offsets.count, items.count)
    for comment in list.comments.reversed() {
      while next > 0, list.offsets[next - 1] > comment {
        next -= 1
        anchor = itemAt[next] ?? anchor
      }
      let isAboveMissing = side != nil && next < itemAt.count && itemAt[next] == nil
      anchors.append(isAboveMissing ? itemAt[..<next].compactMap(\.self).last.map { $0 + 1 } ?? 0 : anchor)
    }
    return anchors.reversed()
  }

  /// Returns whether the merged place of an item is that of a version.
  private func isSettled(_ item: Int, in version: MergeVersion) -> Bool {
    if version == side { return true }
    return switch (items[item].placement, version) {
    case (.both, _), (_, .base), (.ours, .ours), (.theirs, .theirs): true
    default: false
    }
  }
}

extension SiblingList {
  /// The comments without trailing white space.
  fileprivate var commentTexts: [[UInt8]] {
    comments.map { Array(source[blocks[$0].value].withoutTrailingSpace) }
  }
}
