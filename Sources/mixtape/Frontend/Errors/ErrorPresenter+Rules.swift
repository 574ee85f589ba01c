import LosslessTOML
import MixtapeLibrary
import MixtapeModel
import PlaylistFiles

extension ErrorPresenter {
  /// Returns the message and hints for an invalid rule, in the wording of diagnostics.
  static func invalidRule(_ error: MixtapeError) -> (String, [String]) {
    guard let cause = error.cause as? RuleError else { return ("\(name(error.subject)) is not a valid rule", []) }
    return (RuleWording.message(for: cause), RuleWording.hints(for: cause))
  }

  /// Returns the error for rules in arguments that cannot be run; `nil` if the error is in another rule.
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

  /// Returns the message for a missing rule number.
  static func noSuchRule(_ subject: MixtapeError.Subject) -> String {
    guard case .position(let number, let count) = subject else { return "no such rule" }
    return "there is no rule \(number): the playlist has \(count == 0 ? "none" : counted(count, "rule"))"
  }

  /// Returns the error for a missing rule number of a playlist.
  static func noSuchRule(_ error: MixtapeError, of playlist: Playlist.ID) -> CommandFailure {
    CommandFailure(
      .notFound, code: error.code.rawValue, noSuchRule(error.subject),
      hints: "`mixtape conditions \(playlist)` lists the rules with their numbers")
  }

  /// Returns the message and hints for keys that have no effect without rules.
  static func noEffect(_ cause: KeysWithoutEffect?) -> (String, [String]) {
    let keys = (cause?.keys ?? []).map { "`\($0.rawValue)`" }
    let needsRules = cause?.keys.contains { $0 != .match } == false
    return (
      "\(listed(keys)) \(keys.count == 1 ? "has" : "have") no effect on a playlist without rules",
      [needsRules ? "add a rule in the same command" : "add a rule or a search in the same command"]
    )
  }

  /// Returns the place of the error in an argument.
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
