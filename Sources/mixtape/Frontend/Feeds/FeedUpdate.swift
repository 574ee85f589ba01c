import FeedFetching
import Feeds
import FileSystem
import MixtapeModel
import MixtapeStore
import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An update of podcasts by their feeds: fetches them, and collects what they say now.
struct FeedUpdate {
  /// A podcast with a feed.
  struct Subscription {
    let id: Podcast.ID
    let feed: String
  }

  /// A feed that was not fetched or not read.
  struct Failure {
    let id: Podcast.ID
    let problem: Problem
  }

  private let store: Store
  private let now: Date
  private let includesOlder: Bool
  private var states: FeedStates
  private var validators: [Podcast.ID: (feed: String, FeedValidators)] = [:]
  /// What the feeds say.
  private(set) var merges: [PodcastMerge] = []
  /// The feeds that failed.
  private(set) var failures: [Failure] = []
  /// The feeds that are not asked now, because their servers said so.
  private(set) var waiting: [Podcast.ID] = []
  /// The new addresses of feeds, which their servers redirect to for good.
  private(set) var moved: [(id: Podcast.ID, address: String)] = []
  /// The addresses that feeds say they moved to. They are only told.
  private(set) var announced: [(id: Podcast.ID, address: String)] = []

  init(of store: Store, now: Date, includesOlder: Bool) throws(MixtapeError) {
    self.store = store
    self.now = now
    self.includesOlder = includesOlder
    states = try store.feedStates(atMost: FeedStates.greatestSize).flatMap(FeedStates.init) ?? FeedStates()
  }

  /// Returns the subscribed podcasts with a feed, in order of id.
  static func subscriptions(of store: Store, in folder: Folder? = nil) throws(MixtapeError) -> [Subscription] {
    try store.library.summaries().map(\.head)
      .filter { $0.subscribed && (folder.map($0.folder.isWithin) ?? true) }
      .compactMap { head in head.feed.map { Subscription(id: head.id, feed: $0) } }
  }

  /// Fetches feeds.
  ///
  /// - Parameters:
  ///   - isPatient: Whether servers that asked to wait are left alone.
  ///   - progress: Is called after each feed, with the number of feeds so far.
  mutating func fetch(
    _ subscriptions: [Subscription], with fetcher: FeedFetcher, isPatient: Bool, progress: (Int, Podcast.ID) -> Void
  ) throws(FetchProgramError) {
    let time = Int64(now.timeIntervalSince1970)
    let asked = subscriptions.filter { !isPatient || states.waitingTime(of: $0.feed, now: time) == nil }
    waiting = subscriptions.map(\.id).filter { id in !asked.contains { $0.id == id } }
    // Older episodes can be missing although the feed has not changed.
    let requests = asked.map { subscription in
      includesOlder
        ? FeedRequest(subscription.feed)
        : states.request(for: subscription.feed, content: digest(of: subscription.id))
    }
    var count = 0
    try fetcher.fetch(requests) { response in
      take(response, for: asked[response.index])
      count += 1
      progress(count, asked[response.index].id)
    }
  }

  private mutating func take(_ response: FeedResponse, for subscription: Subscription) {
    switch response.outcome {
    case .notModified: break
    case .failed(let error):
      if let wait = error.retryAfter {
        states[subscription.feed].retryAfter = Int64(now.timeIntervalSince1970) + wait.components.seconds
      }
      failures.append(Failure(id: subscription.id, problem: ErrorPresenter.problem(for: error, of: subscription.feed)))
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
    if let new = feed.newAddress, new != subscription.feed, new != address { announced.append((subscription.id, new)) }
    let podcast = feed.podcast.withFeed(address ?? subscription.feed)
    let options = PodcastUpdateOptions(dateAdded: now, includesOlder: includesOlder)
    merges.append(PodcastMerge(podcast, into: subscription.id, options))
    self.validators[subscription.id] = (address ?? subscription.feed, validators)
  }

  /// Keeps what the next update needs to ask only for what is new.
  mutating func keepStates() throws(MixtapeError) {
    for (id, (feed, validators)) in validators {
      states[feed] = FeedState(
        validators: validators, lastSuccess: Int64(now.timeIntervalSince1970), appliedTo: digest(of: id))
    }
    try store.keepFeedStates(states.encoded)
  }

  /// Returns a digest of a podcast's file; `nil` if it cannot be read.
  private func digest(of id: Podcast.ID) -> String? {
    guard let path = try? store.path(of: id),
      let bytes = try? FileAccess.read(store.directory.pushing(path), atMost: .max)
    else { return nil }
    // FNV-1a: only equality of two versions of a file that the user owns is asked for.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return "\(bytes.count)-\(String(hash, radix: 16))"
  }
}
