public import MixtapeModel

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
    case .notNormalized: "it is not in composed form (Unicode NFC)"
    case .notAnEpisodePath: "the form of an episode id is <podcast>/<episode>"
    case nil: "it is not a valid id"
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
