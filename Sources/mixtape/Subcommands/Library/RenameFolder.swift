import ArgumentParser
import MixtapeModel
import MixtapeStore

struct RenameFolder: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Rename a folder, as one change.",
    discussion: """
      Ids stay as they are.

      Examples:
        mixtape folder rename travel/2026 "last year"
        mixtape folder rename podcasts shows --library
      """)

  @Argument(help: "The folder.")
  var folder: AnyFolderArgument

  @Argument(help: ArgumentHelp("The new name, without the folders around it.", valueName: "name"))
  var name: String

  @OptionGroup var tree: FolderTreeOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let folder = try folder.folder
    return try session.move(folder, to: try (folder.parent ?? .top).appending(name), in: tree.tree)
  }
}
