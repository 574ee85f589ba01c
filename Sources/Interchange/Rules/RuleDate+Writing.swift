internal import MixtapeModel

extension RuleDate {
  /// Parses a date in the syntax of rules, with a space or `T` before the time; `nil` for other text.
  init?(written text: String) {
    let text = text.trimmed.map { $0 == " " ? "T" : String($0) }.joined()
    do throws(RuleError) {
      // The model parses dates only in rules.
      guard case .comparison(let condition) = try Rule(parsing: "dateAdded = \(text)"),
        case .date(let date) = condition.value
      else { return nil }
      self = date
    } catch {
      return nil
    }
  }
}
