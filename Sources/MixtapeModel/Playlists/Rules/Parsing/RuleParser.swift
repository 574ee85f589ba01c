/// Reads a rule from its tokens.
///
/// What is open while it reads (parentheses, `not`, lists joined by `and` and `or`) is kept in an array, so that no text
/// is too deep for the stack.
struct RuleParser {
  private(set) var lexer: RuleLexer
  /// The token to be looked at; those before it are understood.
  private(set) var token: RuleToken
  var playlists: [ParsedRule.Mention<Playlist.ID>] = []
  var patterns: [ParsedRule.Mention<String>] = []
  /// Where the last token that is understood ends.
  private(set) var understoodEnd = 0
  private var frames = [Frame(opening: nil)]
  /// How many `not` and parentheses the next operand stands in.
  private var depth = 0

  /// What is open between two parentheses, or in the rule as a whole.
  fileprivate struct Frame {
    /// The opening parenthesis; `nil` of the whole rule.
    let opening: Range<Int>?
    /// How many `not` stand before the next operand.
    var negations = 0
    /// The operands joined by `and` so far.
    var conjunction: [Rule] = []
    /// The operands joined by `or` so far.
    var disjunction: [Rule] = []
  }

  init(_ text: String) throws(RuleError) {
    lexer = RuleLexer(text)
    token = try lexer.next()
  }

  /// Reads the whole text.
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

  /// Takes what stands before an operand: any number of `not` and opening parentheses.
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

  /// Puts an operand where it belongs, and takes what follows it, with all parentheses that close.
  ///
  /// - Returns: The whole rule, if it ends here; `nil` if another operand has to follow.
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
    let joints: [RuleError.Expectation] = [.word("and"), .word("or")]
    return unexpected(joints + [opening == nil ? .end : .word(")")])
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
  /// What an operand can begin with.
  static let operands: [RuleError.Expectation] = [.field, .word("not"), .word("in playlist"), .word("(")]

  mutating func advance() throws(RuleError) {
    understoodEnd = token.range.upperBound
    token = try lexer.next()
  }

  /// The text of the token to be looked at.
  var tokenText: String { lexer.text(token.range) }

  func isWord(_ word: String) -> Bool {
    token.kind == .word && lexer.bytes[token.range].elementsEqual(word.utf8)
  }

  /// Takes a word of the language.
  mutating func expect(_ word: String) throws(RuleError) {
    guard isWord(word) else { throw unexpected([.word(word)]) }
    try advance()
  }

  /// An error about the token to be looked at, or about all from an earlier offset up to its end.
  func error(
    _ code: RuleError.Code, from start: Int? = nil, expected: [RuleError.Expectation] = [], field: TrackField? = nil,
    suggestions: [String] = [], opening: Range<Int>? = nil
  ) -> RuleError {
    let range = (start ?? token.range.lowerBound)..<token.range.upperBound
    return RuleError(
      code, at: range, found: lexer.text(range), expected: expected, field: field, suggestions: suggestions,
      opening: opening)
  }

  /// The error that something else should stand here.
  func unexpected(_ expected: [RuleError.Expectation], field: TrackField? = nil) -> RuleError {
    error(
      .unexpected, expected: expected, field: field,
      suggestions: RuleVocabulary.words(meantBy: tokenText, among: expected))
  }
}
