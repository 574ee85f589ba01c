public import FeedFetching
internal import Feeds
public import MixtapeModel
public import MixtapeStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An update of podcasts: fetches their feeds, and merges them into the library in one commit.
///
/// Make the update, call ``fetch(with:progress:)``, then ``apply()`` or ``preview()``.
public struct FeedUpdate {
  /// The choices for all podcasts of an update.
  public struct Options: Sendable {
    /// Whether to add episodes that are older than all those in a file, and removed ones.
    public var includesOlder: Bool
    /// Whether values of a feed replace those that the user wrote or edited.
    public var overwrites: Bool
    /// Whether to skip feeds whose servers asked to wait.
    public var respectsWaits: Bool

    /// Makes options.
    public init(includesOlder: Bool = false, overwrites: Bool = false, respectsWaits: Bool = true) {
      self.includesOlder = includesOlder
      self.overwrites = overwrites
      self.respectsWaits = respectsWaits
    }
  }

  /// The result for one podcast.
  public struct Outcome: Sendable {
    /// The podcast, with the address that was fetched.
    public let subscription: Subscription
    /// The merge of the feed; `nil` if the feed is unchanged or the update failed.
    var merge: PodcastMerge?
    /// The reason why the podcast cannot be updated.
    public internal(set) var failure: FeedUpdateFailure?
    /// The validators for the next update. Without them, it fetches the feed in full.
    var validators: FeedValidators?
    /// Whether the end of the feed is missing.
    public internal(set) var isCutOff = false
    /// The number of items without sound, which are no episodes.
    public internal(set) var itemsWithoutSound = 0
    /// The addresses in private networks that the feed must not name.
    public internal(set) var privateAddresses: [String] = []
    /// The new address of a feed with a permanent redirect. The podcast gets this address.
    public internal(set) var movedTo: String?
    /// The new address in the feed. The podcast keeps its address.
    public internal(set) var announcedAddress: String?

    /// The podcast.
    public var id: Podcast.ID { subscription.id }
    /// The address of the feed after the update.
    var feed: String { movedTo ?? subscription.feed }
  }

  let store: Store
  let now: Date
  let options: Options
  var states: FeedStates
  /// The subscriptions to fetch, with their requests.
  private let requests: [(subscription: Subscription, request: FeedRequest)]
  /// The results so far, in the order of the responses.
  public internal(set) var outcomes: [Outcome] = []
  /// The skipped feeds, whose servers asked to wait, and the rests of the waits.
  public let waiting: [(id: Podcast.ID, rest: Duration)]

  /// The results of podcasts that cannot be updated.
  public var failures: [(subscription: Subscription, failure: FeedUpdateFailure)] {
    outcomes.compactMap { outcome in outcome.failure.map { (outcome.subscription, $0) } }
  }

  /// Prepares an update.
  ///
  /// - Parameters:
  ///   - subscriptions: The podcasts to update.
  ///   - now: The time of the update, which is the `dateAdded` of new episodes.
  public init(
    of subscriptions: [Subscription], in store: Store, now: Date, _ options: Options = Options()
  ) throws(MixtapeError) {
    self.store = store
    self.now = now
    self.options = options
    let states = try store.readFeedStates()
    let time = Int64(now.timeIntervalSince1970)
    let rest = { (feed: String) -> Duration? in
      options.respectsWaits ? states.waitingTime(of: feed, now: time).map { .seconds($0) } : nil
    }
    waiting = subscriptions.compactMap { subscription in
      rest(subscription.feed).map { (subscription.id, $0) }
    }
    // Without digests, requests have no validators: episodes and values can be missing although the feed is unchanged.
    let digests =
      options.includesOlder || options.overwrites ? [:] : try store.contentDigests(of: subscriptions.map(\.id))
    requests = subscriptions.filter { rest($0.feed) == nil }.map { subscription in
      (subscription, states.request(for: subscription.feed, content: digests[subscription.id]))
    }
    self.states = states
  }

  /// Fetches the feeds.
  ///
  /// - Parameter progress: Called after each feed, with the number of feeds so far.
  /// - Throws: The failure of the program that fetches. Failures of single feeds are in ``failures``.
  public mutating func fetch(
    with fetcher: FeedFetcher, progress: (Int, Podcast.ID) -> Void = { _, _ in }
  ) throws(FetchProgramError) {
    var count = 0
    try fetcher.fetch(requests.map(\.request)) { response in
      let outcome = outcome(of: response, for: requests[response.index].subscription)
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
    case .failed(let error): outcome.failure = .notFetched(error)
    case .fetched(let bytes, let validators):
      do throws(FeedError) {
        let feed = try Feed(parsing: bytes, address: response.finalAddress, encoding: response.encoding)
        outcome.movedTo = response.permanentAddress
        outcome.isCutOff = feed.isCutOff
        outcome.itemsWithoutSound = feed.itemsWithoutSound
        outcome.privateAddresses = feed.privateAddresses
        if let new = feed.newAddress, ![subscription.feed, outcome.movedTo].contains(new) {
          outcome.announcedAddress = new
        }
        outcome.merge = merge(of: feed.podcast.withFeed(outcome.feed), into: subscription.id)
        // With validators, the server would not send the missing part until the feed changes.
        if !feed.isCutOff { outcome.validators = validators }
      } catch {
        outcome.failure = .notAFeed(error)
      }
    }
    return outcome
  }

  private func merge(of podcast: Podcast, into id: Podcast.ID) -> PodcastMerge {
    var updateOptions = PodcastUpdateOptions(dateAdded: now, includesOlder: options.includesOlder)
    updateOptions.overwrites = options.overwrites
    return PodcastMerge(podcast, into: id, updateOptions)
  }
}
