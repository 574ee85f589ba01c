extension String {
  /// The text without white space at its ends.
  package var trimmingBlanks: String {
    guard let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(self[...last].drop(while: \.isWhitespace))
  }

  /// The text, or `nil` if there is nothing in it.
  package var nonEmpty: String? { isEmpty ? nil : self }

  /// The text with as many zeros in front that it has at least `width` characters.
  package func paddedWithZeros(to width: Int) -> String {
    String(repeating: "0", count: max(0, width - count)) + self
  }
}
