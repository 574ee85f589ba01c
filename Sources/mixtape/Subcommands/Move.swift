import ArgumentParser
import MixtapeModel
import MixtapeStore

struct Move: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move a playlist to a folder.",
    discussion: """
      The folder is created if needed. The id does not change.

      Examples:
        mixtape move ferry travel/2026
        mixtape move ferry /
      """)

  @Argument(help: ArgumentHelp("The playlist.", valueName: "id"))
  var playlist: PlaylistArgument

  @Argument(help: "The folder; `/` is the top.")
  var folder: FolderArgument

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    try session.perform(.move(try playlist.id, to: try folder.folder))
  }
}
