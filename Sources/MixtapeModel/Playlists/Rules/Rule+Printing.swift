extension Rule: CustomStringConvertible {
  /// The text of the rule, with as few parentheses as possible. Parsing it gives an equivalent rule.
  ///
  /// `and` and `or` of a single rule are written as that rule. Of an empty list, they are written as a rule that is
  /// always or never true.
  public var description: String { text(within: .disjunction) }

  /// The precedence of a part of a rule.
  private enum Binding: Int, Comparable {
    case disjunction, conjunction, negation, operand

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// Returns the text of the rule as a part of another one, in parentheses if its precedence is lower than `least`.
  private func text(within least: Binding) -> String {
    let (text, binding) = written
    return binding < least ? "(\(text))" : text
  }

  private var written: (String, Binding) {
    switch self {
    case .comparison(let condition): (condition.description, .operand)
    case .inPlaylist(let id): ("in playlist \(RuleText.quoted(id.rawValue))", .operand)
    case .not(let rule): ("not \(rule.text(within: .negation))", .negation)
    case .and(let rules): Self.joined(rules, "and", .conjunction)
    case .or(let rules): Self.joined(rules, "or", .disjunction)
    }
  }

  private static func joined(_ rules: [Rule], _ word: String, _ binding: Binding) -> (String, Binding) {
    switch rules.count {
    case 0 where binding == .conjunction: return ("title is missing or title is present", .disjunction)
    case 0: return ("title is missing and title is present", .conjunction)
    case 1: return rules[0].written
    default:
      let parts: Binding = binding == .disjunction ? .conjunction : .negation
      return (rules.map { $0.text(within: parts) }.joined(separator: " \(word) "), binding)
    }
  }
}

extension SmartPlaylistCondition: CustomStringConvertible {
  /// The condition as it is written in a rule.
  public var description: String {
    let words = [field.rawValue, op.spelling, value.description]
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension ConditionValue: CustomStringConvertible {
  /// The value as it is written in a rule; empty for ``none``.
  public var description: String {
    switch self {
    case .none: ""
    case .text(let text): RuleText.quoted(text)
    case .texts(let texts): "(\(texts.map(RuleText.quoted).joined(separator: ", ")))"
    case .number(let quantity): quantity.description
    case .numbers(let lower, let upper): "\(lower) and \(upper)"
    case .date(let date): date.description
    case .dates(let lower, let upper): "\(lower) and \(upper)"
    case .field(let field): field.rawValue
    case .span(let span): span.description
    }
  }
}
