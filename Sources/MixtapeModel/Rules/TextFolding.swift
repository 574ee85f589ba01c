/// What text is compared by: without regard to case, in every script, and after Unicode normalisation. Accents count.
public enum TextFolding {
  /// The folded form; equal for texts that rules take for the same. Linear in the text.
  ///
  /// Upper case first makes one of letters that share it (`ß` and `ss`, `ς` and `σ`), as full case folding does; composing
  /// comes last, since changing case can decompose. The dotted capital `İ` is taken for a plain `i`, as the folding for
  /// Turkic languages has it: people who search for `istanbul` mean it.
  public static func fold(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    let upper = NameRules.composed(text).uppercased()
    let lower = upper.lowercased().unicodeScalars.filter { $0 != "\u{307}" }
    return NameRules.composed(String(String.UnicodeScalarView(lower)))
  }
}
