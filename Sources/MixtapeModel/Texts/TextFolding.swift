/// The folding of text for comparisons: without regard to case in any script, to typographic punctuation, and after Unicode
/// normalization. Accents count.
///
/// This is the canonical caseless matching of the Unicode Standard (definition D145), with these exceptions: the dotless `ı` counts as
/// `i`, and so does `İ`, so that a search for `istanbul` finds all of them; and typographic punctuation counts as what keyboards have,
/// because MusicBrainz writes `Don’t` and `Jay‐Z` (beets issue 2839, myMPD issue 877).
public enum TextFolding {
  /// Returns the folded text in normalization form C. Rules compare folded texts. Folding twice changes nothing more.
  /// Linear in the length.
  public static func fold(_ text: String) -> String {
    if isASCII(text.utf8) { return text.lowercased() }
    // Few words have other characters than those of ASCII, and folding these takes thirty times as long. Words can be folded one
    // by one, because a space neither composes nor reorders with its neighbours, and no case depends on them.
    let words = text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    return words.map { fold(word: Substring($0)) }.joined(separator: " ")
  }

  private static func isASCII(_ bytes: some Sequence<UInt8>) -> Bool { bytes.allSatisfy { $0 < 0x80 } }

  private static func fold(word: Substring) -> String {
    if isASCII(word.utf8) { return word.lowercased() }
    // Decomposed first: an iota below (U+0345) folds to a letter, and marks must be in canonical order before that.
    // Lower case comes first for `ẞ`: only its lower case `ß` becomes `SS`. Upper case then unifies letters such as `ς`
    // and `σ`. No character needs a fourth step.
    let folded = NameRules.decomposed(String(word)).lowercased().uppercased().lowercased()
    return NameRules.composed(withPlainPunctuation(withoutDots(folded)))
  }

  /// Returns the text with the punctuation that keyboards have.
  private static func withPlainPunctuation(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { plain($0) != nil }) else { return text }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      if let plain = plain(scalar) { result += plain } else { result.unicodeScalars.append(scalar) }
    }
  }

  /// Returns what a keyboard has in place of a typographic character; `nil` for other characters.
  private static func plain(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    // Hyphens, dashes and the minus sign.
    case "\u{2010}"..."\u{2015}", "\u{2212}": "-"
    case "\u{2018}"..."\u{201B}", "\u{2BC}", "\u{2032}": "'"
    case "\u{201C}"..."\u{201F}", "\u{2033}": "\""
    case "\u{2026}": "..."
    // Spaces that break no line, and narrow ones.
    case "\u{A0}", "\u{2009}", "\u{202F}": " "
    default: nil
    }
  }

  /// Returns the text without dots above an `i`, also after marks below it: the condition `After_I` of the Unicode
  /// Standard.
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
