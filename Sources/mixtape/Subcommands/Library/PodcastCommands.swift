import ArgumentParser
import MixtapeModel
import MixtapeStore
import StoreBrowser

struct PodcastCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "podcast",
    abstract: "List and add the podcasts and albums of the library.",
    subcommands: [ListPodcasts.self, AddPodcast.self])
}

struct ListPodcasts: MixtapeCommand {

  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List podcasts and albums.",
    discussion: """
      Prints the id, the title, the author, the number of episodes, the tags and the folder. With several filters, a podcast \
      must match all of them.

      Examples:
        mixtape podcast list
        mixtape podcast list --folder podcasts --recursive --subscribed
        mixtape podcast list --tag space --json | jq -r '.[].id'
      """)

  @Option(
    help: ArgumentHelp("Only podcasts in this folder of the library; `/` is the top.", valueName: "folder"),
    completion: .libraryFolders)
  var folder: FolderArgument?

  @Flag(help: "With --folder: also podcasts in its subfolders.")
  var recursive = false

  @Option(help: ArgumentHelp("Only podcasts with this tag; may be repeated.", valueName: "tag"), completion: .tags)
  var tag: [String] = []

  @Flag(help: "Only podcasts without a folder and without tags.")
  var unorganized = false

  @Flag(help: "Only subscribed podcasts.")
  var subscribed = false

  @Flag(help: "Print only the ids, one per line.")
  var ids = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if recursive && folder == nil { throw ValidationError("--recursive requires --folder") }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let chosen = try folder?.folder
    if let chosen { try store.requireFolder(chosen, of: .library) }
    let podcasts = try tagged(try store.library.summaries()).filter { podcast in
      podcast.head.folder.isListed(in: chosen, recursively: recursive) && (!unorganized || podcast.head.isUnorganized)
        && (!subscribed || podcast.head.subscribed)
    }
    let episodes = session.wantsJSON ? try store.episodeIDs(of: podcasts.map(\.id)) : [:]
    session.print(
      json: ids
        ? .strings(podcasts.map(\.id.rawValue))
        : .array(podcasts.map { JSONOutput.podcast($0.head, episodes: episodes[$0.id] ?? []) })
    ) {
      session.print(
        ids ? podcasts.map { StyledText($0.id) } : PodcastTable(podcasts, width: session.width).lines)
      if podcasts.isEmpty { session.remark("No podcasts found.") }
    }
    return .done
  }

  /// Returns the podcasts that have all tags of --tag.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` for a tag that no podcast has, with the existing ones as candidates.
  private func tagged(_ podcasts: [PodcastSummary]) throws(MixtapeError) -> [PodcastSummary] {
    let known = Set(podcasts.flatMap(\.head.tags))
    if let missing = tag.first(where: { !known.contains($0) }) {
      throw MixtapeError(.notFound, .tag(missing), candidates: known.sorted())
    }
    return podcasts.filter { Set(tag).isSubset(of: $0.head.tags) }
  }
}
