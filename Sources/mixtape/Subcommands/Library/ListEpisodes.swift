import ArgumentParser
import MixtapeModel
import MixtapeStore
import TerminalUI

struct ListEpisodes: MixtapeCommand {

  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the episodes of the library or of some podcasts.",
    discussion: """
      Shows the id, the title, the playing time and the rating, in order of podcast, and in it in the order of the file.

      Examples:
        mixtape episode list night-sky
        mixtape episode list --json | jq -r '.[] | select(.playCount == null) | .id'
      """)

  @Argument(help: ArgumentHelp("The podcasts (default: all).", valueName: "podcast"))
  var podcasts: [PodcastArgument] = []

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let library = try session.openStore().library
    let ids = try podcasts.map { try $0.id }.withoutRepetitions
    let chosen = ids.isEmpty ? try library.all() : try ids.map { try library.existing($0) }
    let episodes = chosen.flatMap(\.episodes)
    session.print(json: .array(episodes.map(JSONOutput.episode))) {
      session.print(EpisodeTable(episodes, width: session.width).lines)
      if episodes.isEmpty { session.remark("No episodes here.") }
    }
    return .done
  }
}
