/// The comments of a side among merged items, by the number of the comment; `nil` for a comment that the side does not have.
struct CommentMoves {
  /// The items after a comment. The number of items means the end.
  struct Following {
    /// The next item.
    var next: Int
    /// The next item whose merged place is that of the version.
    var settled: Int
    /// Whether only comments are between the comment and the next item.
    var isDirect = false

    static func before(_ item: Int) -> Self { Self(next: item, settled: item) }

    /// The item before which the comment is placed. An item that the other side moved takes the comments directly above it along.
    var anchor: Int { isDirect ? next : settled }
  }

  struct Comment {
    let following: Following
    /// The number of the comment in the base, and the items after it there that the side has, too; `nil` for a new comment.
    let old: (comment: Int, following: Following)?

    /// Whether the side moved the comment to another block, or added it.
    var isPlaced: Bool { old?.following.next != following.next }
  }

  private let comments: [Comment?]

  init(_ comments: [Comment?]) { self.comments = comments }

  /// Returns the item before which the side has each comment.
  ///
  /// A new comment in the place of one that the other side separated from its item goes where that side put the old one.
  ///
  /// - Parameter base: The items before which unmoved comments of the base stay; `nil` if all comments stay where the side has them.
  func anchors(_ base: [Int]?, other: CommentMoves) -> [Int?] {
    let separated = other.separated(from: self)
    return comments.map { comment in
      guard let comment else { return nil }
      let following = comment.following
      guard let old = comment.old else {
        return following.isDirect ? separated[following.next] ?? following.anchor : following.anchor
      }
      return comment.isPlaced ? following.anchor : base?[old.comment] ?? following.anchor
    }
  }

  /// Returns the item before which the side put each comment of the base that it separated from the item below, and that the other side
  /// removed, by that item.
  private func separated(from other: CommentMoves) -> [Int: Int] {
    zip(comments, other.comments).reduce(into: [:]) { result, pair in
      guard let comment = pair.0, pair.1 == nil, comment.isPlaced, let old = comment.old?.following, old.isDirect else {
        return
      }
      result[old.next] = comment.following.anchor
    }
  }
}
