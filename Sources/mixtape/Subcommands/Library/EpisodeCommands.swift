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
      Prints the id, the title, the playing time and the rating, podcast by podcast, in the order of their files.

      Examples:
        mixtape episode list night-sky
        mixtape episode list --json | jq -r '.[] | select(.playCount == null) | .id'
      """)

  @Argument(
    help: ArgumentHelp(
      "The podcasts (default: all); `-` reads them from standard input, one per line.", valueName: "podcast"))
  var podcasts: [PodcastArgument] = []

  @Flag(help: "Only the episodes that are downloaded to this machine.")
  var downloaded = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let library = store.library
    let ids = try podcasts.elements(in: session).withoutRepetitions
    let chosen = podcasts.isEmpty ? try library.all() : try ids.map { try library.existing($0) }
    let downloads = session.downloads(of: store)
    let episodes = chosen.flatMap(\.episodes).filter { !downloaded || downloads.path(of: $0.id) != nil }
    let json = episodes.map { JSONOutput.episode($0, downloadedTo: downloads.path(of: $0.id)?.string) }
    session.print(json: .array(json)) {
      session.print(EpisodeTable(episodes, width: session.width, downloads: downloads).lines)
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
