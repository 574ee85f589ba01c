import MixtapeLibrary
import MixtapeModel

extension ErrorPresenter {
  /// Why the library did not answer.
  static func wording(of error: LibraryError) -> (String, [String]) {
    switch (error.code, error.subject) {
    case (.cycle, .playlists(let path)):
      let way = path.map(\.rawValue).joined(separator: " → ")
      return ("the rules of playlists lead round in a circle: \(way)", ["take one of these `in playlist` out"])
    case (.unknownPlaylist, .playlists(let path)):
      let name = path.last?.rawValue ?? ""
      guard let asker = path.dropLast().last else { return ("there is no playlist `\(name)`", []) }
      return (
        "there is no playlist `\(name)`, which a rule of `\(asker)` asks for", ["`mixtape edit \(asker)` opens it"]
      )
    case (.invalidPattern, .condition(let condition)):
      let message = "the regular expression in `\(text(condition))` is none"
      guard let cause = error.cause as? RegularExpressionError else { return (message, []) }
      return ("\(message): \(cause.message), at byte \(cause.offset + 1) of it", [])
    case (.patternTooCostly, .condition(let condition)):
      return (
        "the regular expression in `\(text(condition))` takes too many steps",
        ["one repetition inside another, such as `(a+)+`, is what usually does that"]
      )
    case (.ruleTooDeep, _): return ("the rule has too many parentheses inside each other", [])
    default: return ("the index of the library failed: \(error.reason ?? error.code.rawValue)", [])
    }
  }

  private static func text(_ condition: SmartPlaylistCondition) -> String { "\(Rule.comparison(condition))" }
}
