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

/// A parsed rule, with the places of playlists and patterns that other modules check.
public struct ParsedRule: Sendable {
  /// A value in a rule, with its place.
  public struct Mention<Value: Sendable>: Sendable {
    /// The value as it is written.
    public let value: Value
    /// The bytes of the rule's UTF-8, quotes included.
    public let range: Range<Int>
  }

  /// A text that a rule compares a field with.
  public struct FieldText: Hashable, Sendable {
    /// The field.
    public let field: RuleField
    /// The text, without quotes.
    public let text: String
  }

  /// The exact text of the rule.
  public let text: String
  /// The rule that the text means.
  public let rule: Rule
  /// The playlists in the rule, in order. They may not exist.
  public let playlists: [Mention<Playlist.ID>]
  /// The regular expressions in the rule, in order. They may be invalid.
  public let patterns: [Mention<String>]
  /// The texts that the rule compares fields with by `=`, `!=` and `in`, in order.
  public let texts: [Mention<FieldText>]
  /// The times without a unit, in order; they are in seconds. A time of 0 needs no unit.
  public let unitlessTimes: [Mention<Quantity>]
  /// The comparisons that do not find episodes that were never played, in order: those of ``SmartPlaylistCondition/isOfFewPlays``, if
  /// the rule says nothing else about `playCount`, such as `playCount is missing` or `playCount > 0`.
  public let fewPlays: [Mention<SmartPlaylistCondition>]

  /// Parses a rule. O(*n*) in the length of any text.
  ///
  /// - Throws: The first error in the text.
  public init(parsing text: String) throws(RuleError) {
    var parser = try RuleParser(text)
    do throws(RuleError) {
      rule = try parser.parse()
    } catch {
      throw error.naming(parser.fieldName)
    }
    playlists = parser.playlists
    patterns = parser.patterns
    texts = parser.texts
    unitlessTimes = parser.unitlessTimes
    let aboutPlays = rule.leaves.count {
      if case .comparison(let condition) = $0 { condition.field == .playCount } else { false }
    }
    fewPlays = parser.fewPlays.count == aboutPlays ? parser.fewPlays : []
    self.text = text
  }
}

extension Rule {
  /// The maximum depth of nested parentheses and `not`.
  public static let maximumDepth = 8

  /// Parses a rule. O(*n*) in the length of any text.
  ///
  /// - Throws: The first error in the text.
  public init(parsing text: String) throws(RuleError) { self = try ParsedRule(parsing: text).rule }
}
