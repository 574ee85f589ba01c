import MixtapeModel

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

  private static func commonPrefix(of words: [String]) -> String {
    guard var common = words.first else { return "" }
    for word in words.dropFirst() { while !word.hasPrefix(common) { common.removeLast() } }
    return common
  }
}
