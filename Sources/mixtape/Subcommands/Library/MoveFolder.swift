import ArgumentParser
import MixtapeModel
import MixtapeStore

struct MoveFolder: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Put a folder into another, with all in it, as one change.",
    discussion: """
      It keeps its name, and need not find the other there. Ids stay as they are.

      Examples:
        mixtape folder move travel archive
        mixtape folder move music/classical / --library
      """)

  @Argument(help: "The folder.")
  var folder: AnyFolderArgument

  @Argument(help: "The folder to put it into; `/` is the top.")
  var into: AnyFolderArgument

  @OptionGroup var tree: FolderTreeOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let folder = try folder.folder
    let parent = try into.folder
    return try session.move(folder, to: try folder.components.last.map(parent.appending) ?? parent, in: tree.tree)
  }
}
