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
      return .comparison(try SmartPlaylistCondition(field: field, op: op, value: value))
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
