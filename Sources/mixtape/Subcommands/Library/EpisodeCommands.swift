import ArgumentParser
import EpisodeDownloads
import MixtapeModel
import MixtapeStore
import SystemPackage
import TerminalUI

struct EpisodeCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "episode",
    abstract: "Show and change the episodes of the library.",
    subcommands: [
      ListEpisodes.self, ShowEpisode.self, AddEpisode.self, UpdateEpisodes.self, RemoveEpisodes.self,
      MoveEpisodes.self, RateEpisodes.self, MarkAsPlayed.self, MarkAsUnplayed.self, DownloadEpisodes.self,
      ForgetDownloads.self,
    ])
}

struct ListEpisodes: MixtapeCommand {

  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the episodes of the library or of some podcasts.",
    discussion: """
      Podcast by podcast, in the order of their files. Prints the id and the title, and as the terminal has room the \
      artist of music, the date without the year if it is this one, the playing time, the state (new, started with the \
      minutes left, or played), the rating, and whether the sound is downloaded. --columns chooses.

      Examples:
        mixtape episode list night-sky
        mixtape episode list night-sky --columns date,title,state
        mixtape episode list --json | jq -r '.[] | select(.playCount == null) | .id'
      """)

  @Argument(
    help: ArgumentHelp(
      "The podcasts (default: all); `-` reads them from standard input, one per line.", valueName: "podcast"))
  var podcasts: [PodcastArgument] = []

  @Flag(help: "Only the episodes that are downloaded to this machine.")
  var downloaded = false

  @OptionGroup var columns: ColumnOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let library = store.library
    let ids = try podcasts.elements(in: session).withoutRepetitions
    let chosen = podcasts.isEmpty ? try library.all() : try ids.map { try library.existing($0) }
    let texts = session.episodeTexts(of: store)
    let (downloads, columns) = (texts.downloads, try columns.chosen)
    let episodes = chosen.flatMap(\.episodes).filter { !downloaded || downloads.path(of: $0.id) != nil }
    let json = episodes.map { JSONOutput.episode($0, downloadedTo: downloads.path(of: $0.id)?.string) }
    session.print(json: .array(json)) {
      session.print(session.lines(of: episodes, texts, columns))
      if episodes.isEmpty { session.remark("No episodes found.") }
    }
    return .done
  }
}

struct ShowEpisode: MixtapeCommand {

  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show the details of an episode.",
    discussion: """
      `mixtape containing` lists the playlists that contain it.

      Example:
        mixtape episode show night-sky/042-auroras
      """)

  @Argument(help: ArgumentHelp("The episode, as <podcast>/<episode>.", valueName: "episode"))
  var episode: EpisodeArgument

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let id = try episode.id(in: session)
    guard let found = try store.episodes([id])[id] else { throw try store.notFound(id) }
    let downloads = session.downloads(of: store)
    session.print(json: JSONOutput.episode(found, downloadedTo: downloads.path(of: id)?.string)) {
      session.print(EpisodeDetails(found, downloads.items[id], width: session.width).lines)
    }
    return .done
  }
}
