import ArgumentParser

struct Restore: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Restore an earlier version of a playlist, a podcast or an album, or a deleted one.",
    discussion: """
      Gives the file the content that it had at the revision. Without --at, restores the last version of a deleted \
      playlist or podcast. A deleted one returns to its folder; an existing one stays in its folder. `mixtape history ID` \
      lists the revisions, also of a deleted one.

      Examples:
        mixtape restore to-sort
        mixtape restore morning-commute --at 1a2b3c4d
        mixtape restore morning-commute --at HEAD~3 --dry-run
      """)

  @Argument(help: ArgumentHelp("The playlist, podcast or album.", valueName: "id"))
  var item: ItemArgument

  @Option(help: ArgumentHelp("The revision to restore from.", valueName: "rev"))
  var at: RevisionArgument?

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    try session.restore(try item.id(in: session), at: at?.revision, preview)
  }
}
