extension RuleParser {
  /// Returns the error that a value of another type was expected here.
  func wrongType(_ expected: RuleError.Expectation, for field: RuleField?) -> RuleError {
    switch token.kind {
    case .text(let content):
      return error(.wrongType, expected: [expected], field: field, suggestions: unquoted(content, for: field))
    case .number, .date:
      return error(.wrongType, expected: [expected], field: field, suggestions: suggestion(expected))
    case .word where !isWord("and") && !isWord("or"):
      guard expected == .text else {
        let suggestions = expected == .date ? RuleVocabulary.periods(meantBy: tokenText) : []
        return error(.wrongType, expected: [expected], field: field, suggestions: suggestions)
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

  /// Returns the text as a suggestion, if it is a valid value of the field without its quotes.
  private func unquoted(_ content: String, for field: RuleField?) -> [String] {
    guard let field, content.utf8.count <= 40 else { return [] }
    do throws(RuleError) {
      _ = try Rule(parsing: "\(field.rawValue) = \(content)")
      return [content]
    } catch {
      return []
    }
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
