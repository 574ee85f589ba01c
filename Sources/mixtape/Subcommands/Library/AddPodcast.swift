import ArgumentParser
import Feeds
import Interchange
import MixtapeModel
import MixtapeStore
import Subscriptions

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
    let isGiven =
      kind != nil || origin.author != nil || origin.artwork != nil || origin.description != nil || !category.isEmpty
    let isTitle = isGiven || origin.feed != nil
    if let source = try FeedSource(ifNamedBy: title, unlessTitle: isTitle, in: session.context) {
      if isGiven || origin.feed != nil && title != "-" {
        throw CommandFailure(
          .usage, code: "usage",
          "--kind, --author, --artwork, --description, --category and --feed cannot be used with a feed",
          hints: "the feed gives these values; `mixtape podcast update` changes them later")
      }
      return try add(source, to: store, in: session)
    }
    if latest != nil {
      throw CommandFailure(.usage, code: "usage", "--latest requires the address or the file of a feed")
    }
    let podcast = try podcast(today: Self.day(of: session.context.now()))
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

  /// Adds a podcast with the episodes of its feed.
  private func add(_ source: FeedSource, to store: Store, in session: Session) throws -> ExitStatus {
    let wanted = try id.map(Podcast.ID.init(validating:))
    let fetched = try read(source, in: session)
    try requirePodcast(fetched.feed, isFile: source.isFile)
    let address = fetched.address ?? origin.feed
    let time = session.context.now()
    let all = fetched.feed.podcast
    let podcast = Podcast(
      id: wanted ?? all.id, folder: try folder?.folder ?? .top, title: all.title, author: all.author, feed: address,
      artwork: all.artwork, description: all.description, notes: origin.notes?.nonEmpty, categories: all.categories,
      tags: tag.map(\.text).withoutRepetitions,
      subscribed: address != nil, dateAdded: Self.day(of: time), episodes: all.episodes)
    let newest = latest.map(podcast.keepingNewest) ?? podcast
    let merge = PodcastMerge(newest, into: nil, PodcastUpdateOptions(dateAdded: time.wholeSeconds))
    let identities = [address, fetched.finalAddress].compactMap(\.self).map(FeedIdentity.init)
    let plan = try plan(merge, identities, of: store.library)
    // Without the end of the feed, the server must send it again.
    if let address, let validators = fetched.validators, !fetched.feed.isCutOff, let id = plan.changes.first?.item.id {
      try store.keepFeedState(of: Subscription(id: id, feed: address), validators, at: time)
    }
    session.report(fetched.feed, of: address == nil ? nil : plan.changes.first?.item.id)
    if let moved = fetched.movedAddress {
      session.reporter.note(
        code: "feed-moved", "the feed moved to \(ErrorPresenter.feedName(moved)); the podcast has this address")
    }
    return try session.present(plan, of: store)
  }

  /// Adds a podcast to the library, unless the library has its feed or the wanted id.
  ///
  /// - Parameter identities: Those of the addresses of the feed.
  private func plan(
    _ merge: PodcastMerge, _ identities: [FeedIdentity], of library: StoreLibrary
  ) throws -> PodcastPlan {
    var known: Podcast?
    let plan: PodcastPlan
    do throws(MixtapeError) {
      // Another command can have added the feed while this one fetched it.
      plan = try library.perform { () throws(MixtapeError) in
        let heads = try library.summaries().map(\.head)
        known = heads.first { $0.feed.map(FeedIdentity.init).map(identities.contains) ?? false }
        if known != nil { return .merge([]) }
        if id != nil, heads.contains(where: { $0.id == merge.podcast.id }) {
          throw MixtapeError(.alreadyExists, .podcast(merge.podcast.id))
        }
        return .merge([merge])
      }
    } catch {
      guard error.code == .fileTooLarge else { throw error }
      let count = counted(merge.podcast.episodes.count, "episode")
      throw CommandFailure(
        ErrorPresenter.problem(tooLarge: error, hint: "`--latest N` adds only the newest of \(count)"))
    }
    guard let known else { return plan }
    throw CommandFailure(
      .exists, code: "already-exists", "the library has this feed already: \(known.id)",
      hints: "`mixtape feed update \(known.id)` adds its new episodes")
  }

  /// Reads a feed. An argument without an address and a path may have been meant as a title.
  private func read(_ source: FeedSource, in session: Session) throws -> FetchedFeed {
    do {
      return try session.read(source, writtenAs: title)
    } catch let failure as CommandFailure where FeedSource.mayBeTitle(title, in: session.context) {
      let hint = "if \(ErrorPresenter.quoted(title)) is the title of a new podcast, add `--kind podcast`"
      throw CommandFailure(failure.problem.with(hint: hint))
    }
  }

  /// Throws an error for a list of Podcasting 2.0, whose entries are episodes of other feeds.
  private func requirePodcast(_ feed: Feed, isFile: Bool) throws(CommandFailure) {
    guard feed.isList, feed.podcast.episodes.isEmpty else { return }
    let file = title.contains("://") ? "FILE" : ErrorPresenter.shellWord(title)
    throw CommandFailure(
      .invalid, code: "not-a-feed",
      "\(ErrorPresenter.feedName(title)): this is a list of \(counted(feed.remoteItems.count, "item")) of other feeds, not a podcast",
      hints: isFile
        ? "`mixtape import \(file)` makes a playlist of it"
        : "download it, and `mixtape import FILE` makes a playlist of it")
  }

  private func podcast(today: Date) throws -> Podcast {
    let id = try self.id.map(Podcast.ID.init(validating:)) ?? suggestedID()
    return try Podcast(
      id: id, folder: folder?.folder ?? .top, kind: kind ?? .podcast, title: title, author: origin.author,
      feed: origin.feed, artwork: origin.artwork, description: origin.description?.nonEmpty,
      notes: origin.notes?.nonEmpty, categories: category.withoutRepetitions,
      tags: tag.map(\.text).withoutRepetitions, subscribed: origin.feed != nil, dateAdded: today)
  }

  private func suggestedID() throws(MixtapeError) -> Podcast.ID {
    guard let id = Podcast.ID(suggestedBy: title) else { throw MixtapeError(.noIDInName, .text(title)) }
    return id
  }

  /// Returns the day of a time in UTC.
  static func day(of time: Date) -> Date {
    Date(timeIntervalSince1970: (time.timeIntervalSince1970 / 86_400).rounded(.down) * 86_400)
  }
}
