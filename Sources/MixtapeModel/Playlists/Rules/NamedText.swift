/// A text that a rule compares a field with, by `=`, `!=` or `in`.
public struct NamedText: Hashable, Sendable {
  /// The field.
  public let field: RuleField
  /// The text, as in the rule.
  public let text: String
  /// Whether the rule excludes episodes with the text, by `!=` or `not`.
  public let isExcluded: Bool
}

extension Rule {
  /// The texts that the rule names, from left to right.
  public var namedTexts: [NamedText] { namedTexts(isNegated: false) }

  private func namedTexts(isNegated: Bool) -> [NamedText] {
    switch self {
    case .comparison(let condition):
      let texts: [String] =
        switch (condition.op, condition.value) {
        case (.equals, .text(let text)), (.notEquals, .text(let text)): [text]
        case (.isIn, .texts(let texts)): texts
        default: []
        }
      let isExcluded = isNegated != (condition.op == .notEquals)
      return texts.map { NamedText(field: condition.field, text: $0, isExcluded: isExcluded) }
    case .inPlaylist: return []
    case .not(let rule): return rule.namedTexts(isNegated: !isNegated)
    case .and(let rules), .or(let rules): return rules.flatMap { $0.namedTexts(isNegated: isNegated) }
    }
  }
}
