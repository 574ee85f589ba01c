extension RuleParser {
  /// Parses the other field of a comparison of two fields; `nil` if something else follows.
  ///
  /// - Throws: ``RuleError/Code/fieldsDoNotFit`` if the fields cannot be compared.
  mutating func otherField(for field: RuleField, _ op: ConditionOperator) throws(RuleError) -> RuleField? {
    guard token.kind == .word, let other = RuleField.named(tokenText) else { return nil }
    guard field.isComparable(with: other, by: op) else {
      throw error(
        .fieldsDoNotFit, expected: field.comparableFields(by: op).map { .word($0.rawValue) }, field: field,
        suggestions: field.valueType == .text ? [RuleText.quoted(tokenText)] : [])
    }
    try advance()
    return other
  }

  /// Parses text in quotes that a value of a field can equal.
  mutating func wholeText(for field: RuleField) throws(RuleError) -> String {
    let range = token.range
    let text = try text(for: field)
    guard !field.acceptsText(text) else { return text }
    throw RuleError(
      field.textFault, at: range, found: text, expected: (field.choices ?? []).map { .word(RuleText.quoted($0)) },
      field: field, suggestions: field.suggestions(for: text).map(RuleText.quoted))
  }
}

extension RuleField {
  /// The error for a text that no value of the field can equal.
  fileprivate var textFault: RuleError.Code {
    switch self {
    case .podcast: .invalidPodcastID
    case .folder: .invalidFolder
    default: .unknownValue
    }
  }

  /// Returns suggestions for an invalid text.
  fileprivate func suggestions(for text: String) -> [String] {
    if let choices { return NearestNames.of(text.lowercased(), among: choices, limit: 1) }
    return switch self {
    case .podcast: [Podcast.ID(suggestedBy: text)?.rawValue].compactMap(\.self)
    case .folder: [Self.folder(text)].compactMap(\.self)
    default: []
    }
  }
}
