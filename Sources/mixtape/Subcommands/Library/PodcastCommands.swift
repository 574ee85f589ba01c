import ArgumentParser
import MixtapeModel
import MixtapeStore
import TerminalUI

struct PodcastCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "podcast",
    abstract: "Show and change the podcasts and albums of the library.",
    subcommands: [
      ListPodcasts.self, ShowPodcast.self, AddPodcast.self, UpdatePodcast.self, RemovePodcast.self,
    ])
}

struct ListPodcasts: MixtapeCommand {

  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List podcasts and albums.",
    discussion: """
      Prints the id, the title, the number of episodes, the tags and the folder. With several filters, a podcast \
      must match all of them.

      Examples:
        mixtape podcast list
        mixtape podcast list --folder podcasts --recursive --subscribed
        mixtape podcast list --tag space --json | jq -r '.[].id'
      """)

  @Option(help: ArgumentHelp("Only podcasts in this folder of the library; `/` is the top.", valueName: "folder"))
  var folder: LibraryFolderArgument?

  @Flag(help: "With --folder: also podcasts in its subfolders.")
  var recursive = false

  @Option(help: ArgumentHelp("Only podcasts with this tag; may be repeated.", valueName: "tag"))
  var tag: [TagArgument] = []

  @Flag(help: "Only podcasts without a folder and without tags.")
  var unorganized = false

  @Flag(help: "Only subscribed podcasts.")
  var subscribed = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if recursive && folder == nil { throw ValidationError("--recursive requires --folder") }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let chosen = try folder?.folder
    if let chosen { try store.requireFolder(chosen, of: .library) }
    let podcasts = try StoreLibrary.podcasts(try store.library.summaries(), with: tag.map(\.text)).filter { podcast in
      podcast.head.folder.isListed(in: chosen, recursively: recursive) && (!unorganized || podcast.head.isUnorganized)
        && (!subscribed || podcast.head.subscribed)
    }
    let episodes = session.wantsJSON ? try store.episodeIDs(of: podcasts.map(\.id)) : [:]
    session.print(json: .array(podcasts.map { JSONOutput.podcast($0.head, episodes: episodes[$0.id] ?? []) })) {
      session.print(PodcastTable(podcasts, width: session.width).lines)
      if podcasts.isEmpty { session.remark("No podcasts found.") }
    }
    return .done
  }
}

struct ShowPodcast: MixtapeCommand {

  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a podcast or an album with its episodes.",
    discussion: """
      Example:
        mixtape podcast show night-sky
      """)

  @Argument(help: ArgumentHelp("The podcast.", valueName: "id"))
  var podcast: PodcastArgument

  @OptionGroup var columns: ColumnOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let found = try store.library.existing(try podcast.id(in: session))
    let columns = try columns.chosen
    session.print(json: JSONOutput.podcast(found)) {
      session.print(PodcastDetails(found, width: session.width).lines)
      guard !found.episodes.isEmpty else { return }
      let texts = session.episodeTexts(of: store, marksMissingFiles: true)
      session.print([""] + session.lines(of: found.episodes, texts, columns, indentation: 2))
    }
    return .done
  }
}

struct RemovePodcast: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove podcasts or albums from the library, as one change. `mixtape undo` restores them.",
    discussion: """
      Playlists keep the ids of their episodes, and `mixtape show` marks them as missing.

      Examples:
        mixtape podcast remove night-sky
        mixtape podcast remove night-sky daily-byte --dry-run
      """)

  @Argument(help: ArgumentHelp("The podcasts; `-` reads them from standard input, one per line.", valueName: "id"))
  var podcasts: [PodcastArgument]

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let ids = try podcasts.elements(in: session).withoutRepetitions
    guard !ids.isEmpty else {
      return session.printNothingFound(to: "remove", "podcast", operation: PodcastOperation.Kind.remove.rawValue)
    }
    let status = try session.perform(.remove(ids), preview, in: try session.openStore())
    if !preview.dryRun { session.hint("`mixtape undo` restores \(ids.count == 1 ? "it" : "them")") }
    return status
  }
}
