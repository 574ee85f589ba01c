import ArgumentParser
import MixtapeStore

struct Edit: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Edit the file of a playlist, and commit the changes.",
    discussion: """
      Opens the file in $VISUAL, else $EDITOR, and checks it afterwards. If it has errors, you can edit it again. A \
      file with errors is committed when the errors are fixed.

      Example:
        EDITOR="code --wait" mixtape edit morning-commute
      """)

  @Argument(help: ArgumentHelp("The playlist.", valueName: "id"))
  var playlist: PlaylistArgument

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    try FileEditing(.playlist(try playlist.id(in: session)), in: session).perform()
  }
}
