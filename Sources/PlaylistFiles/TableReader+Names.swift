internal import LosslessTOML
internal import MixtapeModel

extension TableReader {
  /// Reads the id of an episode. Reports an invalid one and returns `nil`.
  mutating func episodeID(_ text: Located<String>) -> Episode.ID? {
    if let id = Episode.ID(rawValue: text.value) { return id }
    report(noEpisodeID: text, for: Episode.ID.violation(in: text.value))
    return nil
  }

  mutating func report(noEpisodeID text: Located<String>, for violation: NameViolation?) {
    report(.invalidID, at: text.range, "this is not a valid episode id: \(IDWording.reason(for: violation))")
  }

  /// Reads a value of an enumeration by its name.
  mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ key: String, of: Choice.Type
  ) -> Choice? where Choice.RawValue == String {
    string(key).flatMap { choice(key, of: Choice.self, as: $0) }
  }

  /// Returns the value of an enumeration with a name. Reports an unknown name and returns `nil`.
  mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ key: String, of: Choice.Type, as text: Located<String>
  ) -> Choice? where Choice.RawValue == String {
    if let choice = Choice(rawValue: text.value) { return choice }
    report(invalidChoice: text, of: key, choices: Choice.allCases.map(\.rawValue))
    return nil
  }

  /// Reports a text that is not one of the valid ones.
  ///
  /// - Parameter takesFlag: Whether the key also takes `true` and `false`, which have no quotes.
  mutating func report(
    invalidChoice text: Located<String>, of key: String, choices: [String], takesFlag: Bool = false
  ) {
    let quoted = choices.map { "\"\($0)\"" }.joined(separator: ", ")
    let note: String? =
      if takesFlag, ["true", "false"].contains(text.value.lowercased()) {
        "write `\(text.value.lowercased())` without quotes"
      } else {
        NearestNames.of(text.value, among: choices, limit: 1).first.map { "did you mean `\($0)`?" }
      }
    report(
      .invalidValue, at: text.range, "`\(key)` must be \(takesFlag ? "true, false or " : "")one of \(quoted)",
      notes: note.map { [Diagnostic.Note(message: $0, range: nil)] } ?? [])
  }
}
