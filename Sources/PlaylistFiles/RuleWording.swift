public import LosslessTOML
public import MixtapeModel

/// Words errors and warnings about rules, for diagnostics and error messages.
public enum RuleWording {
  /// Returns the message of an error, without a final full stop.
  public static func message(for error: RuleError) -> String {
    let found = quoted(error.found)
    switch error.code {
    case .empty: return "this rule is empty"
    case .unknownField: return "there is no field \(found)"
    case .operatorDoesNotFit: return "\(name(of: error)) cannot be compared by \(found)"
    case .wrongType: return wrongType(error)
    case .unknownUnit: return "there is no unit \(found)"
    case .unitDoesNotFit: return "\(found) is not a unit of \(name(of: error))"
    case .badNumber: return "\(found) is not a valid number"
    case .badTime: return "\(found) is not a valid time"
    case .badDate: return "\(found) is not a valid date"
    case .noSuchDate: return "the date \(found) does not exist"
    case .badSpan: return "\(found) is not a span of 1 to \(TimeSpan.maximumCount) \(spanUnits)"
    case .unterminatedText: return "expected `\"` to close this text, found the end of the rule"
    case .badEscape: return "\(found) is not a valid escape"
    case .controlCharacter: return "a text must not contain line breaks or other control characters"
    case .emptyList: return "the list is empty; expected text in quotes"
    case .boundsExchanged: return "the larger bound comes first"
    case .missingParenthesis: return "expected `)` to close a parenthesis, found the end of the rule"
    case .strayParenthesis: return "this `)` has no matching `(`"
    case .tooDeep: return "parentheses and `not` are nested deeper than \(Rule.maximumDepth) levels"
    case .invalidPlaylistID:
      let reason = IDWording.reason(for: NameRules.violation(in: error.found))
      return "this is not a valid playlist id: \(reason)"
    case .invalidPodcastID:
      let reason = IDWording.reason(for: NameRules.violation(in: error.found))
      return "this is not a valid podcast id: \(reason)"
    case .invalidFolder: return "\(error.found.isEmpty ? "an empty text" : found) is not the path of a folder"
    case .unknownValue: return "\(name(of: error)) is never \(found)"
    case .fieldsDoNotFit: return "\(name(of: error)) cannot be compared with \(found)"
    default: return unexpected(error)
    }
  }

  /// Returns what a rule names and the library does not have: a podcast, a folder or a tag.
  public static func missingName(_ text: String, in field: RuleField) -> String {
    switch field {
    case .folder: "the folder \"\(text)\", which has no podcasts"
    case .tag: "the tag \"\(text)\", which no podcast has"
    default: "the podcast \"\(text)\", which does not exist"
    }
  }

  /// Returns the hints of an error: suggestions or the valid choices, one sentence each.
  public static func hints(for error: RuleError) -> [String] {
    let meant = error.suggestions.isEmpty ? [] : ["did you mean \(alternatives(error.suggestions.map(code)))?"]
    switch error.code {
    case .operatorDoesNotFit: return [operators(error)]
    case .unexpected: return meant.isEmpty && isAboutOperators(error) ? [operators(error)] : meant
    case .unknownField:
      switch error.found.lowercased() {
      case "new": return meant + [newEpisodes]
      case "is", "state": return ["\(statesOfEpisodes); \(newEpisodes)"]
      default: return meant.isEmpty ? ["fields: \(RuleField.allCases.map(\.rawValue).joined(separator: ", "))"] : meant
      }
    case .unknownUnit: return meant.isEmpty ? [units(error)] : meant
    case .unitDoesNotFit: return [units(error)]
    case .badNumber:
      return meant.isEmpty ? ["a number is written like 1000 or 0.5, with 15 digits at most"] : meant
    case .badTime: return ["a time is written `90 min`, `1 h 30 min` or `1:30:00`"]
    case .badDate: return meant.isEmpty ? ["a date is written 2026-03-01 or 2026-03-01T06:00:00Z"] : meant
    case .invalidPodcastID:
      // The id is made of the text. Whether a podcast has it is not known here.
      let example = error.suggestions.first.map { ", such as \(code($0))" } ?? ""
      return ["`podcast` is the id of a podcast\(example); its title is `album`"]
    case .invalidFolder:
      return meant.isEmpty ? ["write \"work/mornings\"; `folder is missing` finds podcasts in no folder"] : meant
    case .unknownValue:
      return meant.isEmpty ? ["\(name(of: error)) is \(alternatives(error.expected.map(phrase)))"] : meant
    case .fieldsDoNotFit: return fields(error)
    case .wrongType where meant.isEmpty && error.expected == [.date]:
      let periods = CalendarPeriod.allCases.map { code($0.rawValue) }
      return ["a date is written 2026-03-01; the periods are \(alternatives(periods, "and"))"]
    case .wrongType where meant.isEmpty && error.expected == [.wholeNumber]:
      return ["write a number and a unit, such as `2 weeks` or `30 days`"]
    case .boundsExchanged:
      return meant
        + [error.unitlessTime.map(warning(forUnitless:)).map { "\($0.message); \($0.hint)" }].compactMap(\.self)
    case .badEscape, .controlCharacter: return error.suggestions.prefix(1).map { "write \(code($0))" }
    default: return meant
    }
  }

  private static let newEpisodes = "`mixtape new` lists new episodes"

  /// The rules about the states of episodes, which are no field.
  private static let statesOfEpisodes =
    "write `playCount is missing` for unplayed episodes, `playCount > 0` for played ones, and `in progress` for started ones"

  /// Returns the warning about a time without a unit, and its hint.
  public static func warning(forUnitless time: Quantity) -> (message: String, hint: String) {
    ("`\(time)` means \(time) \(time.number == 1 ? "second" : "seconds")", "write `\(time) s` or `\(time) min`")
  }

  private static func unexpected(_ error: RuleError) -> String {
    let expected =
      isAboutOperators(error) ? "an operator for \(name(of: error))" : alternatives(error.expected.map(phrase))
    return "expected \(expected), found \(error.found.isEmpty ? "the end of the rule" : quoted(error.found))"
  }

  /// Returns whether all operators of a field were expected, which are too many for one sentence.
  private static func isAboutOperators(_ error: RuleError) -> Bool {
    error.field != nil && error.expected.count > TimeSpan.Unit.allCases.count
  }

  private static func wrongType(_ error: RuleError) -> String {
    let expected = alternatives(error.expected.map(phrase))
    guard error.field != nil else { return "expected \(expected), found \(quoted(error.found))" }
    return "\(name(of: error)) takes \(expected), not \(quoted(error.found))"
  }

  private static func operators(_ error: RuleError) -> String {
    "\(name(of: error)) supports \(alternatives(error.expected.map(phrase), "and"))"
  }

  private static func units(_ error: RuleError) -> String {
    guard !error.expected.isEmpty else { return "\(name(of: error)) has no units" }
    return "units: \(error.expected.map(phrase).joined(separator: ", "))"
  }

  private static let spanUnits: String = {
    let units = TimeSpan.Unit.allCases.map(\.plural)
    return "\(units.dropLast().joined(separator: ", ")) or \(units.last ?? "")"
  }()

  private static func fields(_ error: RuleError) -> [String] {
    let fields = error.expected.map(phrase)
    let meant = error.suggestions.first.map { ["for the text, write \(code($0))"] } ?? []
    guard !fields.isEmpty else { return meant + ["\(name(of: error)) cannot be compared with another field"] }
    return meant + ["\(name(of: error)) can be compared with \(alternatives(fields, "and"))"]
  }

  /// Returns a part of a rule in words, such as `a date`.
  public static func phrase(_ expectation: RuleError.Expectation) -> String {
    switch expectation {
    case .field: "a field"
    case .text: "text in double quotes"
    case .number: "a number"
    case .wholeNumber: "a whole number"
    case .date: "a date"
    case .word(let word): "`\(word)`"
    case .end: "the end of the rule"
    }
  }

  private static func name(of error: RuleError) -> String { error.fieldName.map(code) ?? "this" }

  /// Returns words as `a, b or c`.
  private static func alternatives(_ words: [String], _ joint: String = "or") -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "something else" }
    return "\(words.dropLast().joined(separator: ", ")) \(joint) \(last)"
  }

  /// Returns a text in backticks, whole, so that it can be copied.
  private static func code(_ text: String) -> String { "`\(text)`" }

  /// Returns a text in backticks, shortened to 40 characters.
  private static func quoted(_ text: String) -> String {
    let most = 40
    return text.utf8.count <= most ? "`\(text)`" : "`\(text.prefix(most))…`"
  }
}

/// Words violations of the rules of ids, for diagnostics and error messages.
public enum IDWording {
  /// Returns the reason why a text is not a valid id, as the end of a sentence.
  public static func reason(for error: MixtapeError) -> String {
    reason(for: (error.cause as? InvalidName)?.violation)
  }

  /// Returns the reason why a text is not a valid id, as the end of a sentence; a general one if the violation is unknown.
  public static func reason(for violation: NameViolation?) -> String {
    switch violation {
    case .empty: "it is empty"
    case .tooLong(let bytes): "it is \(bytes) bytes long; the maximum is \(NameRules.maximumLength)"
    case .badStart(let character): "it starts with `\(character)`"
    case .badCharacter(let character):
      "it contains \(name(of: character)); ids consist of lower-case letters, digits, `-`, `_` and `.`"
    case .notNormalized: "it is not in composed form (Unicode NFC), which looks the same"
    case .notAnEpisodePath: "the form of an episode id is <podcast>/<episode>"
    case nil: "it is not a valid id"
    }
  }

  /// Returns the reason why a text is not a valid name of a folder, as the end of a sentence.
  public static func reason(forFolder error: MixtapeError) -> String {
    switch (error.cause as? InvalidName)?.violation {
    case .tooLong(let bytes): "it is \(bytes) bytes long; the maximum is \(Folder.maximumNameLength)"
    case .badCharacter(let character): "it contains \(name(of: character))"
    case nil: "it is not a valid name"
    case let violation: reason(for: violation)
    }
  }

  /// Returns a visible name of a character: control characters and spaces by number or name.
  private static func name(of character: Character) -> String {
    if character == " " { return "a space" }
    let scalars = character.unicodeScalars
    let isVisible = scalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .unassigned, .privateUse, .surrogate, .lineSeparator, .paragraphSeparator,
        .spaceSeparator:
        false
      default: true
      }
    }
    if isVisible { return "`\(character)`" }
    return scalars.map { "U+" + String($0.value, radix: 16, uppercase: true).paddedWithZeros(to: 4) }.joined(
      separator: " ")
  }
}

/// A warning about a valid rule.
public struct RuleWarning: Hashable, Sendable {
  /// The kind of the warning.
  public let id: Diagnostic.ID
  /// The place in the text of the rule, in UTF-8 code units.
  public let range: Range<Int>
  /// The warning.
  public let message: String
  /// The advice.
  public let hint: String

  private init<Value>(
    _ id: Diagnostic.ID, _ mention: ParsedRule.Mention<Value>, _ wording: (message: String, hint: String)
  ) {
    (self.id, range) = (id, mention.range)
    (message, hint) = wording
  }

  /// Returns the warnings about a rule.
  public static func warnings(about rule: ParsedRule) -> [RuleWarning] {
    rule.unitlessTimes.map { RuleWarning(.unitlessTime, $0, RuleWording.warning(forUnitless: $0.value)) }
      + rule.fewPlays.map { RuleWarning(.neverPlayed, $0, RuleWording.warning(forFewPlays: $0.value)) }
  }
}

extension RuleWording {
  /// Returns the warning about a rule that does not find episodes that were never played, and its hint.
  public static func warning(forFewPlays condition: SmartPlaylistCondition) -> (message: String, hint: String) {
    (
      "`\(condition)` does not find episodes that were never played: they have no `playCount`",
      "write `(\(condition) or playCount is missing)`"
    )
  }
}
