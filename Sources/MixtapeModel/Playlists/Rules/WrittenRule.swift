/// A rule as somebody wrote it: its text, which is kept to the last space, and what it means.
public struct WrittenRule: Hashable, Sendable, CustomStringConvertible {
  /// The rule as it is written.
  public let text: String
  /// What it means.
  public let rule: Rule

  /// Reads a rule.
  ///
  /// - Throws: what is wrong first.
  public init(parsing text: String) throws(RuleError) {
    rule = try Rule(parsing: text)
    self.text = text
  }

  /// Reads a rule that a person or a program gave.
  ///
  /// - Throws: ``MixtapeError/Code/invalidRule`` with the ``RuleError`` as its cause.
  public init(validating text: String) throws(MixtapeError) {
    do throws(RuleError) {
      try self.init(parsing: text)
    } catch {
      throw MixtapeError(.invalidRule, .text(text), cause: error)
    }
  }

  /// Writes a rule down.
  public init(_ rule: Rule) {
    text = rule.description
    self.rule = rule
  }

  /// The rule as it is written.
  public var description: String { text }

  /// Conditions are the same if they are written alike: an editor has to tell those apart that only mean the same.
  public static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}
