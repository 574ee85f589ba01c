extension RuleParser {
  /// Returns the error that a value of another type was expected here.
  func wrongType(_ expected: RuleError.Expectation, for field: RuleField?) -> RuleError {
    switch token.kind {
    case .text(let content):
      return error(.wrongType, expected: [expected], field: field, suggestions: unquoted(content, for: field))
    case .number, .clock, .date:
      return error(.wrongType, expected: [expected], field: field, suggestions: suggestion(expected))
    case .word where !isWord("and") && !isWord("or"):
      guard expected == .text else {
        return error(.wrongType, expected: [expected], field: field, suggestions: suggestions(expected))
      }
      let range = token.range.lowerBound..<endOfWords
      return RuleError(
        .wrongType, at: range, found: lexer.text(range), expected: [expected], field: field,
        suggestions: [RuleText.quoted(lexer.text(range))])
    case .stray:
      guard let other = otherQuotes, expected == .text else { return unexpected([expected], field: field) }
      return RuleError(
        .wrongType, at: other.range, found: lexer.text(other.range), expected: [expected], field: field,
        suggestions: [RuleText.quoted(other.content)])
    default: return unexpected([expected], field: field)
    }
  }

  /// Returns suggestions for a word that is no value.
  private func suggestions(_ expected: RuleError.Expectation) -> [String] {
    switch expected {
    case .date: RuleVocabulary.periods(meantBy: tokenText)
    case .wholeNumber: RuleVocabulary.numbers(meantBy: tokenText)
    default: []
    }
  }

  /// Returns suggestions for the current token, which is not a unit.
  ///
  /// - Parameter op: The operator before the number.
  func unitSuggestions(among units: [String], for field: RuleField, _ op: String) -> [String] {
    let lower = tokenText.lowercased()
    // `1H30M` means `1h30m`.
    if lower != tokenText, lower.contains(where: \.isNumber), field.isParsed(with: "\(op) 1\(lower)") { return [lower] }
    return RuleVocabulary.units(meantBy: tokenText, among: units)
  }

  /// Returns the error that an operator of a field is missing here.
  func missingOperator(of field: RuleField) -> RuleError {
    let expected = RuleVocabulary.operators(of: field)
    switch token.kind {
    case .end, .rightParenthesis: break
    case .word where isWord("and") || isWord("or"): break
    case .word where field.valueType == .date:
      // `added last week` lacks `in`, and `added last 2 weeks` lacks `in the`.
      let words = token.range.lowerBound..<endOfWords
      let meant = ["in", "in the"].map { "\($0) \(lexer.text(words))" }.filter { field.isParsed(with: $0) }
      guard !meant.isEmpty else { return unexpected(expected, field: field) }
      return operatorError(at: words, for: field, suggestions: meant)
    default: return unexpected(expected, field: field)
    }
    // `not played` and `played` are meant as tests of presence.
    let meant = isNegated ? ["is missing"] : fieldName == "played" ? ["is present"] : []
    return error(.unexpected, expected: expected, field: field, suggestions: meant.map { "\(fieldName) \($0)" })
  }

  /// Returns the error for `in last 2 weeks`, where the current token is the number; `nil` if something else follows `last`.
  func spanAsPeriod(for field: RuleField) -> RuleError? {
    let range = operatorStart..<endOfWords
    let meant = "in the last \(lexer.text(token.range.lowerBound..<range.upperBound))"
    guard token.kind == .number, field.isParsed(with: meant) else { return nil }
    return operatorError(at: range, for: field, suggestions: [meant])
  }

  private func operatorError(at range: Range<Int>, for field: RuleField, suggestions: [String]) -> RuleError {
    RuleError(
      .unexpected, at: range, found: lexer.text(range), expected: RuleVocabulary.operators(of: field), field: field,
      suggestions: suggestions)
  }

  /// Returns the error for `= missing` and the like, which are not comparisons; `nil` if another value follows.
  func presenceAsValue(of op: ConditionOperator, _ field: RuleField) -> RuleError? {
    guard op == .equals || op == .notEquals, isWord("missing") || isWord("present") else { return nil }
    let isMissing = isWord("missing") == (op == .equals)
    return operatorError(
      at: operatorStart..<token.range.upperBound, for: field, suggestions: [isMissing ? "is missing" : "is present"])
  }

  /// Returns the text as a suggestion, if it is a valid value of the field without its quotes.
  private func unquoted(_ content: String, for field: RuleField?) -> [String] {
    guard let field, content.utf8.count <= 40, field.isParsed(with: "= \(content)") else { return [] }
    return [content]
  }

  private func suggestion(_ expected: RuleError.Expectation) -> [String] {
    switch expected {
    case .text: [RuleText.quoted(tokenText)]
    case .date where token.kind == .number && token.range.count == 4: ["\(tokenText)-01-01"]
    default: []
    }
  }

  /// The end of the words that begin at the current token, before the next `and` or `or`.
  private var endOfWords: Int {
    var words = self
    var end = token.range.upperBound
    do throws(RuleError) {
      while words.token.kind == .word || words.token.kind == .number, !words.isWord("and"), !words.isWord("or") {
        end = words.token.range.upperBound
        try words.advance()
      }
    } catch {
      // An invalid token ends the words.
    }
    return end
  }

  /// The text in other quotes that begins at the current token, if there is one.
  private var otherQuotes: (content: String, range: Range<Int>)? {
    let pairs: [Unicode.Scalar: Unicode.Scalar] = [
      "'": "'", "`": "`", "‘": "’", "“": "”", "”": "”", "„": "“", "«": "»", "‹": "›",
    ]
    let start = token.range.lowerBound
    guard let opening = lexer.scalar(at: start), let closing = pairs[opening] else { return nil }
    let text = lexer.text(token.range.upperBound..<lexer.bytes.count)
    guard let end = text.unicodeScalars.firstIndex(of: closing) else { return nil }
    let content = String(text[..<end])
    let length = token.range.count + content.utf8.count + String(closing).utf8.count
    return (content, start..<start + length)
  }
}

extension RuleField {
  /// Returns whether the field with a text after it is a rule.
  fileprivate func isParsed(with text: String) -> Bool {
    do throws(RuleError) {
      _ = try Rule(parsing: "\(rawValue) \(text)")
      return true
    } catch {
      return false
    }
  }
}
