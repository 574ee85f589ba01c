extension StyledText {
  /// Returns the text in exactly the given number of columns.
  package func padded(to width: Int) -> StyledText {
    let text = cut(to: max(1, width))
    return "\(text)\(StyledText.blanks(width - text.width))"
  }

  /// The minimum number of columns for the text at the start of a line.
  private static let leastStart = 8

  /// Returns a line with this text at its start and another one at its end. A narrow line has only the first one.
  ///
  /// - Parameter gap: The minimum number of blanks between them.
  package func aligned(with end: StyledText, width: Int, gap: Int = 1) -> StyledText {
    guard width - end.width >= Self.leastStart else { return cut(to: max(1, width)) }
    return "\(padded(to: width - end.width - gap))\(StyledText.blanks(gap))\(end)"
  }
}
