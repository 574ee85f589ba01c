import ArgumentParser
import MixtapeStore

struct Restore: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Restore an earlier version of a playlist, or a deleted playlist.",
    discussion: """
      Gives the file the content that it had at the revision. Without --at, restores the last version of a deleted \
      playlist. A deleted playlist returns to its folder; an existing one stays in its folder. `mixtape history ID` \
      lists the revisions, also of a deleted playlist.

      Examples:
        mixtape restore to-sort
        mixtape restore morning-commute --at 1a2b3c4d
        mixtape restore morning-commute --at HEAD~3 --dry-run
      """)

  @Argument(help: ArgumentHelp("The playlist.", valueName: "id"))
  var playlist: PlaylistArgument

  @Option(help: ArgumentHelp("The revision to restore the playlist from.", valueName: "rev"))
  var at: RevisionArgument?

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    try session.restore(.playlist(try playlist.id(in: session)), at: at?.revision, preview)
  }
}
