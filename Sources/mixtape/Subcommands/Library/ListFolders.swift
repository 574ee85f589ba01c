import ArgumentParser
import MixtapeModel
import MixtapeStore
import TerminalUI

struct ListFolders: MixtapeCommand {

  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the folders and how much each contains.",
    discussion: """
      The counts include nested folders.

      Examples:
        mixtape folder list
        mixtape folder list --library
      """)

  @OptionGroup var tree: FolderTreeOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let contents = try contents(of: store)
    let folders = try store.folders(of: tree.tree)
    session.print(
      json: .array(
        folders.map { ["folder": .string($0.path), "count": .integer(Int64(contents[$0, default: 0]))] })
    ) {
      var table = TextTable(freeText: [0])
      for folder in folders {
        table.append(StyledText(folder.path, .bold), StyledText(counted(contents[folder, default: 0], noun)))
      }
      session.print(table.lines(within: session.width))
      if folders.isEmpty { session.remark("No folders.") }
    }
    return .done
  }

  private var noun: String { tree.library ? "podcast" : "playlist" }

  private func contents(of store: Store) throws -> [Folder: Int] {
    let places = tree.library ? try store.library.summaries().map(\.head.folder) : try store.summaries().map(\.folder)
    return places.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}
