import ArgumentParser

/// The program, with the table of its commands.
@main
struct Mixtape: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mixtape",
    abstract: "Manage playlists as plain text files, with every change in git.",
    discussion: """
      The store is the directory in --store, else in $MIXTAPE_STORE, else the nearest parent directory with a \
      mixtape.toml, else $XDG_DATA_HOME/mixtape.

      Begin with `mixtape init`, then `mixtape create "Morning Commute"`. `mixtape -V` is `mixtape --version`.

      Before any command, `-C DIR` runs it as if started in that directory, and `-q` leaves out notes, remarks and hints.
      """,
    version: "0.1.0",
    groupedSubcommands: [
      CommandGroup(name: "Store", subcommands: [Init.self, Status.self, Check.self, Doctor.self, MergeFile.self]),
      CommandGroup(
        name: "Playlists",
        subcommands: [
          List.self, Show.self, Create.self, Rename.self, Describe.self, Duplicate.self, Move.self, Delete.self,
          Edit.self, SetValues.self,
        ]),
      CommandGroup(
        name: "Episodes in a playlist",
        subcommands: [Add.self, Remove.self, Reorder.self, Assign.self, Containing.self]),
      CommandGroup(
        name: "Smart playlists", subcommands: [Search.self, Query.self, Conditions.self, Explain.self, Freeze.self]),
      CommandGroup(
        name: "Library",
        subcommands: [
          New.self, PodcastCommands.self, FeedCommands.self, Scan.self, EpisodeCommands.self, TagCommands.self,
          FolderCommands.self,
        ]),
      CommandGroup(name: "Other programs", subcommands: [Import.self, Export.self, Copy.self]),
      CommandGroup(
        name: "History",
        subcommands: [History.self, Diff.self, Blame.self, Undo.self, Redo.self, Restore.self, Revert.self]),
      CommandGroup(name: "Other machines", subcommands: [Sync.self, Conflicts.self, Clone.self, Trust.self]),
      CommandGroup(name: "Live", subcommands: [Browse.self, Watch.self]),
      CommandGroup(name: "Player", subcommands: [Play.self, ControlPlayer.self, Simulate.self]),
      CommandGroup(name: "Shell", subcommands: [PrintCompletions.self]),
      CommandGroup(name: "Editors", subcommands: [PrintEditorSetup.self, ServeEditor.self]),
    ])

  /// The common options. They may precede the command.
  @OptionGroup(title: "Common options") var common: CommonOptions
}
