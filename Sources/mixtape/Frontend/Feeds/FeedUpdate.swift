import FeedFetching
import Feeds
import Interchange
import MixtapeModel
import MixtapeStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An update of podcasts: fetches their feeds, and collects the merges.
struct FeedUpdate {
  /// A podcast with a feed.
  struct Subscription {
    let id: Podcast.ID
    let feed: String
  }

  /// A feed that could not be fetched or parsed.
  struct Failure {
    let id: Podcast.ID
    let problem: Problem
  }

  /// The choices of the user for all podcasts.
  struct Choice {
    /// Whether to add episodes that are older than all those in a file, and removed ones.
    var includesOlder = false
    /// Whether values of a feed replace those that the user wrote or edited.
    var overwrites = false
  }

  private let store: Store
  private let now: Date
  private let choice: Choice
  /// Whether feeds are skipped whose servers asked to wait, as in updates of podcasts that the user did not name.
  let isPatient: Bool
  private var states: FeedStates
  /// The subscriptions to fetch, with their requests.
  private let asked: [(subscription: Subscription, request: FeedRequest)]
  private var validators: [Podcast.ID: (feed: String, FeedValidators)] = [:]
  /// The merges of the fetched feeds.
  private(set) var merges: [PodcastMerge] = []
  /// The feeds that failed.
  private(set) var failures: [Failure] = []
  /// The skipped feeds, whose servers asked to wait, and the rests of the waits.
  let waiting: [(id: Podcast.ID, rest: Duration)]
  /// The podcasts whose feeds were cut off.
  private(set) var cutOff: [Podcast.ID] = []
  /// The numbers of items without sound, which are no episodes.
  private(set) var withoutSound: [(id: Podcast.ID, count: Int)] = []
  /// The new addresses of feeds with a permanent redirect.
  private(set) var moved: [(id: Podcast.ID, address: String)] = []
  /// The new addresses in feeds. They are reported and not used.
  private(set) var announced: [(id: Podcast.ID, address: String)] = []

  /// Prepares an update.
  ///
  /// - Parameters:
  ///   - choice: The choices of the user.
  ///   - isPatient: Whether to skip feeds whose servers asked to wait.
  init(
    of subscriptions: [Subscription], in store: Store, now: Date, _ choice: Choice, isPatient: Bool
  ) throws(MixtapeError) {
    self.store = store
    self.now = now
    self.choice = choice
    self.isPatient = isPatient
    let states = try store.feedStates(atMost: FeedStates.greatestSize).flatMap(FeedStates.init) ?? FeedStates()
    let time = Int64(now.timeIntervalSince1970)
    let rest = { (feed: String) -> Duration? in
      isPatient ? states.waitingTime(of: feed, now: time).map { .seconds($0) } : nil
    }
    waiting = subscriptions.compactMap { subscription in
      rest(subscription.feed).map { (subscription.id, $0) }
    }
    // Without digests, requests have no validators: episodes and values can be missing although the feed is unchanged.
    let digests =
      choice.includesOlder || choice.overwrites ? [:] : try store.contentDigests(of: subscriptions.map(\.id))
    asked = subscriptions.filter { rest($0.feed) == nil }.map { subscription in
      (subscription, states.request(for: subscription.feed, content: digests[subscription.id]))
    }
    self.states = states
  }

  /// Returns the subscribed podcasts with a feed, in order of id.
  static func subscriptions(of store: Store, in folder: Folder? = nil) throws(MixtapeError) -> [Subscription] {
    try store.library.summaries().map(\.head)
      .filter { $0.subscribed && (folder.map($0.folder.isWithin) ?? true) }
      .compactMap { head in head.feed.map { Subscription(id: head.id, feed: $0) } }
  }

  /// Fetches the feeds.
  ///
  /// - Parameter progress: Called after each feed, with the number of feeds so far.
  mutating func fetch(
    with fetcher: FeedFetcher, progress: (Int, Podcast.ID) -> Void
  ) throws(FetchProgramError) {
    var count = 0
    try fetcher.fetch(asked.map(\.request)) { response in
      let subscription = asked[response.index].subscription
      take(response, for: subscription)
      count += 1
      progress(count, subscription.id)
    }
  }

  private mutating func take(_ response: FeedResponse, for subscription: Subscription) {
    switch response.outcome {
    case .notModified: break
    case .failed(let error):
      if let wait = error.retryAfter {
        states[subscription.feed].retryAfter = Int64(now.timeIntervalSince1970) + wait.components.seconds
      }
      failures.append(
        Failure(
          id: subscription.id, problem: ErrorPresenter.problem(for: error, of: subscription.feed, in: subscription.id)))
    case .fetched(let bytes, let validators):
      do throws(FeedError) {
        let feed = try Feed(parsing: bytes, address: response.finalAddress)
        take(feed, validators, for: subscription, movedTo: response.permanentAddress)
      } catch {
        let name = ErrorPresenter.feedName(subscription.feed)
        failures.append(Failure(id: subscription.id, problem: ErrorPresenter.problem(for: error, of: name)))
      }
    }
  }

  private mutating func take(
    _ feed: Feed, _ validators: FeedValidators, for subscription: Subscription, movedTo address: String?
  ) {
    if let address { moved.append((subscription.id, address)) }
    if feed.itemsWithoutSound > 0 { withoutSound.append((subscription.id, feed.itemsWithoutSound)) }
    if let new = feed.newAddress, new != subscription.feed, new != address { announced.append((subscription.id, new)) }
    let podcast = feed.podcast.withFeed(address ?? subscription.feed)
    var options = PodcastUpdateOptions(dateAdded: now, includesOlder: choice.includesOlder)
    options.overwrites = choice.overwrites
    merges.append(PodcastMerge(podcast, into: subscription.id, options))
    // With validators, the server would not send the missing part until the feed changes.
    if feed.isCutOff {
      cutOff.append(subscription.id)
    } else {
      self.validators[subscription.id] = (address ?? subscription.feed, validators)
    }
  }

  /// Excludes podcasts whose feed moved to the feed of another podcast. They keep their address and their episodes.
  mutating func excludeMergedFeeds() throws(MixtapeError) {
    guard !moved.isEmpty else { return }
    let feeds = try store.library.summaries().compactMap { podcast in
      podcast.head.feed.map { (FeedIdentity(of: $0), podcast.head.id) }
    }
    var owners = Dictionary(feeds) { first, _ in first }
    for (id, address) in moved {
      let owner = owners[FeedIdentity(of: address)] ?? id
      owners[FeedIdentity(of: address)] = owner
      guard owner != id else { continue }
      exclude(
        id,
        because: Problem(
          code: "feed-taken", "its feed moved to \(ErrorPresenter.feedName(address)), the feed of \(owner)",
          hints: ["`mixtape podcast update \(id) --unsubscribe` stops its updates"], status: .unavailable))
    }
  }

  /// Excludes a podcast that cannot be updated.
  mutating func exclude(_ id: Podcast.ID, because problem: Problem) {
    merges.removeAll { $0.target == id }
    validators[id] = nil
    moved.removeAll { $0.id == id }
    failures.append(Failure(id: id, problem: problem))
  }

  /// Saves the validators for the next update.
  mutating func keepStates() throws(MixtapeError) {
    let digests = try store.contentDigests(of: Array(validators.keys))
    for (id, (feed, validators)) in validators {
      states[feed] = FeedState(
        validators: validators, lastSuccess: Int64(now.timeIntervalSince1970), appliedTo: digests[id])
    }
    try store.keepFeedStates(states.encoded)
  }
}
