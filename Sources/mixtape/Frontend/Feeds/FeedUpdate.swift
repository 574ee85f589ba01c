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

  /// The result for one podcast.
  struct Outcome {
    let subscription: Subscription
    /// The merge of the feed; `nil` if the feed is unchanged or the update failed.
    var merge: PodcastMerge?
    /// The reason why the podcast cannot be updated.
    var failure: Problem?
    /// The validators for the next update. Without them, it fetches the feed in full.
    var validators: FeedValidators?
    /// Whether the end of the feed is missing.
    var isCutOff = false
    /// The number of items without sound, which are no episodes.
    var itemsWithoutSound = 0
    /// The new address of a feed with a permanent redirect.
    var movedTo: String?
    /// The new address in the feed. It is reported and not used.
    var announcedAddress: String?

    var id: Podcast.ID { subscription.id }
    /// The address of the feed after the update.
    var feed: String { movedTo ?? subscription.feed }
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
  /// The results so far, in the order of the responses.
  private(set) var outcomes: [Outcome] = []
  /// The skipped feeds, whose servers asked to wait, and the rests of the waits.
  let waiting: [(id: Podcast.ID, rest: Duration)]

  /// The merges of the fetched feeds.
  var merges: [PodcastMerge] { outcomes.compactMap(\.merge) }
  /// The results of podcasts that cannot be updated.
  var failures: [(id: Podcast.ID, problem: Problem)] {
    outcomes.compactMap { outcome in outcome.failure.map { (outcome.id, $0) } }
  }

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
      let outcome = outcome(of: response, for: asked[response.index].subscription)
      outcomes.append(outcome)
      if case .failed(let error) = response.outcome, let wait = error.retryAfter {
        states[outcome.subscription.feed].retryAfter = Int64(now.timeIntervalSince1970) + wait.components.seconds
      }
      count += 1
      progress(count, outcome.id)
    }
  }

  private func outcome(of response: FeedResponse, for subscription: Subscription) -> Outcome {
    var outcome = Outcome(subscription: subscription)
    switch response.outcome {
    case .notModified: break
    case .failed(let error):
      outcome.failure = ErrorPresenter.problem(for: error, of: subscription.feed, in: subscription.id)
    case .fetched(let bytes, let validators):
      do throws(FeedError) {
        let feed = try Feed(parsing: bytes, address: response.finalAddress, encoding: response.encoding)
        outcome.movedTo = response.permanentAddress
        outcome.isCutOff = feed.isCutOff
        outcome.itemsWithoutSound = feed.itemsWithoutSound
        if let new = feed.newAddress, ![subscription.feed, outcome.movedTo].contains(new) {
          outcome.announcedAddress = new
        }
        outcome.merge = merge(of: feed.podcast.withFeed(outcome.feed), into: subscription.id)
        // With validators, the server would not send the missing part until the feed changes.
        if !feed.isCutOff { outcome.validators = validators }
      } catch {
        outcome.failure = ErrorPresenter.problem(for: error, of: ErrorPresenter.feedName(subscription.feed))
      }
    }
    return outcome
  }

  private func merge(of podcast: Podcast, into id: Podcast.ID) -> PodcastMerge {
    var options = PodcastUpdateOptions(dateAdded: now, includesOlder: choice.includesOlder)
    options.overwrites = choice.overwrites
    return PodcastMerge(podcast, into: id, options)
  }

  /// Excludes podcasts whose feed moved to the feed of another podcast. They keep their address and their episodes.
  mutating func excludeMergedFeeds() throws(MixtapeError) {
    let moved = outcomes.compactMap { outcome in outcome.movedTo.map { (outcome.id, $0) } }
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
    for place in outcomes.indices where outcomes[place].id == id {
      outcomes[place] = Outcome(subscription: outcomes[place].subscription, failure: problem)
    }
  }

  /// Saves the validators for the next update. Feeds that the library has no more lose theirs.
  mutating func keepStates() throws(MixtapeError) {
    let digests = try store.contentDigests(of: outcomes.filter { $0.validators != nil }.map(\.id))
    for outcome in outcomes {
      guard let validators = outcome.validators else { continue }
      states[outcome.feed] = FeedState(
        validators: validators, lastSuccess: Int64(now.timeIntervalSince1970), appliedTo: digests[outcome.id])
    }
    states.keep(Set(try store.library.summaries().compactMap(\.head.feed)))
    try store.keepFeedStates(states.encoded)
  }
}
