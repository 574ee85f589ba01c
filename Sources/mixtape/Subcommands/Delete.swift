import ArgumentParser
import MixtapeModel
import MixtapeStore

struct Delete: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete a playlist. `mixtape undo` restores it.",
    discussion: """
      Its history is kept: `mixtape show ID --at REV` still shows it.

      Example:
        mixtape delete to-sort
      """)

  @Argument(help: ArgumentHelp("The playlist.", valueName: "id"))
  var playlist: PlaylistArgument

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    session.hint("`mixtape undo` brings it back")
    return try session.perform(.delete(try playlist.id))
  }
}
