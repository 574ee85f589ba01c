import ArgumentParser
import MixtapeModel
import MixtapeStore

struct DeleteFolder: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete a folder and everything in it. `mixtape undo` restores it.",
    discussion: """
      The playlists in it, or with --library the podcasts, go too, as one change. Files that are not the store's stay.

      Examples:
        mixtape folder delete travel/2026
        mixtape folder delete podcasts/news --library
      """)

  @Argument(help: "The folder.")
  var folder: AnyFolderArgument

  @OptionGroup var tree: FolderTreeOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let folder = try folder.folder
    return try store.telling(ofFolderIn: tree.tree) { () throws(MixtapeError) in
      tree.library
        ? try session.present(try store.library.deleteFolder(folder), of: store)
        : try session.present(try store.change(.deleteFolder(folder)), of: store)
    }
  }
}
