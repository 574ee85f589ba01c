import ArgumentParser

struct FolderCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "folder",
    abstract: "Show and change folders of playlists, or with --library of podcasts.",
    subcommands: [
      ListFolders.self, CreateFolder.self, RenameFolder.self, MoveFolder.self, DeleteFolder.self,
    ])
}
