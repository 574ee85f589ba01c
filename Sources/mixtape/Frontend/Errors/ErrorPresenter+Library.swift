import Companions
import LosslessTOML
import MixtapeLibrary
import MixtapeModel
import MixtapeStore
import PlaylistFiles
import SystemPackage

extension ErrorPresenter {
  static func wording(of error: LibraryError) -> Wording {
    switch (error.code, error.subject) {
    case (.cycle, .playlists(let path)):
      let way = path.map(\.rawValue).joined(separator: " → ")
      return Wording("the rules of playlists form a cycle: \(way)", "remove one of these `in playlist` rules")
    case (.invalidPattern, .condition(let condition)):
      let message = "invalid regular expression in `\(text(condition))`"
      guard let cause = error.cause as? RegularExpressionError else { return Wording(message) }
      return Wording("\(message): \(cause.message), at byte \(cause.offset + 1) of the expression")
    case (.patternTooCostly, .condition(let condition)):
      return Wording(
        "the regular expression in `\(text(condition))` takes too many steps",
        "the usual cause is a repetition inside another, such as `(a+)+`")
    case (.ruleTooDeep, _): return Wording("the rule has too many nested parentheses")
    default: return Wording("the index of the library failed: \(error.reason ?? error.code.rawValue)")
    }
  }

  static let missingPlaylistCode = "unknown-playlist"

  static func missingNameCode(_ field: RuleField) -> String { "unknown-\(field.rawValue)" }

  static func wording(of remark: EvaluationRemark) -> (code: String, wording: Wording) {
    switch remark {
    case .missingPlaylist(let id, let asker, let nearest):
      let place = asker.map { " in a rule of `\($0)`" } ?? ""
      return (
        missingPlaylistCode,
        Wording(
          "there is no playlist `\(id)`, so it counts as empty\(place)", didYouMean(nearest.map(\.rawValue)),
          hint(onRulesOf: asker))
      )
    case .missingPodcast(let text, let field, let asker, let nearest):
      let rule = asker.map { "a rule of `\($0)`" } ?? "the rule"
      return (
        missingNameCode(field),
        Wording(
          "\(rule) names \(RuleWording.missingName(text, in: field))", didYouMean(nearest), hint(onRulesOf: asker))
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
        Wording(
          "the limit\(whose) (\(limit.wording)) excludes \(count) that \(found == 1 ? "was" : "were") found", reason)
      )
    }
  }

  private static func hint(onRulesOf asker: Playlist.ID?) -> String? {
    asker.map { "`mixtape conditions \($0)` shows its rules" }
  }

  /// Returns the warning that rules name a playlist that does not exist.
  ///
  /// - Parameters:
  ///   - existedBefore: Whether the change deleted it.
  ///   - present: The id that it has now, if the change renamed it.
  static func wording(
    ofMissing id: Playlist.ID, existedBefore: Bool, renamedTo present: Playlist.ID? = nil,
    askedBy askers: [Playlist.ID]
  ) -> Wording {
    let absence = existedBefore ? "playlist `\(id)` no longer exists" : "there is no playlist `\(id)`"
    let fact = present.map { "playlist `\(id)` is `\($0)` now, so `\(id)`" } ?? "\(absence), so it"
    return Wording("\(fact) counts as empty in the rules of \(names(of: askers))", hint(toRulesOf: askers))
  }

  /// Returns the warning that rules name a podcast, a folder or a tag that no podcast has after a change.
  static func wording(
    ofMissing text: String, in field: RuleField, askedBy askers: [Playlist.ID]
  ) -> Wording {
    let fact =
      switch field {
      case .folder: "the folder \"\(text)\" has no podcasts any more"
      case .tag: "no podcast has the tag \"\(text)\" any more"
      default: "the podcast \"\(text)\" no longer exists"
      }
    return Wording("\(fact), and rules of \(names(of: askers)) name it", hint(toRulesOf: askers))
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

  private static let mostAskers = 10

  private static func text(_ condition: SmartPlaylistCondition) -> String { "\(Rule.comparison(condition))" }
}

extension ErrorPresenter {
  /// Returns the message and hints for an invalid rule, in the wording of diagnostics.
  static func invalidRule(_ error: MixtapeError) -> Wording {
    guard let cause = error.cause as? RuleError else { return Wording("\(name(error.subject)) is not a valid rule") }
    return wording(of: cause)
  }

  static func wording(of error: RuleError) -> Wording {
    Wording(RuleWording.message(for: error), hints: RuleWording.hints(for: error))
  }

  /// Returns the error for rules in arguments that cannot be run; `nil` if the error is in another rule.
  static func failure(of rules: [Rule], _ error: MixtapeError) -> Problem? {
    guard let cause = error.cause as? LibraryError else { return nil }
    switch cause.subject {
    case .condition(let comparison) where rules.contains(where: { $0.contains(comparison) }): break
    case .playlists(let cycle) where !Rule.and(rules).playlists.isDisjoint(with: cycle.dropFirst()): break
    default: return nil
    }
    let problem = problem(for: error)
    return Problem(.usage, code: problem.code, problem.message, hints: problem.hints)
  }

  static func noSuchRule(_ subject: MixtapeError.Subject) -> String {
    guard case .position(let number, let count) = subject else { return "no such rule" }
    return "there is no rule \(number): the playlist has \(count == 0 ? "none" : counted(count, "rule"))"
  }

  static func noSuchRule(_ error: MixtapeError, of playlist: Playlist.ID) -> Problem {
    Problem(
      .notFound, code: error.code.rawValue, noSuchRule(error.subject),
      hints: "`mixtape conditions \(playlist)` lists the rules with their numbers")
  }

  static func noEffect(_ cause: KeysWithoutEffect?) -> Wording {
    let keys = (cause?.keys ?? []).map { "`\($0.rawValue)`" }
    let needsRules = cause?.keys.contains { $0 != .match } == false
    return Wording(
      "\(listed(keys)) \(keys.count == 1 ? "has" : "have") no effect on a playlist without rules",
      needsRules ? "add a rule in the same command" : "add a rule or a search in the same command")
  }

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
  fileprivate func contains(_ comparison: SmartPlaylistCondition) -> Bool {
    switch self {
    case .comparison(let own): own == comparison
    case .inPlaylist: false
    case .not(let rule): rule.contains(comparison)
    case .and(let rules), .or(let rules): rules.contains { $0.contains(comparison) }
    }
  }
}

extension ErrorPresenter {
  /// Returns the error for a podcast or an album in the place of an episode.
  static func podcastForEpisode(_ podcast: Podcast.ID, in store: Store) throws(MixtapeError) -> Problem {
    Problem.notFound(
      "\(quoted(podcast.rawValue)) is \(try store.kindWithArticle(of: podcast)), not an episode",
      hints: "its episodes are \(podcast)/<episode>; `mixtape show \(podcast)` lists them")
  }

  static func invalidValue(_ error: MixtapeError) -> Wording {
    guard let key = (error.cause as? InvalidEpisodeValue)?.key else {
      return Wording("\(name(error.subject)) is not a valid value")
    }
    let noun = key.valueType == .date ? "date" : key.name
    return Wording("\(name(error.subject)) is not a valid \(noun)", expectation(of: key))
  }

  private static func expectation(of key: EpisodeKey) -> String {
    switch key.valueType {
    case .text: "`\(key.name)` is text"
    case .integer where key == .field(.year) || key == .field(.originalYear): "`\(key.name)` is a whole number"
    case .integer where key == .field(.rating):
      "`rating` is a whole number from 0 to \(Episode.maximumRating); `--clear rating` removes it"
    case .integer: "`\(key.name)` is a whole number from 0"
    case .seconds: "`\(key.name)` is a time such as 31:40, 90 min or 1834 (seconds)"
    case .date: "`\(key.name)` is a date such as 2026-03-01 or 2026-03-01T06:00:00Z"
    }
  }
}

extension ErrorPresenter {
  /// Words the reason why a directory cannot be scanned.
  static func problem(scanning directory: FilePath, _ error: Errno) -> Problem {
    let isMissing = error == .noSuchFileOrDirectory || error == .notDirectory
    return Problem(
      isMissing ? .notFound : .inputOutput, code: isMissing ? "not-found" : "file-access",
      "\(quoted(directory.string)) cannot be scanned: \(error.reason)")
  }

  /// Words what a text of a tag may be that is probably in another encoding.
  static func wording(of doubt: DoubtfulText, in path: String) -> String {
    let readings = doubt.readings.map { "\(quoted($0.text)) (\($0.encoding))" }
    let text = "\(quoted(doubt.text)) in \(quoted(path))"
    return readings.isEmpty ? text : "\(text) may be \(readings.joined(separator: " or "))"
  }

  /// Words the reason why a file or a directory is skipped.
  static func wording(of reason: SkippedPath.Reason) -> String {
    switch reason {
    case .name: "its name is not UTF-8, or has control characters"
    case .unreadable(let text): text
    case .tooDeep: "it is more than \(MusicDirectory.deepestLevel) directories deep"
    case .brokenLink: "the symbolic link is broken, or part of a loop"
    case .tags(.noSound): "it contains no sound in a known format"
    case .tags(.unreadable(let text)): text
    case .tags(.tooMuchMemory): "its tags require too much memory"
    case .tags(.crash(let signal)): "it crashes the program that reads tags (signal \(signal))"
    case .tags(.timeout): "reading its tags takes too long"
    case .tags(.refused): "TagLib cannot read it"
    }
  }
}
