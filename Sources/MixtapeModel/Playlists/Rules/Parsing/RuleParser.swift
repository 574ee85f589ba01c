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
  var texts: [ParsedRule.Mention<ParsedRule.FieldText>] = []
  var unitlessTimes: [ParsedRule.Mention<Quantity>] = []
  var fewPlays: [ParsedRule.Mention<SmartPlaylistCondition>] = []
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

extension RuleParser {
  /// Parses a comparison, `in playlist` or `in progress`.
  mutating func primary() throws(RuleError) -> Rule {
    if isWord("in") { return try membership() }
    guard token.kind == .word, !isWord("and"), !isWord("or") else { throw unexpected(Self.operands) }
    guard let field = RuleField.named(tokenText) else { throw unknownField() }
    let start = token.range.lowerBound
    fieldName = tokenText
    try advance()
    let op = try comparison(of: field, from: start)
    let value = try value(of: op, field)
    do {
      let condition = try SmartPlaylistCondition(field: field, op: op, value: value)
      // `not` of it finds episodes that were never played.
      if condition.isOfFewPlays, frames.allSatisfy({ $0.negations == 0 }) {
        fewPlays.append(ParsedRule.Mention(value: condition, range: start..<parsedEnd))
      }
      return .comparison(condition)
    } catch {
      // The value was parsed for this operator and field, so the only possible mismatch is exchanged bounds.
      throw boundsExchanged(value, of: field, from: start)
    }
  }

  private func unknownField() -> RuleError {
    let word = tokenText
    let meant = RuleVocabulary.words(meantBy: word, among: Self.operands)
    guard meant.isEmpty else { return error(.unexpected, expected: Self.operands, suggestions: meant) }
    return error(.unknownField, expected: [.field], suggestions: RuleVocabulary.fields(meantBy: word))
  }

  private mutating func membership() throws(RuleError) -> Rule {
    try advance()
    if isWord("progress") {
      try advance()
      return .comparison(.inProgress)
    }
    guard isWord("playlist") else { throw unexpected([.word("playlist"), .word("progress")]) }
    try advance()
    let range = token.range
    let text = try text(for: nil)
    guard let id = Playlist.ID(rawValue: text) else {
      throw RuleError(
        .invalidPlaylistID, at: range, found: text,
        suggestions: [Playlist.ID(suggestedBy: text)?.rawValue].compactMap { $0.map(RuleText.quoted) })
    }
    playlists.append(ParsedRule.Mention(value: id, range: range))
    return .inPlaylist(id)
  }

  // MARK: Operators

  /// Parses an operator.
  ///
  /// - Throws: ``RuleError/Code/operatorDoesNotFit`` with the supported operators, if the field does not support it.
  private mutating func comparison(of field: RuleField, from fieldStart: Int) throws(RuleError) -> ConditionOperator {
    let start = token.range.lowerBound
    operatorStart = start
    let isOnlyForDates = isWord("before") || isWord("after")
    if isWord("not") {
      throw error(
        .unexpected, from: fieldStart, expected: RuleVocabulary.operators(of: field), field: field,
        suggestions: ["not \(lexer.text(fieldStart..<parsedEnd))"])
    }
    let op = try operatorPhrase(of: field)
    guard ConditionOperator.fitting(field).contains(op), !isOnlyForDates || field.valueType == .date else {
      let range = start..<parsedEnd
      throw RuleError(
        .operatorDoesNotFit, at: range, found: lexer.text(range), expected: RuleVocabulary.operators(of: field),
        field: field)
    }
    return op
  }

  /// Parses the words or the sign of any operator.
  private mutating func operatorPhrase(of field: RuleField) throws(RuleError) -> ConditionOperator {
    if token.kind == .word || token.kind == .sign, let simple = RuleVocabulary.simpleOperators[tokenText] {
      try advance()
      return simple
    }
    let word = token
    for (first, op) in [("starts", ConditionOperator.startsWith), ("ends", .endsWith)] where isWord(first) {
      try advance()
      try expect("with")
      return op
    }
    if isWord("is") {
      try advance()
      return try presence(after: word, of: field)
    }
    if isWord("in") {
      try advance()
      guard isWord("the") || field.valueType == .date else { return .isIn }
      // `in this week` reads better than `= this week`.
      if field.valueType == .date, ["this", "last", "today", "yesterday"].contains(where: isWord) { return .equals }
      guard isWord("the") || field.valueType != .date else { throw notAPeriod }
      try expect("the")
      try expect("last")
      return .inTheLast
    }
    throw missingOperator(of: field)
  }

  /// The error of a word after `in` that begins no period.
  private var notAPeriod: RuleError {
    let periods = CalendarPeriod.allCases.map { RuleError.Expectation.word($0.rawValue) }
    return error(
      .unexpected, expected: [.word("the last")] + periods, suggestions: RuleVocabulary.periods(meantBy: tokenText))
  }

  private mutating func presence(after word: RuleToken, of field: RuleField) throws(RuleError) -> ConditionOperator {
    let isMissing = isWord("missing")
    if isMissing || isWord("present") {
      try advance()
      return isMissing ? .isMissing : .isPresent
    }
    if isWord("not") {
      try advance()
      let opposite = isWord("missing") ? "is present" : isWord("present") ? "is missing" : nil
      let range = word.range.lowerBound..<(opposite == nil ? parsedEnd : token.range.upperBound)
      throw RuleError(
        .unexpected, at: range, found: lexer.text(range), expected: RuleVocabulary.operators(of: field), field: field,
        suggestions: [opposite ?? "!="])
    }
    guard token.kind == .word || token.kind == .end else {
      // `is "Jazz"`: `is` takes no value.
      throw RuleError(
        .unexpected, at: word.range, found: lexer.text(word.range), expected: RuleVocabulary.operators(of: field),
        field: field, suggestions: ["="])
    }
    throw unexpected([.word("missing"), .word("present")], field: field)
  }
}
