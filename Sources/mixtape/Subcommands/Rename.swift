import ArgumentParser
import MixtapeModel
import MixtapeStore

struct Rename: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Change the name of a playlist.",
    discussion: """
      The id and the file name do not change.

      Example:
        mixtape rename morning-commute "To Work"
      """)

  @Argument(help: ArgumentHelp("The playlist.", valueName: "id"))
  var playlist: PlaylistArgument

  @Argument(help: ArgumentHelp("The new name.", valueName: "name"))
  var text: String

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    try session.perform(.rename(try playlist.id, to: text))
  }
}
