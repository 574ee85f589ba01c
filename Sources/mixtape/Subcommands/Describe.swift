import ArgumentParser
import MixtapeModel
import MixtapeStore
import TerminalUI

struct Describe: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "describe",
    abstract: "Change the description of a playlist.",
    discussion: """
      An empty text removes the description.

      Example:
        mixtape describe focus "No words before noon."
      """)

  @Argument(help: ArgumentHelp("The playlist.", valueName: "id"))
  var playlist: PlaylistArgument

  @Argument(help: ArgumentHelp("The new description.", valueName: "text"))
  var text: String

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    try session.perform(.describe(try playlist.id, as: text))
  }
}
