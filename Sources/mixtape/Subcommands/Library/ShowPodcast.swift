import ArgumentParser
import MixtapeModel
import MixtapeStore
import TerminalUI

struct ShowPodcast: MixtapeCommand {

  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a podcast or an album with its episodes.",
    discussion: """
      Example:
        mixtape podcast show night-sky
      """)

  @Argument(help: ArgumentHelp("The podcast.", valueName: "id"))
  var podcast: PodcastArgument

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let found = try session.openStore().library.existing(try podcast.id)
    session.print(json: JSONOutput.podcast(found)) {
      session.print(PodcastDetails(found, width: session.width).lines)
    }
    return .done
  }
}
