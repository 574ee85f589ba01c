public import MixtapeModel

/// The rules of ids in words, for diagnostics and error messages alike.
public enum IDWording {
  /// Why a text is no id, as the end of a sentence.
  public static func reason(for error: MixtapeError) -> String {
    reason(for: (error.cause as? InvalidName)?.violation)
  }

  /// Why a text is no id, as the end of a sentence, by the rule that it breaks if that is known.
  public static func reason(for violation: NameViolation?) -> String {
    switch violation {
    case .empty: "it is empty"
    case .tooLong(let bytes): "it is \(bytes) bytes long, and \(NameRules.maximumLength) is the most"
    case .badStart(let character): "it starts with `\(character)`"
    case .badCharacter(let character):
      "it holds \(name(of: character)); ids are made of lower-case letters, digits, `-`, `_` and `.`"
    case .notNormalized: "it is not in composed form (Unicode NFC)"
    case .notAnEpisodePath: "an episode is written <podcast>/<episode>"
    case nil: "it breaks the rules of ids"
    }
  }

  /// A character as a reader can see it: control characters and spaces by number or name.
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
