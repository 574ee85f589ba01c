import ArgumentParser
import MixtapeModel
import MixtapeStore

struct Delete: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete a playlist. `mixtape undo` brings it back.",
    discussion: """
      Its history stays, and `mixtape show ID --at REV` goes on showing it as it was.

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
