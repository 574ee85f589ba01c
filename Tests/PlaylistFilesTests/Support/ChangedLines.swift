/// Returns the lines that differ between two texts, first removed ones (`-`), then added ones (`+`).
///
/// A line with another line end differs; the line end is not shown.
func changedLines(from old: String, to new: String) -> [String] {
  let (old, new) = (lines(of: old), lines(of: new))
  let difference = new.difference(from: old)
  let shown = { (sign: String, line: String) in sign + (line.hasSuffix("\r") ? String(line.dropLast()) : line) }
  return difference.removals.map { change in
    guard case .remove(_, let line, _) = change else { return "" }
    return shown("-", line)
  }
    + difference.insertions.map { change in
      guard case .insert(_, let line, _) = change else { return "" }
      return shown("+", line)
    }
}

/// Returns the lines of a text, with carriage returns. Works on scalars, because CRLF is one character.
private func lines(of text: String) -> [String] {
  text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
}
