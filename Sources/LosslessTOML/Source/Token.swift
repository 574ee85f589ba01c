/// A range of source bytes. Every byte of a source lies in exactly one token.
///
/// A token has no field for its end: it ends where the next token starts. The last token is `endOfFile`.
struct Token {
  /// The kinds of tokens.
  enum Kind: UInt8 {
    case byteOrderMark
    case whitespace
    case newline
    case comment
    case bareKey
    case basicString
    case literalString
    case multilineBasicString
    case multilineLiteralString
    /// A number, a boolean or a date-time.
    case scalar
    case equals
    case dot
    case comma
    case leftBracket
    case rightBracket
    case leftDoubleBracket
    case rightDoubleBracket
    case leftBrace
    case rightBrace
    /// Bytes that the parser skipped because they are invalid; a diagnostic gives the reason.
    case invalid
    case endOfFile
  }

  /// The offset of the first byte.
  let start: Int32
  let kind: Kind
  /// Whether a string has escapes, so that its value differs from its bytes.
  let hasEscapes: Bool

  init(kind: Kind, start: Int, hasEscapes: Bool = false) {
    self.start = Int32(truncatingIfNeeded: start)
    self.kind = kind
    self.hasEscapes = hasEscapes
  }

  /// Whether the token is white space, a line end or a comment.
  var isTrivia: Bool {
    switch kind {
    case .whitespace, .newline, .comment: true
    default: false
    }
  }
}
