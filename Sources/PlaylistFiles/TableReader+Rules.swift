internal import LosslessTOML
internal import MixtapeModel

extension TableReader {
  /// Warns of a time without a unit in a rule.
  mutating func report(_ time: ParsedRule.Mention<Quantity>, in string: TOMLValue) {
    let warning = RuleWording.warning(forUnitless: time.value)
    report(
      .unitlessTime, at: string.sourceRange(ofStringBytes: time.range) ?? string.range, severity: .warning,
      warning.message, notes: [Diagnostic.Note(message: warning.hint)])
  }

  /// Reports an error in a rule at its place in the string.
  mutating func report(_ error: RuleError, in string: TOMLValue) {
    func place(_ range: Range<Int>) -> SourceRange { string.sourceRange(ofStringBytes: range) ?? string.range }
    var notes: [Diagnostic.Note] = []
    if let opening = error.opening {
      notes.append(Diagnostic.Note(message: "opened here", range: place(opening)))
    }
    notes += RuleWording.hints(for: error).map { Diagnostic.Note(message: $0) }
    report(
      Diagnostic.ID(rawValue: error.code.rawValue), at: error.code == .empty ? string.range : place(error.range),
      RuleWording.message(for: error), notes: notes)
  }
}
