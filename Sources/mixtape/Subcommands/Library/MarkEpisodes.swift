import ArgumentParser
import MixtapeModel
import MixtapeStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct RateEpisodes: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "rate",
    abstract: "Rate episodes, as one change.",
    usage: """
      mixtape episode rate <rating> <what> ... [--dry-run] [--store <dir>] [--json] [--color <when>] [--no-pager]
      mixtape episode rate <rating> [--where <rule> ...] [--search <words>] [--sort <keys>] [--limit <limit> ...] [--dry-run]
      """,
    discussion: """
      The rating may come before or after the episodes: numbers and `none` are ratings. Ratings are stored in the files of \
      the podcasts. A podcast, an album or a playlist stands for its episodes.

      Examples:
        mixtape episode rate 5 night-sky/042-auroras
        mixtape episode rate night-sky/042-auroras none
        mixtape episode rate 4 "Parlour Rags"
        mixtape episode rate 4 --where 'playCount >= 3 and rating is missing'
        mixtape episode rate 3 --where 'genre = "News"' --dry-run
      """)

  @Argument(
    help: ArgumentHelp(
      "A rating from 0 to 5, or `none` to remove it; and episodes, podcasts, albums or playlists, by id or name; `-` reads them from standard input, one per line.",
      valueName: "rating> <what"))
  var words: [RatingOrEpisodeArgument]

  @OptionGroup var found: WhereOptions

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    switch words.count(where: \.isRating) {
    case 0: throw ValidationError("give a rating from 0 to \(Episode.maximumRating), or `none`")
    case 1: break
    default: throw ValidationError("give one rating; write an episode with such a title as <podcast>/<episode>")
    }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let rating = try words.first(where: \.isRating).flatMap { try $0.rating }
    var selection = EpisodeSelection()
    selection.episodes = words.filter { !$0.isRating }.map { WhatArgument(text: $0.text) }
    (selection.found, selection.preview) = (found, preview)
    return try selection.perform(.rate, of: "episode rate", in: session, verb: "rate") { .rate($0, rating) }
  }
}

/// A rating, or a text for ``WhatArgument``.
struct RatingOrEpisodeArgument: TextArgument {
  let text: String

  static var defaultCompletionKind: CompletionKind { WhatArgument.defaultCompletionKind }

  private static let none = "none"

  /// Whether the text is meant as a rating: a number, or `none`.
  var isRating: Bool {
    if text == Self.none { return true }
    return text.contains { $0.isWholeNumber } && text.allSatisfy { $0.isWholeNumber || "+-.,".contains($0) }
  }

  /// The rating; `nil` for `none`.
  ///
  /// - Throws: ``MixtapeError/Code/invalidRating`` for any other text.
  var rating: Int64? {
    get throws(MixtapeError) {
      if text == Self.none { return nil }
      guard let rating = Int64(text), (0...Episode.maximumRating).contains(rating) else {
        throw MixtapeError(.invalidRating, .text(text))
      }
      return rating
    }
  }
}

struct MarkAsPlayed: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "played",
    abstract: "Record that episodes were played, or never played, as one change.",
    discussion: """
      Adds to `playCount`, sets `lastPlayedAt` unless it is already later, and removes `position`. The player does the same. With \
      --never, removes all three.

      Examples:
        mixtape episode played night-sky/042-auroras
        mixtape episode played night-sky/042-auroras --times 2 --date 2026-03-01
        mixtape episode played --where 'album = "Parlour Rags"'
        mixtape episode played four-seasons/spring-1 --never
      """)

  @OptionGroup var selection: EpisodeSelection

  @Option(help: ArgumentHelp("The number of plays to add (default: 1).", valueName: "n"))
  var times: Int64?

  @Option(
    help: ArgumentHelp(
      "The time of the last play: `yesterday`, `2026-03-01`, `2026-03-01T06:00:00Z` (default: now).", valueName: "date")
  )
  var date: DateArgument?

  @Flag(help: "Mark the episodes as never played.")
  var never = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if let times, times < 1 { throw ValidationError("--times requires a number from 1") }
    if never, times != nil || date != nil {
      throw ValidationError("--never cannot be used with --times or --date")
    }
  }

  func perform(in session: Session) throws -> ExitStatus {
    if never {
      return try selection.perform(.editEpisodes, of: "episode played", in: session) {
        .editEpisodes($0, EpisodeEdit.unplayed)
      }
    }
    let plays = EpisodePlays(count: times ?? 1, last: lastPlay(in: session))
    let store = try session.openStore()
    return try selection.perform(.recordPlays, of: "episode played", in: session) { ids in
      try store.requireKnown(ids)
      return .recordPlays(Dictionary(ids.map { ($0, plays) }) { first, _ in first })
    }
  }

  /// Returns the time of the last play. Warns of one in the future.
  private func lastPlay(in session: Session) -> Date {
    let now = session.context.now()
    guard let last = date?.date(in: session.storeContext()) else { return now }
    if last > now {
      session.reporter.warn(code: "future-date", "the time of the last play is in the future: \(Timestamp.utc(last))")
    }
    return last
  }
}

/// A day in UTC or a point in time, as in files, or a time counted from now.
struct DateArgument: ExpressibleByArgument {
  private let form: Form

  private enum Form {
    case instant(Date)
    case named(NamedTime)
  }

  init?(argument: String) {
    if let date = RuleDate.time(in: argument) {
      form = .instant(date)
    } else if let time = TimeArgument(argument: argument)?.time {
      form = .named(time)
    } else {
      return nil
    }
  }

  /// Returns the point in time: the first instant of a day as in files, the last one of any other time.
  func date(in context: Store.Context) -> Date {
    switch form {
    case .instant(let date): date
    case .named(let time): time.latestInstant(in: context)
    }
  }

  static var defaultCompletionKind: CompletionKind { TimeArgument.defaultCompletionKind }
}
