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
    report(invalidChoiceAt: text.range, of: key, choices: Choice.allCases.map(\.rawValue))
    return nil
  }

  /// Reports a value that is not one of the valid ones.
  mutating func report(invalidChoiceAt range: SourceRange, of key: String, choices: [String]) {
    let choices = choices.map { "\"\($0)\"" }.joined(separator: ", ")
    report(.invalidValue, at: range, "`\(key)` must be one of \(choices)")
  }
}
