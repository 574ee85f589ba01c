import ArgumentParser
import MixtapeModel
import MixtapeStore
import StoreBrowser

struct FolderCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "folder",
    abstract: "Show and change folders of playlists, or with --library of podcasts.",
    subcommands: [ListFolders.self, CreateFolder.self, MoveFolder.self, DeleteFolder.self])
}

struct ListFolders: MixtapeCommand {

  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the folders with the number of items in each.",
    discussion: """
      The counts do not include subfolders.

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
        folders.map { ["folder": .string($0.path), "count": .integer(contents[$0, default: 0])] })
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

struct CreateFolder: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Create an empty folder.",
    discussion: """
      Optional: commands create folders if needed. Git does not track empty directories, so an empty folder exists \
      only on this machine.

      Examples:
        mixtape folder create travel/2027
        mixtape folder create podcasts/history --library
      """)

  @Argument(help: "The folder.", completion: .foldersOfTree)
  var folder: FolderArgument

  @OptionGroup var tree: FolderTreeOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    // Elsewhere, an empty text is the top folder.
    if folder.text.isEmpty { throw ValidationError("the name of the folder is empty") }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let folder = try folder.folder
    try session.openStore().createFolder(folder, in: tree.tree)
    let result = JSONOutput.folderChange("create-folder", changed: true, tree.tree, folder, destination: nil, items: [])
    session.print(json: result) { session.print("Created the folder \(folder.path, .bold).") }
    session.hint("git does not track empty folders; add a playlist or a podcast to commit it")
    return .done
  }
}

struct MoveFolder: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move or rename a folder with everything in it, as one change.",
    discussion: """
      If the destination is a folder, the folder moves into it and keeps its name. Otherwise the destination is its new path, and \
      missing parent folders are created. Ids do not change.

      Examples:
        mixtape folder move travel archive
        mixtape folder move travel/2026 "travel/last year"
        mixtape folder move music/classical / --library
      """)

  @Argument(help: "The folder.", completion: .foldersOfTree)
  var folder: FolderArgument

  @Argument(
    help: ArgumentHelp("A folder to move it into, or its new path; `/` is the top.", valueName: "destination"),
    completion: .foldersOfTree)
  var destination: FolderArgument

  @OptionGroup var tree: FolderTreeOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    guard !destination.text.isEmpty else {
      throw Problem.usage("the destination is empty; `/` is the top")
    }
    let (folder, given) = (try folder.folder, try destination.folder)
    let folders = [.top] + (try store.folders(of: tree.tree))
    let destination =
      if folders.contains(given), let name = folder.components.last { try given.appending(name) } else { given }
    return try store.explainingMissingFolder(in: tree.tree) { () throws(MixtapeError) in
      tree.library
        ? try session.present(try store.library.moveFolder(folder, to: destination), of: store)
        : try session.present(try store.change(.moveFolder(folder, to: destination)), of: store)
    }
  }
}

struct DeleteFolder: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete a folder and everything in it. `mixtape undo` restores it.",
    discussion: """
      Deletes its playlists (with --library, its podcasts) as one change. Other files stay.

      Examples:
        mixtape folder delete travel/2026
        mixtape folder delete podcasts/news --library
        mixtape folder delete travel --dry-run
      """)

  @Argument(help: "The folder.", completion: .foldersOfTree)
  var folder: FolderArgument

  @OptionGroup var tree: FolderTreeOptions

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let folder = try folder.folder
    return try store.explainingMissingFolder(in: tree.tree) { () throws(MixtapeError) in
      tree.library
        ? try session.perform(PodcastOperation.deleteFolder(folder), preview, in: store)
        : try session.perform(PlaylistOperation.deleteFolder(folder), preview)
    }
  }
}

/// The choice between the folders of playlists and those of the library.
struct FolderTreeOptions: ParsableArguments {
  @Flag(help: "Use folders of the library (podcasts and albums) instead of those of playlists.")
  var library = false

  var tree: FolderTree { library ? .library : .playlists }
}

extension Store {
  /// Runs an operation on a folder. If only the other tree has the folder, the error says so.
  fileprivate func explainingMissingFolder<Result>(in tree: FolderTree, _ body: () throws(MixtapeError) -> Result)
    throws -> Result
  {
    do throws(MixtapeError) {
      return try body()
    } catch {
      let other: FolderTree = tree == .playlists ? .library : .playlists
      guard error.code == .notFound, case .folder(let folder) = error.subject,
        try folders(of: other).contains(folder)
      else { throw error }
      throw ErrorPresenter.folder(folder, isIn: other)
    }
  }
}
