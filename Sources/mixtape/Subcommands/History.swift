import ArgumentParser

struct History: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "List the changes of the store, or of one playlist, podcast or album, the latest first.",
    discussion: """
      Also works for a deleted playlist. `show --at` and `diff` accept the printed revisions. With a podcast, --episode also \
      finds changes of the episode itself, such as ratings.

      With several filters, a change must match all of them. --operation may be repeated to match any of several \
      kinds; `git` stands for commits that Mixtape did not make. A date in --since or --until means the whole day.

      `received` marks changes that came by a sync. With --graph, `*` is a change, and lines lead down to the change \
      before it, or to both sides of a merge.

      Examples:
        mixtape history
        mixtape history --graph --limit 10
        mixtape history morning-commute --limit 5
        mixtape history night-sky --operation rate
        mixtape history --episode night-sky/042-auroras
        mixtape history --operation undo --operation redo
        mixtape history --since "2 weeks ago" --until yesterday
      """, aliases: ["log"])

  @Argument(help: ArgumentHelp("The playlist, podcast or album (default: all of the store).", valueName: "id"))
  var item: ItemArgument?

  @OptionGroup var listing: HistoryListing

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    try listing.print(of: try item?.id(in: session), in: session)
  }
}
