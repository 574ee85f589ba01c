import LosslessTOML
import MixtapeLibrary
import MixtapeModel
import PlaylistFiles

extension ErrorPresenter {
  /// A text that was given is no rule, in the words that files get for it.
  static func invalidRule(_ error: MixtapeError) -> (String, [String]) {
    guard let cause = error.cause as? RuleError else { return ("\(name(error.subject)) is no rule", []) }
    return (RuleWording.message(for: cause), RuleWording.hints(for: cause))
  }

  /// A playlist has no rule of a number.
  static func noSuchRule(_ subject: MixtapeError.Subject) -> (String, [String]) {
    guard case .position(let number, let count) = subject else { return ("there is no such rule", []) }
    return (
      "there is no rule \(number): the playlist has \(count == 0 ? "none" : counted(count, "rule"))",
      ["`mixtape conditions ID` numbers them"]
    )
  }

  /// The place in the text that was given, if that is what an error is about.
  static func excerpt(of error: MixtapeError) -> Problem.Excerpt? {
    guard case .text(let text) = error.subject, let cause = error.cause as? RuleError, cause.code != .empty else {
      return nil
    }
    return Problem.Excerpt(source: Array(text.utf8), range: SourceRange(cause.range))
  }
}

extension LibraryError {
  /// The stable name of what is wrong with rules, if they are at fault.
  var codeOfRules: String? { concernsRules ? code.rawValue : nil }
}
