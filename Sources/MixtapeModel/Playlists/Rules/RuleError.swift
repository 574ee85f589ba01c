/// An error in the text of a rule, with its place.
///
/// It is data without wording: `RuleWording` words it for files and for the command line.
public struct RuleError: Error, Hashable, Sendable {
  /// The kinds of errors. Later versions may add more, so a switch over codes needs a default.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name of the code, which is also the id of the diagnostic in a file.
    public let rawValue: String

    /// Makes a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The parts of a rule that can be expected at a place.
  public enum Expectation: Hashable, Sendable {
    /// The name of a field.
    case field
    /// Text in quotes.
    case text
    /// A number, with a unit or without.
    case number
    /// A whole number without a sign.
    case wholeNumber
    /// A day, a time or a word such as `today`.
    case date
    /// A word or an operator of the language, as it is written.
    case word(String)
    /// The end of the rule.
    case end
  }

  /// The kind of the error.
  public let code: Code
  /// The bytes of the rule's UTF-8 that the error is about; empty if something is missing there.
  public let range: Range<Int>
  /// The text of the range.
  public let found: String
  /// The parts that would be valid there.
  public let expected: [Expectation]
  /// The field of the comparison, if the error depends on it.
  public let field: RuleField?
  /// The name of ``field`` in the rule, such as `played` for `lastPlayedAt`; `nil` if the error does not depend on a field.
  public private(set) var fieldName: String?
  /// Suggestions instead of ``found``, nearest first.
  public let suggestions: [String]
  /// The opening parenthesis of an error about a missing closing one.
  public let opening: Range<Int>?
  /// A time without a unit, which may be the cause.
  public let unitlessTime: Quantity?

  /// Makes an error.
  public init(
    _ code: Code, at range: Range<Int>, found: String, expected: [Expectation] = [], field: RuleField? = nil,
    suggestions: [String] = [], opening: Range<Int>? = nil, unitlessTime: Quantity? = nil
  ) {
    self.code = code
    self.range = range
    self.found = found
    self.expected = expected
    self.field = field
    fieldName = field?.rawValue
    self.suggestions = suggestions
    self.opening = opening
    self.unitlessTime = unitlessTime
  }

  /// Returns the error with the name of its field as it is in the rule.
  func naming(_ name: String) -> RuleError {
    guard field != nil, field == RuleField.named(name) else { return self }
    var copy = self
    copy.fieldName = name
    return copy
  }
}

extension RuleError.Code {
  /// The text is empty or white space.
  public static let empty = Self(rawValue: "rule.empty")
  /// The text has something else, or nothing, where one of ``RuleError/expected`` is required.
  public static let unexpected = Self(rawValue: "rule.unexpected")
  /// There is no field with that name.
  public static let unknownField = Self(rawValue: "rule.unknown-field")
  /// The field does not support the operator; ``RuleError/expected`` lists those that it supports.
  public static let operatorDoesNotFit = Self(rawValue: "rule.operator-does-not-fit")
  /// The value is of another type than the field.
  public static let wrongType = Self(rawValue: "rule.wrong-type")
  /// There is no unit with that name.
  public static let unknownUnit = Self(rawValue: "rule.unknown-unit")
  /// The unit belongs to another field, or the field has no units.
  public static let unitDoesNotFit = Self(rawValue: "rule.unit-does-not-fit")
  /// The number is in another notation, or has too many digits for an exact value.
  public static let badNumber = Self(rawValue: "rule.bad-number")
  /// The time has colons, but not the form `1:30` or `1:30:00`.
  public static let badTime = Self(rawValue: "rule.bad-time")
  /// The date is in another notation.
  public static let badDate = Self(rawValue: "rule.bad-date")
  /// The day or the time does not exist.
  public static let noSuchDate = Self(rawValue: "rule.no-such-date")
  /// The span is 0 or longer than ``TimeSpan/maximumCount``.
  public static let badSpan = Self(rawValue: "rule.bad-span")
  /// The closing quote of a text is missing.
  public static let unterminatedText = Self(rawValue: "rule.unterminated-text")
  /// The escape is unknown.
  public static let badEscape = Self(rawValue: "rule.bad-escape")
  /// A text has a control character.
  public static let controlCharacter = Self(rawValue: "rule.control-character")
  /// The list is empty: `in ()`.
  public static let emptyList = Self(rawValue: "rule.empty-list")
  /// The bounds are exchanged: the larger one comes first.
  public static let boundsExchanged = Self(rawValue: "rule.bounds-exchanged")
  /// The parenthesis at ``RuleError/opening`` is not closed.
  public static let missingParenthesis = Self(rawValue: "rule.missing-parenthesis")
  /// A closing parenthesis has no opening one.
  public static let strayParenthesis = Self(rawValue: "rule.stray-parenthesis")
  /// Parentheses and `not` are nested deeper than ``Rule/maximumDepth``.
  public static let tooDeep = Self(rawValue: "rule.too-deep")
  /// The text is not a valid id of a playlist.
  public static let invalidPlaylistID = Self(rawValue: "rule.invalid-id")
  /// The text is not a valid id of a podcast.
  public static let invalidPodcastID = Self(rawValue: "rule.invalid-podcast-id")
  /// The text is not a valid path of a folder.
  public static let invalidFolder = Self(rawValue: "rule.invalid-folder")
  /// The text is not one of the values of the field, which are in ``RuleError/expected``.
  public static let unknownValue = Self(rawValue: "rule.unknown-value")
  /// The two fields have different types or units, or cannot be compared with another field.
  public static let fieldsDoNotFit = Self(rawValue: "rule.fields-do-not-fit")
}
