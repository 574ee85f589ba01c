internal import LosslessTOML
internal import MixtapeModel

/// Places comments on their own lines among the other merged blocks.
///
/// A comment stays before the block that follows it. If one side moved the comment to another block, it stays there. A new comment
/// directly above a block goes with the block, but a changed comment goes where the other side moved the old one.
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
      base: base.commentTexts, ours: ours.commentTexts, theirs: theirs.commentTexts, by: { _, _ in false },
      keeping: { _, _, _ in true })
    let baseAnchors = following(base, items.map(\.base)).map(\.next)
    // Among the items of one side, each comment stays where its side has it.
    let unmovedAnchors = side == nil ? baseAnchors : nil
    let (oursMoves, theirsMoves) = (
      moves(of: ours, items.map(\.ours), matches.map { ($0.ours, $0.base) }),
      moves(of: theirs, items.map(\.theirs), matches.map { ($0.theirs, $0.base) })
    )
    let ourAnchors = oursMoves.anchors(unmovedAnchors, other: theirsMoves)
    let theirAnchors = theirsMoves.anchors(unmovedAnchors, other: oursMoves)
    var (our, their): ([Int: [Int]], [Int: [Int]]) = ([:], [:])
    for (number, match) in matches.enumerated() where !match.isRemoved {
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

  /// Compares the comments of a side with those of the base.
  ///
  /// A side that removed the block after a comment did not move the comment.
  private func moves(
    of side: SiblingList, _ places: [Int?], _ comments: [(side: Int?, base: Int?)]
  ) -> CommentMoves {
    let present = following(side, places)
    let unmoved = following(base, zip(items, places).map { $1 == nil ? nil : $0.base })
    return CommentMoves(
      comments.map { comment, old in
        comment.map {
          CommentMoves.Comment(following: present[$0], old: old.map { (comment: $0, following: unmoved[$0]) })
        }
      })
  }

  /// Returns the items after each comment of a version. Among the items of one side, a comment of the other side above a block that is
  /// not among them is above the blocks in its place.
  ///
  /// - Parameter places: The index of each item in the version, without comments.
  private func following(_ list: SiblingList, _ places: [Int?]) -> [CommentMoves.Following] {
    guard !list.comments.isEmpty else { return [] }
    var itemAt = [Int?](repeating: nil, count: list.offsets.count)
    for (item, place) in places.enumerated() { if let place { itemAt[place] = item } }
    var result: [CommentMoves.Following] = []
    var (offset, current) = (list.offsets.count, CommentMoves.Following.before(items.count))
    for comment in list.comments.reversed() {
      var isDirect = result.last?.isDirect == true
      while offset > 0, list.offsets[offset - 1] > comment {
        offset -= 1
        isDirect = itemAt[offset] != nil
        guard let item = itemAt[offset] else { continue }
        current.next = item
        if isSettled(item, in: list.version) { current.settled = item }
      }
      current.isDirect = isDirect && list.blocks[comment + 1].gap.isEmpty
      let isAboveMissing = side != nil && offset < itemAt.count && itemAt[offset] == nil
      result.append(isAboveMissing ? .before(end(ofItemsAt: itemAt[..<offset])) : current)
    }
    return result.reversed()
  }

  /// Returns the index after the last item of some places.
  private func end(ofItemsAt places: ArraySlice<Int?>) -> Int {
    guard let last = places.last(where: { $0 != nil }) ?? nil else { return 0 }
    return last + 1
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

extension ListMerge.Item {
  /// Whether a side removed the element.
  fileprivate var isRemoved: Bool { base != nil && (ours == nil || theirs == nil) }
}

extension SiblingList {
  /// The comments without trailing white space.
  fileprivate var commentTexts: [[UInt8]] {
    comments.map { Array(source[blocks[$0].value].withoutTrailingSpace) }
  }
}
