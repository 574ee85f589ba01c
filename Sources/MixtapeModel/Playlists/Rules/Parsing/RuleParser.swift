/// Parses a rule into a tree of ``Rule``.
///
/// Open parentheses, `not` and lists of `and` and `or` are kept in an array rather than by recursion, so that no text
/// can overflow the stack.
struct RuleParser {
  private(set) var lexer: RuleLexer
  /// The current token. The tokens before it are parsed.
  private(set) var token: RuleToken
  var playlists: [ParsedRule.Mention<Playlist.ID>] = []
  var patterns: [ParsedRule.Mention<String>] = []
  var unitlessTimes: [ParsedRule.Mention<Quantity>] = []
  /// The end of the last parsed token.
  private(set) var parsedEnd = 0
  /// The name of the last field with an operator, as it is written.
  var fieldName = ""
  /// The start of the last operator.
  var operatorStart = 0
  private var frames = [Frame(opening: nil)]
  /// The number of `not` and parentheses around the next operand.
  private var depth = 0

  /// The open parts of a rule between two parentheses, or of the whole rule.
  fileprivate struct Frame {
    /// The opening parenthesis; `nil` for the whole rule.
    let opening: Range<Int>?
    /// The number of `not` before the next operand.
    var negations = 0
    /// The operands joined by `and` so far.
    var conjunction: [Rule] = []
    /// The operands joined by `or` so far.
    var disjunction: [Rule] = []
  }

  /// Whether `not` is directly before the current operand.
  var isNegated: Bool { frames[frames.count - 1].negations > 0 }

  init(_ text: String) throws(RuleError) {
    lexer = RuleLexer(text)
    token = try lexer.next()
  }

  /// Parses the whole text.
  mutating func parse() throws(RuleError) -> Rule {
    if token.kind == .end {
      let whole = 0..<lexer.bytes.count
      throw RuleError(.empty, at: whole, found: lexer.text(whole), expected: Self.operands)
    }
    while true {
      try openOperand()
      if let rule = try close(try primary()) { return rule }
    }
  }

  /// Parses any number of `not` and opening parentheses before an operand.
  private mutating func openOperand() throws(RuleError) {
    while true {
      if isWord("not") {
        frames[frames.count - 1].negations += 1
      } else if token.kind == .leftParenthesis {
        frames.append(Frame(opening: token.range))
      } else {
        return
      }
      depth += 1
      guard depth <= Rule.maximumDepth else { throw error(.tooDeep) }
      try advance()
    }
  }

  /// Adds an operand to the open parts, and parses the closing parentheses and the `and` or `or` after it.
  ///
  /// - Returns: The whole rule, if it ends here; `nil` if another operand must follow.
  private mutating func close(_ operand: Rule) throws(RuleError) -> Rule? {
    var operand = operand
    while true {
      finishConjunct(operand)
      if isWord("and") {
        try advance()
        return nil
      }
      frames[frames.count - 1].finishDisjunct()
      if isWord("or") {
        try advance()
        return nil
      }
      let frame = frames[frames.count - 1]
      operand = Self.joined(frame.disjunction, by: Rule.or)
      guard token.kind == .rightParenthesis, frames.count > 1 else {
        if token.kind == .end, frame.opening == nil { return operand }
        throw unexpectedAfterOperand(frame.opening)
      }
      try advance()
      frames.removeLast()
      depth -= 1
    }
  }

  private mutating func finishConjunct(_ operand: Rule) {
    let last = frames.count - 1
    let negated = (0..<frames[last].negations).reduce(operand) { rule, _ in .not(rule) }
    depth -= frames[last].negations
    frames[last].negations = 0
    frames[last].conjunction.append(negated)
  }

  private static func joined(_ rules: [Rule], by join: ([Rule]) -> Rule) -> Rule {
    rules.count == 1 ? rules[0] : join(rules)
  }

  private func unexpectedAfterOperand(_ opening: Range<Int>?) -> RuleError {
    if token.kind == .end { return error(.missingParenthesis, expected: [.word(")")], opening: opening) }
    if token.kind == .rightParenthesis { return error(.strayParenthesis) }
    let connectives: [RuleError.Expectation] = [.word("and"), .word("or")]
    return unexpected(connectives + [opening == nil ? .end : .word(")")])
  }
}

extension RuleParser.Frame {
  fileprivate mutating func finishDisjunct() {
    disjunction.append(conjunction.count == 1 ? conjunction[0] : .and(conjunction))
    conjunction = []
  }
}

// MARK: - Tokens

extension RuleParser {
  /// The possible beginnings of an operand.
  static let operands: [RuleError.Expectation] = [
    .field, .word("not"), .word("in playlist"), .word("in progress"), .word("("),
  ]

  mutating func advance() throws(RuleError) {
    parsedEnd = token.range.upperBound
    token = try lexer.next()
  }

  /// The text of the current token.
  var tokenText: String { lexer.text(token.range) }

  func isWord(_ word: String) -> Bool {
    token.kind == .word && lexer.bytes[token.range].elementsEqual(word.utf8)
  }

  /// Parses a word of the language.
  mutating func expect(_ word: String) throws(RuleError) {
    guard isWord(word) else { throw unexpected([.word(word)]) }
    try advance()
  }

  /// Returns an error about the current token, or about the range from an earlier offset to its end.
  func error(
    _ code: RuleError.Code, from start: Int? = nil, expected: [RuleError.Expectation] = [], field: RuleField? = nil,
    suggestions: [String] = [], opening: Range<Int>? = nil
  ) -> RuleError {
    let range = (start ?? token.range.lowerBound)..<token.range.upperBound
    return RuleError(
      code, at: range, found: lexer.text(range), expected: expected, field: field, suggestions: suggestions,
      opening: opening)
  }

  /// Returns the error that something else was expected here.
  func unexpected(_ expected: [RuleError.Expectation], field: RuleField? = nil) -> RuleError {
    error(
      .unexpected, expected: expected, field: field,
      suggestions: RuleVocabulary.words(meantBy: tokenText, among: expected))
  }
}
