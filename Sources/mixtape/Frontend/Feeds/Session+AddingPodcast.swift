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

extension Session {
  // MARK: Reading

  /// Fetches and parses the feed of a new podcast.
  ///
  /// - Parameters:
  ///   - argument: The feed as the user wrote it. Without an address and a path, it may have been meant as a title.
  ///   - wanted: The number of episodes after which no more pages are read.
  /// - Throws: A ``CommandFailure`` if the feed cannot be fetched, or is not that of a podcast.
  func readPodcast(_ source: FeedSource, writtenAs argument: String, wanted: Int) throws -> FetchedFeed {
    let fetched: FetchedFeed
    do {
      fetched = try read(source, writtenAs: argument, wanted: wanted)
    } catch let failure as CommandFailure where FeedSource.mayBeTitle(argument, in: context) {
      let hint = "if \(ErrorPresenter.quoted(argument)) is the title of a new podcast, add `--kind podcast`"
      throw CommandFailure(failure.problem.with(hint: hint))
    }
    try Self.requirePodcast(fetched.feed, writtenAs: argument, isFile: source.isFile)
    return fetched
  }

  /// Throws an error for a list of Podcasting 2.0, whose entries are episodes of other feeds.
  private static func requirePodcast(
    _ feed: Feed, writtenAs argument: String, isFile: Bool
  ) throws(CommandFailure) {
    guard feed.isList, feed.podcast.episodes.isEmpty else { return }
    let file = argument.contains("://") ? "FILE" : ErrorPresenter.shellWord(argument)
    throw CommandFailure(
      .invalid, code: "not-a-feed",
      "\(ErrorPresenter.feedName(argument)): this is a list of \(counted(feed.remoteItems.count, "item")) of other feeds, not a podcast",
      hints: isFile
        ? "`mixtape import \(file)` makes a playlist of it"
        : "download it, and `mixtape import FILE` makes a playlist of it")
  }

  // MARK: Adding

  /// Adds a podcast with the episodes of its feed, and prints the result.
  ///
  /// - Parameters:
  ///   - hasChosenID: Whether the user chose the id. Otherwise, a number is added to an id that is taken.
  ///   - time: The time of the fetch.
  /// - Throws: An error if the library has the feed or the chosen id.
  func add(
    _ podcast: Podcast, from fetched: FetchedFeed, hasChosenID: Bool, at time: Date, to store: Store
  ) throws -> ExitStatus {
    let identities = [podcast.feed, fetched.finalAddress].compactMap(\.self).map(FeedIdentity.init)
    let merge = PodcastMerge(podcast, into: nil, PodcastUpdateOptions(dateAdded: time.wholeSeconds))
    let plan = try add(merge, identities, hasChosenID: hasChosenID, to: store.library)
    let added = podcast.feed.flatMap { feed in
      plan.changes.first.map { Subscription(id: $0.item.id, feed: feed) }
    }
    // Without the end of the feed, the server must send it again.
    if let added, let validators = fetched.validators, !fetched.feed.isCutOff {
      try store.keepFeedState(of: added, validators, at: time)
    }
    report(fetched, of: added?.id)
    if let moved = fetched.movedAddress {
      reporter.note(
        code: "feed-moved", "the feed moved to \(ErrorPresenter.feedName(moved)); the podcast has this address")
    }
    // The next update tells it only if the feed has changed, and an abandoned one does not change.
    if let added, let announced = fetched.feed.newAddress, announced != added.feed {
      reportAnnounced(announced, of: added.id)
    }
    return try present(plan, of: store)
  }

  /// Adds a podcast to the library, unless the library has its feed or the chosen id.
  ///
  /// - Parameter identities: Those of the addresses of the feed.
  private func add(
    _ merge: PodcastMerge, _ identities: [FeedIdentity], hasChosenID: Bool, to library: StoreLibrary
  ) throws -> PodcastPlan {
    var known: Podcast?
    let plan: PodcastPlan
    do throws(MixtapeError) {
      // Another command can have added the feed while this one fetched it.
      plan = try library.perform { () throws(MixtapeError) in
        let heads = try library.summaries().map(\.head)
        known = heads.first { $0.feed.map(FeedIdentity.init).map(identities.contains) ?? false }
        if known != nil { return .merge([]) }
        if hasChosenID, heads.contains(where: { $0.id == merge.podcast.id }) {
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
}
