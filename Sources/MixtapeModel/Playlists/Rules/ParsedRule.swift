/// A rule as it was read from its text, with the places of what others have to check.
public struct ParsedRule: Sendable {
  /// Something that a rule names, and where.
  public struct Mention<Value: Sendable>: Sendable {
    /// What is named.
    public let value: Value
    /// The bytes of the rule's UTF-8, quotes included.
    public let range: Range<Int>
  }

  /// The rule.
  public let rule: Rule
  /// The playlists that it names, in order; whether they exist is not known here.
  public let playlists: [Mention<Playlist.ID>]
  /// Its regular expressions, in order; whether they are any is not known here.
  public let patterns: [Mention<String>]

  /// Reads a rule. O(*n*) in the length of the text, whatever it is.
  ///
  /// - Throws: what is wrong first.
  public init(parsing text: String) throws(RuleError) {
    var parser = try RuleParser(text)
    rule = try parser.parse()
    playlists = parser.playlists
    patterns = parser.patterns
  }
}

extension Rule {
  /// How deep parentheses and `not` may stand inside each other.
  public static let maximumDepth = 100

  /// Reads a rule. O(*n*) in the length of the text, whatever it is.
  ///
  /// - Throws: what is wrong first.
  public init(parsing text: String) throws(RuleError) { self = try ParsedRule(parsing: text).rule }
}
