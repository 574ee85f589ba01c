import LosslessTOML
import MixtapeLibrary
import MixtapeModel
import PlaylistFiles

extension ErrorPresenter {
  /// Words the error that a text is not a valid rule, as for files.
  static func invalidRule(_ error: MixtapeError) -> (String, [String]) {
    guard let cause = error.cause as? RuleError else { return ("\(name(error.subject)) is not a valid rule", []) }
    return (RuleWording.message(for: cause), RuleWording.hints(for: cause))
  }

  /// Makes the failure of rules that were given as arguments and cannot be run; `nil` if another rule is at fault.
  static func failure(of rules: [Rule], _ error: MixtapeError) -> CommandFailure? {
    guard let cause = error.cause as? LibraryError else { return nil }
    switch cause.subject {
    case .condition(let comparison) where rules.contains(where: { $0.contains(comparison) }): break
    case .playlists(let cycle) where !Rule.and(rules).playlists.isDisjoint(with: cycle.dropFirst()): break
    default: return nil
    }
    let problem = problem(for: error)
    return CommandFailure(.usage, code: problem.code, problem.message, hints: problem.hints)
  }

  /// Words the error that a playlist has no rule of a number.
  static func noSuchRule(_ subject: MixtapeError.Subject) -> (String, [String]) {
    guard case .position(let number, let count) = subject else { return ("there is no such rule", []) }
    return (
      "there is no rule \(number): the playlist has \(count == 0 ? "none" : counted(count, "rule"))",
      ["`mixtape conditions ID` numbers them"]
    )
  }

  /// Words the error that some keys have no effect without rules.
  static func noEffect(_ cause: KeysWithoutEffect?) -> (String, [String]) {
    let keys = (cause?.keys ?? []).map { "`\($0.rawValue)`" }
    let needsRules = cause?.keys.contains { $0 != .match } == false
    return (
      "\(listed(keys)) \(keys.count == 1 ? "has" : "have") no effect on a playlist without rules",
      [needsRules ? "add a rule in the same command" : "add a rule or a search in the same command"]
    )
  }

  /// Returns the place in an argument that the error is about.
  static func excerpt(of error: MixtapeError) -> Problem.Excerpt? {
    guard case .text(let text) = error.subject, let cause = error.cause as? RuleError, cause.code != .empty else {
      return nil
    }
    return Problem.Excerpt(source: Array(text.utf8), range: SourceRange(cause.range))
  }
}

extension LibraryError {
  /// The stable code of an error in rules; `nil` for other errors.
  var codeOfRules: String? { concernsRules ? code.rawValue : nil }
}

extension Rule {
  /// Returns whether the rule contains a comparison.
  fileprivate func contains(_ comparison: SmartPlaylistCondition) -> Bool {
    switch self {
    case .comparison(let own): own == comparison
    case .inPlaylist: false
    case .not(let rule): rule.contains(comparison)
    case .and(let rules), .or(let rules): rules.contains { $0.contains(comparison) }
    }
  }
}
