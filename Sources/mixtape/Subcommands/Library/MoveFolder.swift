import ArgumentParser
import MixtapeModel
import MixtapeStore

struct MoveFolder: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move a folder and everything in it to another folder, as one change.",
    discussion: """
      The folder keeps its name. The destination is created if needed. Ids do not change.

      Examples:
        mixtape folder move travel archive
        mixtape folder move music/classical / --library
      """)

  @Argument(help: "The folder.")
  var folder: AnyFolderArgument

  @Argument(help: "The destination folder; `/` is the top.")
  var into: AnyFolderArgument

  @OptionGroup var tree: FolderTreeOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let folder = try folder.folder
    let parent = try into.folder
    return try session.move(folder, to: try folder.components.last.map(parent.appending) ?? parent, in: tree.tree)
  }
}
