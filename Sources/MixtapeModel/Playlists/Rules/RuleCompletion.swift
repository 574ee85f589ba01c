/// The completion of a rule that is being typed.
package enum RuleCompletion {
  /// The parts that may come next at the end of an unfinished rule.
  package struct Next: Hashable, Sendable {
    /// The bytes of the text that a part replaces: the letters that are typed already, or nothing at the end.
    package let range: Range<Int>
    /// The parts.
    package let expected: [RuleError.Expectation]
    /// The field of the comparison, if the parts depend on it.
    package let field: RuleField?

    /// The words that begin like the typed letters, as they are written.
    package let words: [String]
  }

  /// Returns the parts that may come next; `nil` if the text has an earlier error.
  ///
  /// - Parameter text: The rule up to the cursor.
  package static func next(in text: String) -> Next? {
    // The typed letters can be the start of an operator or a period of several words: `in the la`.
    for typed in typedWords(in: text) {
      let head = String(text.dropLast(typed.count))
      guard let (expected, field) = expectations(after: head) else { continue }
      let words = words(of: expected).filter { $0.hasPrefix(typed) && $0 != typed }
      guard typed.isEmpty || !words.isEmpty else { continue }
      let end = text.utf8.count
      return Next(range: end - typed.utf8.count..<end, expected: expected, field: field, words: words)
    }
    return nil
  }

  /// Returns the possible typed parts at the end of a text, the shortest first: nothing, the last word, and up to three words.
  private static func typedWords(in text: String) -> [String] {
    var parts = text.last.map { $0.isWhitespace || $0 == "(" } ?? true ? [""] : []
    var (start, words) = (text.endIndex, 0)
    while words < 3, start > text.startIndex {
      while start > text.startIndex, text[text.index(before: start)].isWhitespace { text.formIndex(before: &start) }
      let end = start
      while start > text.startIndex, !text[text.index(before: start)].isWhitespace,
        text[text.index(before: start)] != "("
      { text.formIndex(before: &start) }
      guard start < end else { break }
      words += 1
      parts.append(String(text[start...]))
    }
    return parts
  }

  /// A word that no rule has. The error about it tells what may come after a complete rule.
  private static let unknownWord = "zz"

  /// Returns what is expected after the start of a rule; `nil` if the start has an error.
  private static func expectations(after head: String) -> ([RuleError.Expectation], RuleField?)? {
    for text in [head, "\(head) \(unknownWord)"] {
      do throws(RuleError) {
        _ = try Rule(parsing: text)
      } catch {
        guard error.code != .empty else { return (RuleParser.operands, nil) }
        guard error.range.lowerBound >= head.lengthWithoutBlanks else { return nil }
        return (error.expected, error.field)
      }
    }
    return nil
  }

  /// Returns the text with its last word completed as far as it is certain; `nil` if nothing can be completed.
  package static func completing(_ text: String) -> String? {
    do throws(RuleError) {
      _ = try Rule(parsing: text)
      return nil
    } catch {
      return completing(text, at: error)
    }
  }

  private static func completing(_ text: String, at error: RuleError) -> String? {
    guard error.range.upperBound == text.utf8.count else { return nil }
    let head = String(decoding: text.utf8.prefix(error.range.lowerBound), as: UTF8.self)
    let candidates = words(of: error.expected).filter { $0.hasPrefix(error.found) }
    // Without a word, a blank must separate the new one.
    let needsBlank = error.found.isEmpty && head.last.map { !$0.isWhitespace } ?? false
    let common = commonPrefix(of: candidates)
    if common.count > error.found.count {
      return head + (needsBlank ? " " : "") + common + (candidates.count == 1 ? " " : "")
    }
    // No valid word begins like this one: the nearest replaces it.
    guard candidates.isEmpty, let meant = error.suggestions.first, meant != error.found else { return nil }
    return head + meant
  }

  /// Returns the words among expected parts.
  private static func words(of expected: [RuleError.Expectation]) -> [String] {
    expected.flatMap { expectation -> [String] in
      switch expectation {
      case .field: RuleField.allCases.map(\.rawValue)
      case .word(let word): [word]
      case .date: CalendarPeriod.allCases.map(\.rawValue)
      case .text, .number, .wholeNumber, .end: []
      }
    }
  }

  fileprivate static func commonPrefix(of words: [String]) -> String {
    guard var common = words.first else { return "" }
    for word in words.dropFirst() { while !word.hasPrefix(common) { common.removeLast() } }
    return common
  }
}

/// The completion of a text in quotes that is being typed at the end of a rule, from the values of the library.
package struct ValueCompletion: Hashable, Sendable {
  /// The names that the text can be.
  package enum Source: Hashable, Sendable {
    /// The values of a field.
    case field(RuleField)
    case playlists
  }

  package let source: Source
  /// The typed part of the value, without its quote.
  package let prefix: String
  /// The rule before the value.
  private let head: String
  /// Whether the quote before the value is typed.
  private let isOpen: Bool

  /// Makes the completion of a text that is not part of a rule.
  package init(_ source: Source, startingWith prefix: String) {
    (self.source, self.prefix, head, isOpen) = (source, prefix, "", true)
  }

  /// Makes the completion of a rule; `nil` if no text is expected at its end.
  package init?(_ rule: String) {
    if let quote = Self.openQuote(in: rule) {
      head = String(rule[..<quote])
      prefix = String(rule[rule.index(after: quote)...])
      isOpen = true
    } else {
      guard Self.expectsText(rule) else { return nil }
      head = rule.last?.isWhitespace == true ? rule : rule + " "
      prefix = ""
      isOpen = false
    }
    guard let source = Self.source(after: head) else { return nil }
    self.source = source
  }

  /// Returns the place of the quote that is not closed.
  private static func openQuote(in rule: String) -> String.Index? { quotes(in: rule).open }

  /// Returns the rule with a blank in the place of each text in quotes.
  private static func withoutQuotes(_ rule: String) -> String {
    var (parts, end) = ([Substring](), rule.startIndex)
    for text in quotes(in: rule).closed {
      parts.append(rule[end..<text.lowerBound])
      end = rule.index(after: text.upperBound)
    }
    return (parts + [rule[end...]]).joined(separator: " ")
  }

  /// Returns the places of the texts in quotes, from quote to quote, and that of the quote that is not closed.
  private static func quotes(in rule: String) -> (closed: [ClosedRange<String.Index>], open: String.Index?) {
    var closed: [ClosedRange<String.Index>] = []
    var open: String.Index?
    var isEscaped = false
    for index in rule.indices {
      if isEscaped {
        isEscaped = false
      } else if rule[index] == "\\", open != nil {
        isEscaped = true
      } else if rule[index] == "\"" {
        if let start = open { closed.append(start...index) }
        open = open == nil ? index : nil
      }
    }
    return (closed, open)
  }

  private static func expectsText(_ rule: String) -> Bool {
    do throws(RuleError) {
      _ = try Rule(parsing: rule)
      return false
    } catch {
      return error.found.isEmpty && error.range.lowerBound == rule.lengthWithoutBlanks
        && error.expected.contains(.text)
    }
  }

  /// Returns the source for the last field or playlist that the rule names outside of quotes; `nil` for a regular expression.
  private static func source(after head: String) -> Source? {
    let words = withoutQuotes(head).split { !$0.isLetter }.map(String.init)
    if words.suffix(2) == ["in", "playlist"] { return .playlists }
    if words.last == ConditionOperator.matches.rawValue { return nil }
    let field = words.last { RuleField.named($0) != nil }.flatMap { RuleField.named($0) }
    return field.flatMap { $0.valueType == .text ? .field($0) : nil }
  }

  /// Returns the rule with its value completed as far as it is certain; `nil` if nothing can be completed. A quote is certain.
  ///
  /// - Parameter values: The values of the library that begin with ``prefix``.
  package func completed(from values: [String]) -> String? {
    if values.count == 1 { return completed(with: values[0]) }
    let common = RuleCompletion.commonPrefix(of: values)
    return common.count > prefix.count || !isOpen ? head + RuleText.quoted(common).dropLast() : nil
  }

  /// Returns the rule with a value.
  private func completed(with value: String) -> String { head + RuleText.quoted(value) }
}

extension String {
  /// The number of bytes without white space at the end, where the parser reports that something is missing.
  fileprivate var lengthWithoutBlanks: Int {
    lastIndex { !$0.isWhitespace }.map { utf8.distance(from: startIndex, to: index(after: $0)) } ?? 0
  }
}
