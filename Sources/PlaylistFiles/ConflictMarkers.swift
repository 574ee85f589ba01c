internal import LosslessTOML

/// Finds the markers that git leaves in a file when a merge needs a person.
enum ConflictMarkers {
  /// One error for each conflict. A conflict is a line that starts with `<<<<<<< ` and, below it, one that starts with
  /// `>>>>>>> `; either alone may be somebody's text.
  static func diagnostics(in source: [UInt8]) -> [Diagnostic] {
    // Most files hold no such run of bytes; looking for it costs a tenth of a parse.
    guard source.contains(UInt8(ascii: "<")) else { return [] }
    var diagnostics: [Diagnostic] = []
    var opening: SourceRange?
    var start = 0
    while start < source.count {
      let end = source[start...].firstIndex(of: UInt8(ascii: "\n")) ?? source.count
      let line = source[start..<end]
      if line.starts(with: "<<<<<<< ".utf8) {
        opening = SourceRange(start..<end)
      } else if line.starts(with: ">>>>>>> ".utf8), let range = opening {
        diagnostics.append(
          Diagnostic(
            id: .conflictMarkers, severity: .error, range: range,
            message: "a merge left a conflict here: keep what you want and remove the lines with the markers",
            notes: [Diagnostic.Note(message: "the conflict ends here", range: SourceRange(start..<end))]))
        opening = nil
      }
      start = end + 1
    }
    return diagnostics
  }
}
