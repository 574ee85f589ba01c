import ArgumentParser
import MixtapeLibrary
import MixtapeModel
import MixtapeStore
import TerminalUI

struct Explain: MixtapeCommand {

  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain why an episode is in a playlist or not.",
    discussion: """
      Prints whether each rule matches, and the value that the rule tested.

      Example:
        mixtape explain recently-added night-sky/042-auroras
      """)

  @Argument(help: ArgumentHelp("The playlist.", valueName: "id"))
  var playlist: PlaylistArgument

  @Argument(help: ArgumentHelp("The episode, as <podcast>/<episode>.", valueName: "episode"))
  var episode: EpisodeArgument

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let id = try episode.id(in: session)
    let playlist = try store.existing(try playlist.id(in: session))
    let explanation = try store.explain(playlist, id)
    if case .notInLibrary(position: nil) = explanation.outcome {
      throw try store.notFound(id)
    }
    session.print(json: JSONOutput.explanation(explanation, of: id, in: playlist)) {
      session.print(ExplanationReport(explanation, of: id, in: playlist).lines)
    }
    return .done
  }
}
