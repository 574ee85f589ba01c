/// A rule as a user has written it: its exact text, and the parsed rule.
public struct WrittenRule: Hashable, Sendable, CustomStringConvertible {
  /// The exact text of the rule.
  public let text: String
  /// The parsed rule.
  public let rule: Rule

  /// Parses a rule.
  ///
  /// - Throws: The first error in the text.
  public init(parsing text: String) throws(RuleError) {
    rule = try Rule(parsing: text)
    self.text = text
  }

  /// Makes the written rule of a parsed one.
  public init(_ parsed: ParsedRule) {
    text = parsed.text
    rule = parsed.rule
  }

  /// Parses a rule that a user or a program gave.
  ///
  /// - Throws: ``MixtapeError/Code/invalidRule`` with the ``RuleError`` as its cause.
  public init(validating text: String) throws(MixtapeError) {
    do throws(RuleError) {
      try self.init(parsing: text)
    } catch {
      throw MixtapeError(.invalidRule, .text(text), cause: error)
    }
  }

  /// Makes the text of a rule.
  public init(_ rule: Rule) {
    text = rule.description
    self.rule = rule
  }

  /// The exact text of the rule.
  public var description: String { text }

  /// Returns whether two rules have the same text. Rules with the same meaning but another text differ, for editors.
  public static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}
