/// Why a text is no rule, and where in it.
///
/// It is data: what is worded of it, in a file or on the command line, is worded in one place.
public struct RuleError: Error, Hashable, Sendable {
  /// What kind of mistake this is. More may be added; a switch over codes needs a default.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name of the code, which is also the id of the diagnostic in a file.
    public let rawValue: String

    /// Makes a code of its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// What could have stood at a place.
  public enum Expectation: Hashable, Sendable {
    /// The name of a field.
    case field
    /// Text in quotes.
    case text
    /// A number, with a unit or without.
    case number
    /// A whole number without a sign.
    case wholeNumber
    /// A date.
    case date
    /// A word or a sign of the language, as it is written.
    case word(String)
    /// The end of the rule.
    case end
  }

  /// What kind of mistake this is.
  public let code: Code
  /// The bytes of the rule's UTF-8 that are concerned; empty where something is missing.
  public let range: Range<Int>
  /// The text of the range.
  public let found: String
  /// What could stand there instead.
  public let expected: [Expectation]
  /// The field that is compared, where that has a part in it.
  public let field: TrackField?
  /// What may be meant instead of ``found``, nearest first.
  public let suggestions: [String]
  /// A second place that belongs to it: the parenthesis that is not closed.
  public let opening: Range<Int>?

  /// Makes an error.
  public init(
    _ code: Code, at range: Range<Int>, found: String, expected: [Expectation] = [], field: TrackField? = nil,
    suggestions: [String] = [], opening: Range<Int>? = nil
  ) {
    self.code = code
    self.range = range
    self.found = found
    self.expected = expected
    self.field = field
    self.suggestions = suggestions
    self.opening = opening
  }
}

extension RuleError.Code {
  /// There is no rule in the text, only white space.
  public static let empty = Self(rawValue: "rule.empty")
  /// Something else stands where one of ``RuleError/expected`` belongs, or nothing.
  public static let unexpected = Self(rawValue: "rule.unexpected")
  /// There is no field of that name.
  public static let unknownField = Self(rawValue: "rule.unknown-field")
  /// The field is not compared with that operator; ``RuleError/expected`` lists those that fit.
  public static let operatorDoesNotFit = Self(rawValue: "rule.operator-does-not-fit")
  /// The value is of another type than the field.
  public static let wrongType = Self(rawValue: "rule.wrong-type")
  /// There is no unit of that name.
  public static let unknownUnit = Self(rawValue: "rule.unknown-unit")
  /// The unit is that of another field, or the field has none.
  public static let unitDoesNotFit = Self(rawValue: "rule.unit-does-not-fit")
  /// What looks like a number is written in another way than numbers are, or has too many digits to be kept exactly.
  public static let badNumber = Self(rawValue: "rule.bad-number")
  /// What looks like a date is written in another way than dates are.
  public static let badDate = Self(rawValue: "rule.bad-date")
  /// The calendar has no such day, or the clock no such time.
  public static let noSuchDate = Self(rawValue: "rule.no-such-date")
  /// A span of no days, or of more than ``TimeSpan/maximumCount``.
  public static let badSpan = Self(rawValue: "rule.bad-span")
  /// A text whose closing quote is missing.
  public static let unterminatedText = Self(rawValue: "rule.unterminated-text")
  /// A backslash before something that it gives no meaning.
  public static let badEscape = Self(rawValue: "rule.bad-escape")
  /// A control character inside a text.
  public static let controlCharacter = Self(rawValue: "rule.control-character")
  /// `in ()`, which nothing is.
  public static let emptyList = Self(rawValue: "rule.empty-list")
  /// The larger bound comes first, so that nothing lies in between.
  public static let boundsExchanged = Self(rawValue: "rule.bounds-exchanged")
  /// A parenthesis that is never closed; ``RuleError/opening`` says which.
  public static let missingParenthesis = Self(rawValue: "rule.missing-parenthesis")
  /// A closing parenthesis without an opening one.
  public static let strayParenthesis = Self(rawValue: "rule.stray-parenthesis")
  /// Parentheses and `not` inside each other, more than ``Rule/maximumDepth`` of them.
  public static let tooDeep = Self(rawValue: "rule.too-deep")
  /// Text that is no id, where that of a playlist belongs.
  public static let invalidPlaylistID = Self(rawValue: "rule.invalid-id")
}
