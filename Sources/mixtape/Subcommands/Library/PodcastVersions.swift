import ArgumentParser
import MixtapeModel
import MixtapeStore

struct EditPodcast: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Edit the file of a podcast or an album, and commit the changes.",
    discussion: """
      Opens the file in $VISUAL, else $EDITOR, and checks it afterwards, as `mixtape edit` does for playlists.

      Example:
        EDITOR="code --wait" mixtape podcast edit night-sky
      """)

  @Argument(help: ArgumentHelp("The podcast.", valueName: "id"))
  var podcast: PodcastArgument

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    try FileEditing(.podcast(try podcast.id(in: session)), in: session).perform()
  }
}

struct PodcastHistory: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "List the changes of a podcast or an album, the latest first.",
    discussion: """
      Takes the options of `mixtape history`. --episode also finds changes of the episode itself, such as ratings.

      Examples:
        mixtape podcast history night-sky
        mixtape podcast history night-sky --operation rate --since "2 weeks ago"
      """)

  @Argument(help: ArgumentHelp("The podcast.", valueName: "id"))
  var podcast: PodcastArgument

  @OptionGroup var listing: HistoryListing

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    try listing.print(of: .podcast(try podcast.id(in: session)), in: session)
  }
}

struct DiffPodcast: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show the changes of a podcast or an album since a revision, or between two.",
    discussion: """
      Without a revision, compares HEAD with the file. `@{2}` is the version before the last two changes of the podcast. \
      The marks are those of `mixtape diff`.

      Examples:
        mixtape podcast diff night-sky HEAD~1
        mixtape podcast diff night-sky yesterday --git
      """)

  @Argument(help: ArgumentHelp("The podcast.", valueName: "id"))
  var podcast: PodcastArgument

  @Argument(help: ArgumentHelp("The revision to compare with (default: HEAD).", valueName: "rev"))
  var from: RevisionArgument?

  @Argument(help: ArgumentHelp("The revision to compare (default: the file as it is).", valueName: "rev"))
  var to: RevisionArgument?

  @Flag(help: "Show the text of the file, in git's unified format.")
  var git = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let files = try store.diff(of: .podcast(try podcast.id(in: session)), from: from?.revision, to: to?.revision)
    try session.present(files, asText: git, of: store)
    return .done
  }
}

struct RestorePodcast: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Restore an earlier version of a podcast or an album, or a removed one.",
    discussion: """
      The file gets the content that it had at the revision, as with `mixtape restore` for playlists. Without --at, a \
      removed podcast gets its last version.

      Examples:
        mixtape podcast restore night-sky
        mixtape podcast restore night-sky --at HEAD~1 --dry-run
      """)

  @Argument(help: ArgumentHelp("The podcast.", valueName: "id"))
  var podcast: PodcastArgument

  @Option(help: ArgumentHelp("The revision to restore the podcast from.", valueName: "rev"))
  var at: RevisionArgument?

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    try session.restore(.podcast(try podcast.id(in: session)), at: at?.revision, preview)
  }
}
