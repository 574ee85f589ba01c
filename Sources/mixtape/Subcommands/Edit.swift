import ArgumentParser

struct Edit: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Edit the file of a playlist, a podcast or an album, and commit the changes.",
    discussion: """
      Opens the file in $VISUAL, else $EDITOR, and checks it afterwards. If it has errors, you can edit it again. A \
      file with errors is committed when the errors are fixed.

      Examples:
        mixtape edit morning-commute
        EDITOR="code --wait" mixtape edit night-sky
      """)

  @Argument(help: ArgumentHelp("The playlist, podcast or album.", valueName: "id"))
  var item: ItemArgument

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    try FileEditing(try item.id(in: session), in: session).perform()
  }
}
