import ArgumentParser
import MixtapeModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct AddEpisode: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add an episode to a podcast or an album.",
    discussion: """
      The id is made from the title unless --id gives one. `dateAdded` is the current day, unless --set gives another \
      date.

      Keys for --set: \(EpisodeKeyArgument.list(EpisodeKey.all.filter { $0 != .field(.title) && $0 != .id })).

      Examples:
        mixtape episode add night-sky "New Moon" --set duration=31:40 --set rating=4
        mixtape episode add parlour-rags "Pleasant Moments" --id pleasant --at 1
      """)

  @Argument(help: ArgumentHelp("The podcast.", valueName: "podcast"))
  var podcast: PodcastArgument

  @Argument(help: "The title.")
  var title: String

  @Option(help: ArgumentHelp("The id, without the podcast (default: made from the title).", valueName: "name"))
  var id: String?

  @Option(help: ArgumentHelp("Position in the file, counted from 1 (default: the end).", valueName: "n"))
  var at: Int?

  @Option(
    help: ArgumentHelp(
      "A value: `url=https://…`, `published=2026-03-01`, `duration=31:40`; may be repeated.", valueName: "key=value"))
  var set: [EpisodeValueArgument] = []

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws { try requirePosition(at, "--at") }

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let podcast = try podcast.id(in: session)
    if let violation = TitleRules.violation(in: title) {
      throw MixtapeError(.invalidName, .podcast(podcast), cause: violation)
    }
    let today = EpisodeEdit(.field(.dateAdded), .date(session.context.now().startOfDay))
    let edits = [today, EpisodeEdit(.field(.title), .text(title))] + (try set.map { try $0.edit })
    let episode = try Episode(id: try episodeID(in: podcast)).applying(edits)
    return try session.perform(.addEpisodes([episode], to: podcast, at: at.map { $0 - 1 }), preview, in: store)
  }

  private func episodeID(in podcast: Podcast.ID) throws(MixtapeError) -> Episode.ID {
    if let id { return try Episode.ID(validating: "\(podcast)/\(id)") }
    guard let name = Podcast.ID(suggestedBy: title)?.rawValue, let id = Episode.ID(podcast: podcast, name: name) else {
      throw MixtapeError(.noIDInName, .text(title))
    }
    return id
  }
}

struct RemoveEpisodes: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove episodes from the library, as one change. `mixtape undo` restores them.",
    discussion: """
      Playlists keep their ids, and `mixtape show` marks them as missing. `mixtape remove` removes episodes from a playlist.

      Examples:
        mixtape episode remove night-sky/042-auroras
        mixtape episode remove --where 'rating < 2' --dry-run
      """)

  @OptionGroup var selection: EpisodeSelection

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    try selection.perform(.removeEpisodes, of: "episode remove", in: session, verb: "remove") { .removeEpisodes($0) }
  }
}

struct MoveEpisodes: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move episodes to another podcast, or to another position.",
    discussion: """
      Keeps the episodes in the order in which they are named or found. In another podcast, an episode gets another \
      id, which also changes in playlists. Its comments, its tables and its unknown keys move with it.

      A whole number in --to is a position. For a podcast with such an id, write the name of its file: `2026.toml`.

      Examples:
        mixtape episode move night-sky/042-auroras --to 1
        mixtape episode move night-sky/042-auroras --to daily-byte
        mixtape episode move parlour-rags/maple-leaf-rag --to slow-pieces --at 1
      """)

  @OptionGroup var selection: EpisodeSelection

  @Option(
    help: ArgumentHelp(
      "The podcast, or the new position of the first episode in its podcast, counted from 1.",
      valueName: "podcast-or-n"))
  var to: EpisodeDestinationArgument

  @Option(help: ArgumentHelp("Position in the other podcast, counted from 1 (default: the end).", valueName: "n"))
  var at: Int?

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    try requirePosition(at, "--at")
    try requirePosition(to.position, "--to")
    if at != nil && to.position != nil { throw ValidationError("--at requires a podcast in --to") }
  }

  func perform(in session: Session) throws -> ExitStatus {
    try selection.perform(.moveEpisodes, of: "episode move", in: session, verb: "move") { ids in
      let offset = (to.position ?? at).map { $0 - 1 }
      return .moveEpisodes(
        ids, to: to.position == nil ? try to.podcast.id(in: session) : try commonPodcast(of: ids), at: offset)
    }
  }

  /// Returns the podcast of all of some episodes: a position means nothing in several podcasts.
  private func commonPodcast(of ids: [Episode.ID]) throws -> Podcast.ID {
    let podcasts = ids.map(\.podcast).withoutRepetitions
    guard let podcast = podcasts.first, podcasts.count == 1 else {
      throw Problem.usage(
        "a position in --to requires episodes of one podcast; these are of \(counted(podcasts.count, "podcast"))",
        hints: "`--to PODCAST --at \(to.text)` moves all of them to one podcast")
    }
    return podcast
  }
}

private func requirePosition(_ position: Int?, _ option: String) throws {
  if let position, position < 1 {
    throw ValidationError("\(option) requires a position, and positions start at 1")
  }
}

/// The destination of episodes: a position in their podcast, or another podcast.
struct EpisodeDestinationArgument: TextArgument {
  let text: String

  static var defaultCompletionKind: CompletionKind { PodcastArgument.defaultCompletionKind }

  /// The position, counted from 1; `nil` if the text is not a whole number.
  var position: Int? { text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil }

  var podcast: PodcastArgument { PodcastArgument(text: text) }
}
