/// The lines that differ between two texts, first those that went (`-`), then those that came (`+`).
///
/// A line that has another line end has changed; the line end itself is not shown.
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

/// The lines of a text, each with the carriage return it may end in. Scalars, as CRLF is one character.
private func lines(of text: String) -> [String] {
  text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
}
