extension TOMLDocument {
  /// The ranges of all comments, in order, each from its `#` to the end of the line. O(*n*).
  public var comments: [SourceRange] {
    tree.tokens.indices.dropLast().filter { tree.tokens[$0].kind == .comment }
      .map { SourceRange(tree.range(ofToken: Int32($0))) }
  }
}
