import ArgumentParser
import Feeds
import MixtapeModel
import MixtapeStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct AddPodcast: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a podcast or an album to the library.",
    discussion: """
      With the address or the file of a feed, or `-` for a feed from standard input, Mixtape reads the podcast and its episodes from \
      the feed. `mixtape feed update` adds new episodes later. With a title, Mixtape creates a file without episodes.

      The id is also the file name. It is made from the title, unless --id is given.

      Examples:
        mixtape podcast add https://example.org/night-sky/feed.xml --tag space
        mixtape podcast add https://example.org/daily/feed.xml --latest 10
        mixtape podcast add "Harbour News" --feed https://example.org/harbour.xml
        mixtape podcast add "The Four Seasons" --kind album --author "Chamber Trio"
      """)

  @Argument(help: ArgumentHelp("The address or file of a feed, `-`, or the display title.", valueName: "feed-or-title"))
  var title: String

  @Option(help: "The id (default: made from the title).")
  var id: String?

  @Option(help: ArgumentHelp("The kind (default: podcast).", valueName: "kind"))
  var kind: Podcast.Kind?

  @OptionGroup var origin: PodcastOriginOptions

  @Option(help: "The folder of the library (default: the top).")
  var folder: LibraryFolderArgument?

  @Option(help: ArgumentHelp("A tag to add; may be repeated.", valueName: "tag"))
  var tag: [TagArgument] = []

  @Option(help: ArgumentHelp("A category; may be repeated. The first is the genre of its episodes.", valueName: "name"))
  var category: [String] = []

  @Option(help: ArgumentHelp("With a feed: add only the newest episodes.", valueName: "count"))
  var latest: Int?

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if let latest, latest < 1 { throw ValidationError("--latest must be at least 1") }
  }

  func perform(in session: Session) throws -> ExitStatus {
    guard !title.isBlank else { throw CommandFailure(.usage, code: "usage", "the address or title is empty") }
    let store = try session.openStore()
    if let source = try feedSource(in: session.context) { return try add(source, to: store, in: session) }
    if latest != nil {
      throw CommandFailure(.usage, code: "usage", "--latest requires the address or the file of a feed")
    }
    return try addWithoutEpisodes(to: store, in: session)
  }

  /// Returns the feed to read; `nil` if the argument is a title.
  private func feedSource(in context: CommandContext) throws(CommandFailure) -> FeedSource? {
    let isGiven =
      kind != nil || origin.author != nil || origin.artwork != nil || origin.description != nil || !category.isEmpty
    let isTitle = isGiven || origin.feed != nil
    guard let source = try FeedSource(ifNamedBy: title, unlessTitle: isTitle, in: context) else { return nil }
    if isGiven || origin.feed != nil && title != "-" {
      throw CommandFailure(
        .usage, code: "usage",
        "--kind, --author, --artwork, --description, --category and --feed cannot be used with a feed",
        hints: "the feed gives these values; `mixtape podcast update` changes them later")
    }
    return source
  }

  // MARK: With a feed

  private func add(_ source: FeedSource, to store: Store, in session: Session) throws -> ExitStatus {
    let chosenID = try id.map(Podcast.ID.init(validating:))
    let fetched = try session.readPodcast(source, writtenAs: title, wanted: latest ?? .max)
    let time = session.context.now()
    let podcast = try podcast(of: fetched, id: chosenID, today: time.startOfDay)
    return try session.add(
      latest.map(podcast.keepingNewest) ?? podcast, from: fetched, hasChosenID: chosenID != nil, at: time, to: store)
  }

  private func podcast(of fetched: FetchedFeed, id: Podcast.ID?, today: Date) throws(MixtapeError) -> Podcast {
    let all = fetched.feed.podcast
    let address = fetched.address ?? origin.feed
    return Podcast(
      id: id ?? all.id, folder: try folder?.folder ?? .top, title: all.title, author: all.author, feed: address,
      guid: all.guid, artwork: all.artwork, description: all.description, notes: origin.notes?.nonEmpty,
      categories: all.categories, tags: tag.map(\.text).withoutRepetitions, subscribed: address != nil,
      dateAdded: today, newSince: address == nil ? nil : today, episodes: all.episodes)
  }

  // MARK: With a title

  private func addWithoutEpisodes(to store: Store, in session: Session) throws -> ExitStatus {
    let podcast = try podcast(today: session.context.now().startOfDay)
    let status = try session.present(try store.library.add(podcast), of: store)
    if podcast.feed != nil {
      session.hint("`mixtape feed update \(podcast.id)` fetches its episodes")
    } else if let path = try store.path(of: podcast.id) {
      session.hint("write its episodes into \(path)")
    }
    if FeedSource.isHostAndPath(title) {
      session.hint("a feed has an address like https://\(title); `mixtape undo` removes this podcast")
    }
    return status
  }

  private func podcast(today: Date) throws -> Podcast {
    let id = try self.id.map(Podcast.ID.init(validating:)) ?? suggestedID()
    return try Podcast(
      id: id, folder: folder?.folder ?? .top, kind: kind ?? .podcast, title: title, author: origin.author,
      feed: origin.feed, artwork: origin.artwork, description: origin.description?.nonEmpty,
      notes: origin.notes?.nonEmpty, categories: category.withoutRepetitions,
      tags: tag.map(\.text).withoutRepetitions, subscribed: origin.feed != nil, dateAdded: today,
      newSince: origin.feed == nil ? nil : today)
  }

  private func suggestedID() throws(MixtapeError) -> Podcast.ID {
    guard let id = Podcast.ID(suggestedBy: title) else { throw MixtapeError(.noIDInName, .text(title)) }
    return id
  }
}
