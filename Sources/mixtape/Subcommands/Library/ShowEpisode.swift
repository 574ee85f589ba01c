import ArgumentParser
import MixtapeModel
import MixtapeStore
import TerminalUI

struct ShowEpisode: MixtapeCommand {

  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show the details of an episode.",
    discussion: """
      `mixtape containing` lists the playlists that hold it.

      Example:
        mixtape episode show night-sky/042-auroras
      """)

  @Argument(help: ArgumentHelp("The episode, as <podcast>/<episode>.", valueName: "episode"))
  var episode: EpisodeArgument

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let id = try episode.id
    guard let found = try store.episodes([id])[id] else { throw try store.notFound(id) }
    session.print(json: JSONOutput.episode(found)) { session.print(EpisodeDetails(found).lines) }
    return .done
  }
}
