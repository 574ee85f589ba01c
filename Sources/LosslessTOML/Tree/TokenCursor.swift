/// A place among the tokens of a document, from which they are read one by one.
protocol TokenCursor {
  var tree: SyntaxTree { get }
  /// The index of the next token.
  var token: Int32 { get set }
}

extension TokenCursor {
  /// The kind of the next token.
  var kind: Token.Kind { tree.tokens[Int(token)].kind }
  /// The offset of the next token in the source.
  var offset: Int { tree.offset(ofToken: token) }

  /// Reads white space, and returns its range, which is empty without any.
  mutating func whitespace() -> Range<Int> {
    let start = offset
    if kind == .whitespace { token += 1 }
    return start..<offset
  }
}
