import ArgumentParser
import MixtapeModel
import MixtapeStore

struct Duplicate: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "duplicate",
    abstract: "Copy a playlist, including its comments.",
    discussion: """
      The copy has an id of its own, made from its name. Without a name, a second copy is numbered: "Focus copy 2".

      Examples:
        mixtape duplicate morning-commute
        mixtape duplicate morning-commute "Evening Commute"
      """)

  @Argument(help: ArgumentHelp("The playlist.", valueName: "id"))
  var playlist: PlaylistArgument

  @Argument(help: "The name of the copy (default: the name and \"copy\", numbered if taken).")
  var name: String?

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    try session.perform(.duplicate(try playlist.id, name: name))
  }
}
