import ArgumentParser
import MixtapeModel
import MixtapeStore
import TerminalUI

struct ListPodcasts: MixtapeCommand {

  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List podcasts and albums.",
    discussion: """
      Shows the id, the title, how many episodes there are, the tags, and the folder. Where several filters are given, \
      all of them hold.

      Examples:
        mixtape podcast list
        mixtape podcast list --folder podcasts --recursive --subscribed
        mixtape podcast list --tag space --json | jq -r '.[].id'
      """)

  @Option(help: ArgumentHelp("Only those in this folder of the library; `/` is the top.", valueName: "folder"))
  var folder: LibraryFolderArgument?

  @Flag(help: "With --folder: also those in folders within it.")
  var recursive = false

  @Option(help: ArgumentHelp("Only those with this tag; may be repeated.", valueName: "tag"))
  var tag: [TagArgument] = []

  @Flag(help: "Only those that are in no folder and have no tag.")
  var unorganized = false

  @Flag(help: "Only those whose new episodes are wanted.")
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
      isWanted(podcast.head.folder, in: chosen) && (!unorganized || podcast.head.isUnorganized)
        && (!subscribed || podcast.head.subscribed)
    }
    let episodes = session.wantsJSON ? try store.episodeIDs(of: podcasts.map(\.id)) : [:]
    session.print(json: .array(podcasts.map { JSONOutput.podcast($0.head, episodes: episodes[$0.id] ?? []) })) {
      session.print(PodcastTable(podcasts, width: session.width).lines)
      if podcasts.isEmpty { session.remark("No podcasts here.") }
    }
    return .done
  }

  private func isWanted(_ folder: Folder, in chosen: Folder?) -> Bool {
    guard let chosen else { return true }
    return recursive ? folder.isWithin(chosen) : folder == chosen
  }
}
