/// What text is compared by: without regard to case, in every script, and after Unicode normalisation. Accents count.
///
/// It is the canonical caseless matching of the Unicode Standard (definition D145), with two liberties: the dotless `ı` is
/// taken for an `i`, as both are one capital, and an `i` loses a dot that is written out, so that `İ` is one too. People who
/// search for `istanbul` mean all of them.
public enum TextFolding {
  /// The folded form in normalization form C; equal for texts that rules take for the same, and of itself. Linear in the
  /// text.
  public static func fold(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    // Decomposed first: the folding of an iota below (U+0345) is a letter, and marks are put in order before it is one.
    // Lower case comes first for `ẞ`, whose lower case `ß` is what becomes `SS`; upper case then makes one of letters that
    // share it, such as `ς` and `σ`. No character needs a fourth step.
    let folded = NameRules.decomposed(text).lowercased().uppercased().lowercased()
    return NameRules.composed(withoutDots(folded))
  }

  /// The text without the dots above an `i`, also behind marks below it: what the Unicode Standard calls `After_I`.
  private static func withoutDots(_ text: String) -> String {
    guard text.unicodeScalars.contains(dotAbove) else { return text }
    var result = String.UnicodeScalarView()
    var isAboveI = false
    for scalar in text.unicodeScalars {
      if scalar == dotAbove, isAboveI { continue }
      result.append(scalar)
      switch scalar.properties.canonicalCombiningClass {
      case .notReordered: isAboveI = scalar == "i"
      case .above: isAboveI = false
      default: break
      }
    }
    return String(result)
  }

  private static let dotAbove: Unicode.Scalar = "\u{307}"
}
