import ArgumentParser
import Feeds
import Interchange
import MixtapeModel
import MixtapeStore
import Podcasts

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

  @Option(help: ArgumentHelp("The description.", valueName: "text"))
  var description: String?

  @Option(help: ArgumentHelp("Your notes. Updates from the feed keep them.", valueName: "text"))
  var notes: String?

  @Option(help: "The folder of the library (default: the top).", completion: .libraryFolders)
  var folder: FolderArgument?

  @Option(help: ArgumentHelp("A tag to add; may be repeated.", valueName: "tag"), completion: .tags)
  var tag: [String] = []

  @Option(help: ArgumentHelp("A category; may be repeated. The first is the genre of its episodes.", valueName: "name"))
  var category: [String] = []

  @Option(help: ArgumentHelp("With a feed: add only the newest episodes.", valueName: "count"))
  var latest: Int?

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if let latest, latest < 1 { throw ValidationError("--latest must be at least 1") }
  }

  func perform(in session: Session) throws -> ExitStatus {
    guard !title.isBlank else { throw Problem.usage("the address or title is empty") }
    let store = try session.openStore()
    if let source = try feedSource(in: session.context) { return try add(source, to: store, in: session) }
    if latest != nil {
      throw Problem.usage("--latest requires the address or the file of a feed")
    }
    return try addWithoutEpisodes(to: store, in: session)
  }

  /// Returns the feed to read; `nil` if the argument is a title.
  private func feedSource(in context: CommandContext) throws(Problem) -> FeedSource? {
    let isGiven =
      kind != nil || origin.author != nil || origin.artwork != nil || description != nil || !category.isEmpty
    let isTitle = isGiven || origin.feed != nil
    guard let source = try FeedSource(ifNamedBy: title, unlessTitle: isTitle, in: context) else { return nil }
    if isGiven || origin.feed != nil && title != "-" {
      throw Problem.usage(
        "--kind, --author, --artwork, --description, --category and --feed cannot be used with a feed",
        hints: "the feed gives these values; `mixtape set` changes them later")
    }
    return source
  }

  // MARK: With a feed

  private func add(_ source: FeedSource, to store: Store, in session: Session) throws -> ExitStatus {
    let chosenID = try id.map(Podcast.ID.init(validating:))
    let fetched = try read(source, in: session)
    let time = session.context.now()
    let podcast = try podcast(of: fetched, id: chosenID, today: time.startOfDay)
    let plan = try add(podcast, of: fetched, at: time, to: store.library)
    let added = podcast.feed.flatMap { feed in
      plan.changes.first.map { Subscription(id: $0.item.id, feed: feed) }
    }
    // Without the end of the feed, the server must send it again.
    if let added, let validators = fetched.validators, !fetched.feed.isCutOff {
      try store.keepFeedState(of: added, validators, at: time)
    }
    report(fetched, of: added?.id, session)
    if let moved = fetched.movedAddress {
      session.reporter.note(
        code: "feed-moved", "the feed moved to \(ErrorPresenter.feedName(moved)); the podcast has this address")
    }
    // The next update tells it only if the feed has changed, and an abandoned one does not change.
    if let added, let announced = fetched.feed.newAddress, announced != added.feed {
      session.reportAnnounced(announced, of: added.id)
    }
    return try session.present(plan, of: store)
  }

  /// Fetches and parses the feed.
  ///
  /// - Throws: A ``Problem`` if the feed cannot be fetched, or is not that of a podcast. Without an address and a path, the argument
  ///   may have been meant as a title.
  private func read(_ source: FeedSource, in session: Session) throws -> FetchedFeed {
    let fetched: FetchedFeed
    do {
      fetched = try session.read(source, writtenAs: title, wanted: latest ?? .max)
    } catch let failure as Problem where FeedSource.mayBeTitle(title, in: session.context) {
      throw failure.with(
        hint: "if \(ErrorPresenter.quoted(title)) is the title of a new podcast, add `--kind podcast`")
    }
    try requirePodcast(fetched.feed, isFile: source.isFile)
    return fetched
  }

  /// Throws an error for a list of Podcasting 2.0, whose entries are episodes of other feeds.
  private func requirePodcast(_ feed: Feed, isFile: Bool) throws(Problem) {
    guard feed.isList, feed.podcast.episodes.isEmpty else { return }
    let file = title.contains("://") ? "FILE" : ErrorPresenter.shellWord(title)
    throw Problem(
      .invalid, code: "not-a-feed",
      "\(ErrorPresenter.feedName(title)): this is a list of \(counted(feed.remoteItemCount, "item")) of other feeds, not a podcast",
      hints: isFile
        ? "`mixtape import \(file)` makes a playlist of it"
        : "download it, and `mixtape import FILE` makes a playlist of it")
  }

  private func podcast(of fetched: FetchedFeed, id: Podcast.ID?, today: Date) throws(MixtapeError) -> Podcast {
    let all = fetched.feed.podcast
    let address = fetched.address ?? origin.feed
    let podcast = try Podcast(
      id: id ?? all.id, folder: folder?.folder ?? .top, title: all.title, author: all.author, feed: address,
      guid: all.guid, artwork: all.artwork, description: all.description, notes: notes?.nonEmpty,
      categories: all.categories, tags: tag.withoutRepetitions, subscribed: address != nil,
      dateAdded: today, newSince: address == nil ? nil : today, episodes: all.episodes)
    return latest.map(podcast.keepingNewest) ?? podcast
  }

  /// Adds a podcast to the library. If it has an id that the user did not choose, and the library has this id, a number is added.
  ///
  /// - Parameter time: The time of the fetch.
  /// - Throws: An error if the library has the feed or the chosen id.
  private func add(
    _ podcast: Podcast, of fetched: FetchedFeed, at time: Date, to library: StoreLibrary
  ) throws -> PodcastPlan {
    let identities = [podcast.feed, fetched.finalAddress].compactMap(\.self).map(FeedIdentity.init)
    let merge = PodcastMerge(podcast, into: nil, PodcastUpdateOptions(dateAdded: time.wholeSeconds))
    var known: Podcast?
    let plan: PodcastPlan
    do throws(MixtapeError) {
      // Another command can have added the feed while this one fetched it.
      plan = try library.perform { () throws(MixtapeError) in
        let heads = try library.summaries().map(\.head)
        known = heads.first { $0.feed.map(FeedIdentity.init).map(identities.contains) ?? false }
        if known != nil { return .merge([]) }
        if id != nil, heads.contains(where: { $0.id == podcast.id }) {
          throw MixtapeError(.alreadyExists, .podcast(podcast.id))
        }
        return .merge([merge])
      }
    } catch {
      guard error.code == .fileTooLarge else { throw error }
      let count = counted(podcast.episodes.count, "episode")
      throw ErrorPresenter.problem(tooLarge: error, hint: "`--latest N` adds only the newest of \(count)")
    }
    guard let known else { return plan }
    throw Problem(
      .exists, code: "already-exists", "the library has this feed already: \(known.id)",
      hints: "`mixtape feed update \(known.id)` adds its new episodes")
  }

  /// Reports the missing parts of the feed.
  ///
  /// - Parameter podcast: The podcast that was added from it, if updates can fetch the feed again.
  private func report(_ fetched: FetchedFeed, of podcast: Podcast.ID?, _ session: Session) {
    let (feed, reporter) = (fetched.feed, session.reporter)
    session.reportPages(of: fetched, podcast)
    if feed.isCutOff {
      reporter.warn(
        code: "feed-cut-off", "the feed is cut off: its last episodes are missing",
        hints: podcast.map { ["`mixtape feed update --all \($0)` adds them later"] } ?? [])
    }
    session.warn(ofPrivate: feed.privateAddresses, in: "the feed")
    if feed.podcast.episodes.isEmpty { reporter.note(code: "no-episodes", "the feed has no episodes") }
    if feed.itemsWithoutSound > 0 {
      reporter.note(
        code: "without-sound", "Mixtape skipped \(counted(feed.itemsWithoutSound, "item")) of the feed without sound")
    }
    let errors = feed.diagnostics.count { $0.severity == .error }
    if errors > 0 {
      let address = fetched.address.map { " \(ErrorPresenter.shellWord($0))" } ?? ""
      reporter.note(
        code: "feed-faults", "the feed has \(counted(errors, "error")); `mixtape feed check\(address)` shows them")
    }
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
    if FeedAddress.isHostAndPath(title) {
      session.hint("a feed has an address like https://\(title); `mixtape undo` removes this podcast")
    }
    return status
  }

  private func podcast(today: Date) throws -> Podcast {
    let id = try self.id.map(Podcast.ID.init(validating:)) ?? suggestedID()
    return try Podcast(
      id: id, folder: folder?.folder ?? .top, kind: kind ?? .podcast, title: title, author: origin.author,
      feed: origin.feed, artwork: origin.artwork, description: description?.nonEmpty,
      notes: notes?.nonEmpty, categories: category.withoutRepetitions,
      tags: tag.withoutRepetitions, subscribed: origin.feed != nil, dateAdded: today,
      newSince: origin.feed == nil ? nil : today)
  }

  private func suggestedID() throws(MixtapeError) -> Podcast.ID {
    guard let id = Podcast.ID(suggestedBy: title) else { throw MixtapeError(.noIDInName, .text(title)) }
    return id
  }
}
