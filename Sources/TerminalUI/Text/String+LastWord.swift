extension String {
  /// The text without its last word and the spaces after it, as Ctrl-W leaves a line.
  package var withoutLastWord: String {
    let trimmed = lastIndex { $0 != " " }.map { self[...$0] } ?? ""
    return trimmed.lastIndex(of: " ").map { String(trimmed[...$0]) } ?? ""
  }
}
