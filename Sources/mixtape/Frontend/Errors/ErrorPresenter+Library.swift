import MixtapeLibrary
import MixtapeModel
import PlaylistFiles

extension ErrorPresenter {
  static func wording(of error: LibraryError) -> (String, [String]) {
    switch (error.code, error.subject) {
    case (.cycle, .playlists(let path)):
      let way = path.map(\.rawValue).joined(separator: " → ")
      return ("the rules of playlists form a cycle: \(way)", ["remove one of these `in playlist` rules"])
    case (.invalidPattern, .condition(let condition)):
      let message = "invalid regular expression in `\(text(condition))`"
      guard let cause = error.cause as? RegularExpressionError else { return (message, []) }
      return ("\(message): \(cause.message), at byte \(cause.offset + 1) of the expression", [])
    case (.patternTooCostly, .condition(let condition)):
      return (
        "the regular expression in `\(text(condition))` takes too many steps",
        ["the usual cause is a repetition inside another, such as `(a+)+`"]
      )
    case (.ruleTooDeep, _): return ("the rule has too many nested parentheses", [])
    default: return ("the index of the library failed: \(error.reason ?? error.code.rawValue)", [])
    }
  }

  /// The code of the warning that a rule names a missing playlist.
  static let missingPlaylistCode = "unknown-playlist"

  /// The code of the warning that a rule names a missing podcast, folder or tag.
  static func missingNameCode(_ field: RuleField) -> String { "unknown-\(field.rawValue)" }

  /// Returns the warning for a remark about evaluated rules.
  static func wording(of remark: EvaluationRemark) -> (code: String, message: String, hints: [String]) {
    switch remark {
    case .missingPlaylist(let id, let asker, let nearest):
      let place = asker.map { " in a rule of `\($0)`" } ?? ""
      return (
        missingPlaylistCode, "there is no playlist `\(id)`, so it counts as empty\(place)",
        hints(nearest.map(\.rawValue), asker)
      )
    case .missingPodcast(let text, let field, let asker, let nearest):
      return (
        missingNameCode(field), "\(rule(of: asker)) names \(RuleWording.missingName(text, in: field))",
        hints(nearest, asker)
      )
    case .limitTakesNothing(let limit, let playlist, let found):
      let whose = playlist.map { " of `\($0)`" } ?? ""
      let count = found == 1 ? "the only episode" : "all \(found) episodes"
      let reason =
        limit.total.map { total in
          "it stops before the first episode that would exceed it, and skips episodes without `\(total.field.rawValue)`"
        } ?? "\(limit) of \(counted(found, "episode")) is less than one"
      return (
        "limit-takes-nothing",
        "the limit\(whose) (\(limit.wording)) excludes \(count) that \(found == 1 ? "was" : "were") found",
        [reason]
      )
    }
  }

  /// Returns a name for the rule of a remark.
  ///
  /// - Parameter asker: The playlist of the rule; `nil` for a query.
  private static func rule(of asker: Playlist.ID?) -> String { asker.map { "a rule of `\($0)`" } ?? "the rule" }

  /// Returns the hints of a remark on a rule that names something missing.
  private static func hints(_ nearest: [String], _ asker: Playlist.ID?) -> [String] {
    [didYouMean(nearest), asker.map { "`mixtape conditions \($0)` shows its rules" }].compactMap(\.self)
  }

  /// Returns the warning that rules name a playlist that does not exist.
  ///
  /// - Parameter existedBefore: Whether the change deleted it.
  static func wording(
    ofMissing id: Playlist.ID, existedBefore: Bool, askedBy askers: [Playlist.ID]
  ) -> (message: String, hints: [String]) {
    let fact = existedBefore ? "playlist `\(id)` no longer exists" : "there is no playlist `\(id)`"
    return (
      "\(fact), so it counts as empty in the rules of \(names(of: askers))",
      [hint(toRulesOf: askers)]
    )
  }

  /// Returns the warning that rules name a podcast, a folder or a tag that no podcast has after a change.
  static func wording(
    ofMissing text: String, in field: RuleField, askedBy askers: [Playlist.ID]
  ) -> (message: String, hints: [String]) {
    let fact =
      switch field {
      case .folder: "the folder \"\(text)\" has no podcasts any more"
      case .tag: "no podcast has the tag \"\(text)\" any more"
      default: "the podcast \"\(text)\" no longer exists"
      }
    return ("\(fact), and rules of \(names(of: askers)) name it", [hint(toRulesOf: askers)])
  }

  /// Returns the note that missing entries of playlists are episodes of a new podcast.
  static func wording(
    ofEntriesFoundIn podcast: Podcast.ID, _ playlists: [(playlist: Playlist.ID, count: Int)]
  ) -> String {
    let count = playlists.reduce(0) { $0 + $1.count }
    let names = listed(first: mostAskers, of: playlists.map { "\($0.playlist) (\($0.count))" })
    let (verb, noun) = count == 1 ? ("was", "is now an episode") : ("were", "are now episodes")
    return "\(counted(count, "entry", "entries")) of playlists \(verb) missing, and \(noun) of \(podcast): \(names)"
  }

  private static func hint(toRulesOf askers: [Playlist.ID]) -> String {
    "`mixtape conditions \(askers.first?.rawValue ?? "ID")` shows the rules"
  }

  private static func names(of askers: [Playlist.ID]) -> String {
    listed(first: mostAskers, of: askers.map { "`\($0)`" })
  }

  /// The maximum number of playlists that the warning names.
  private static let mostAskers = 10

  private static func text(_ condition: SmartPlaylistCondition) -> String { "\(Rule.comparison(condition))" }
}
