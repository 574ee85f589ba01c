import ArgumentParser
import MixtapeModel
import MixtapeStore
import TerminalUI

struct CreateFolder: MixtapeCommand {

  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Create an empty folder.",
    discussion: """
      This is optional: commands create folders when needed. An empty folder is \
      a directory on this machine only, as git does not keep empty directories.

      Examples:
        mixtape folder create travel/2027
        mixtape folder create podcasts/history --library
      """)

  @Argument(help: "The folder.")
  var folder: AnyFolderArgument

  @OptionGroup var tree: FolderTreeOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let folder = try folder.folder
    try session.openStore().createFolder(folder, in: tree.tree)
    let result = JSONOutput.folderChange("create-folder", changed: true, tree.tree, folder, destination: nil, items: [])
    session.print(json: result) { session.print("Created the folder \(folder.path, .bold).") }
    session.hint("it is in history as soon as something is in it: git keeps no empty folders")
    return .done
  }
}
