/// A stretch of source bytes; every byte of a source lies in exactly one token.
///
/// A token holds no end: it ends where the next one starts, and an `endOfFile` token closes the sequence.
struct Token {
  /// What a token is.
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
    /// Bytes that were skipped because they break the grammar; a diagnostic tells why.
    case invalid
    case endOfFile
  }

  /// The offset of the first byte.
  let start: Int32
  let kind: Kind
  /// Whether a string holds escapes, so that its value differs from its bytes.
  let hasEscapes: Bool

  init(kind: Kind, start: Int, hasEscapes: Bool = false) {
    self.start = Int32(truncatingIfNeeded: start)
    self.kind = kind
    self.hasEscapes = hasEscapes
  }

  /// Whether the token carries no meaning: white space, a line end or a comment.
  var isTrivia: Bool {
    switch kind {
    case .whitespace, .newline, .comment: true
    default: false
    }
  }
}
