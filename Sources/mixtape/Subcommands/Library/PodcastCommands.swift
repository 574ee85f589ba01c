import JSON
import ArgumentParser
import MixtapeModel
import MixtapeStore
import StoreBrowser

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct PodcastCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "podcast",
    abstract: "List, add and change the podcasts and albums of the library.",
    subcommands: [ListPodcasts.self, AddPodcast.self, UpdatePodcast.self])
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

struct UpdatePodcast: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Change the details of a podcast or an album.",
    discussion: """
      All options are applied as one change. An empty text removes the author, the feed, the cover, the description, the notes or the categories. \
      Episodes inherit some of these values, such as the author.

      Examples:
        mixtape podcast update night-sky --title "Night Sky" --remove-tag weekly
        mixtape podcast update night-sky --folder podcasts/science --unsubscribe
        mixtape podcast update slow-pieces --author ""
        mixtape podcast update night-sky --add-skip 'title contains "Rerun"'
        mixtape podcast update night-sky --new-since today
      """)

  @Argument(help: ArgumentHelp("The podcast.", valueName: "id"))
  var podcast: PodcastArgument

  @Option(help: "The display title.")
  var title: String?

  @OptionGroup var origin: PodcastOriginOptions

  @Option(help: ArgumentHelp("A category; may be repeated. Replaces the current categories.", valueName: "name"))
  var category: [String] = []

  @Option(help: ArgumentHelp("A tag to add; may be repeated.", valueName: "tag"))
  var addTag: [TagArgument] = []

  @Option(help: ArgumentHelp("A tag to remove; may be repeated.", valueName: "tag"))
  var removeTag: [TagArgument] = []

  @Option(
    help: ArgumentHelp("A rule of items that updates from the feed skip; may be repeated.", valueName: "rule"))
  var addSkip: [RuleArgument] = []

  @Option(
    help: ArgumentHelp("A rule of skipped items to remove, as it is written; may be repeated.", valueName: "rule"))
  var removeSkip: [RuleArgument] = []

  @Option(
    help: ArgumentHelp(
      "`mixtape new` lists only episodes published on this day or later: `2026-03-01`, `today`, or `none` for all.",
      valueName: "date"))
  var newSince: NewSinceArgument?

  @Flag(help: "Subscribe to the podcast.")
  var subscribe = false

  @Flag(help: "Unsubscribe from the podcast.")
  var unsubscribe = false

  @Option(help: "The new folder in the library; `/` is the top.")
  var folder: LibraryFolderArgument?

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if subscribe && unsubscribe { throw ValidationError("--subscribe and --unsubscribe cannot be used together") }
    if let tag = addTag.first(where: { added in removeTag.contains { $0.text == added.text } }) {
      throw ValidationError("--add-tag and --remove-tag cannot have the same tag \"\(tag.text)\"")
    }
    let isEmpty = [title, origin.author, origin.feed, origin.artwork, origin.description, origin.notes, folder?.text]
      .allSatisfy { $0 == nil }
    let hasNoList = [category.isEmpty, addTag.isEmpty, removeTag.isEmpty, addSkip.isEmpty, removeSkip.isEmpty]
    if isEmpty && hasNoList.allSatisfy(\.self) && newSince == nil && !subscribe && !unsubscribe {
      throw ValidationError("no change is given; use an option such as --title")
    }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let edits = try edits(at: session.context.now)
    try session.warnOfUnitlessTimes(in: addSkip)
    return try session.present(try store.library.perform(.edit(try podcast.id(in: session), edits)), of: store)
  }

  private func edits(at now: () -> Date) throws -> [PodcastEdit] {
    var edits: [PodcastEdit?] = [
      title.map(PodcastEdit.title), origin.author.map { .author($0.nonEmpty) },
      origin.feed.map { .feed($0.nonEmpty) }, origin.artwork.map { .artwork($0.nonEmpty) },
      origin.description.map { .description($0.nonEmpty) }, origin.notes.map { .notes($0.nonEmpty) },
    ]
    if !category.isEmpty { edits.append(.categories(category.compactMap(\.nonEmpty).withoutRepetitions)) }
    edits += removeTag.map { .untag($0.text) } + addTag.map { .tag($0.text) }
    edits += try removeSkip.map { .unskip(try $0.condition) } + addSkip.map { .skip(try $0.condition) }
    if let newSince { edits.append(.newSince(try newSince.date(at: now()))) }
    if subscribe || unsubscribe { edits.append(.subscribed(subscribe)) }
    if let folder { edits.append(.folder(try folder.folder)) }
    return edits.compactMap(\.self)
  }
}
