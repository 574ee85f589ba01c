package import MixtapeModel

/// The completion of a rule that is being typed.
enum RuleCompletion {
  /// Returns the text with its last word completed as far as it is certain; `nil` if nothing can be completed.
  static func completing(_ text: String) -> String? {
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
    let candidates = words(expectedBy: error).filter { $0.hasPrefix(error.found) }
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

  /// Returns the words that would be valid at the place of an error.
  private static func words(expectedBy error: RuleError) -> [String] {
    error.expected.flatMap { expectation -> [String] in
      switch expectation {
      case .field: RuleField.allCases.map(\.rawValue)
      case .word(let word): [word]
      case .text, .number, .wholeNumber, .date, .end: []
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

  /// Makes the completion of a rule; `nil` if no text is expected at its end.
  package init?(_ rule: String) {
    if let quote = Self.openQuote(in: rule) {
      head = String(rule[..<quote])
      prefix = String(rule[rule.index(after: quote)...])
    } else {
      guard Self.expectsText(rule) else { return nil }
      head = rule.last?.isWhitespace == true ? rule : rule + " "
      prefix = ""
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
      return error.found.isEmpty && error.range.lowerBound == rule.utf8.count && error.expected.contains(.text)
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

  /// Returns the rule with its value completed as far as it is certain; `nil` if nothing can be completed.
  ///
  /// - Parameter values: The values of the library that begin with ``prefix``.
  func completed(from values: [String]) -> String? {
    if values.count == 1 { return head + RuleText.quoted(values[0]) }
    let common = RuleCompletion.commonPrefix(of: values)
    return common.count > prefix.count ? head + RuleText.quoted(common).dropLast() : nil
  }
}
