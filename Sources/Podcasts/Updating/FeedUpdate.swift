public import Companions
public import Feeds
public import FileSystem
internal import Interchange
public import MixtapeModel
public import MixtapeStore
internal import SystemPackage

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A podcast of the library with a feed.
public struct Subscription: Hashable, Sendable {
  /// The podcast.
  public let id: Podcast.ID
  /// The address of its feed.
  public let feed: String

  /// Makes a subscription.
  public init(id: Podcast.ID, feed: String) {
    self.id = id
    self.feed = feed
  }
}

extension Store {
  /// Returns the subscribed podcasts with a feed, in order of id.
  ///
  /// - Parameter folder: Only podcasts in this folder and below it.
  public func subscriptions(in folder: Folder? = nil) throws(MixtapeError) -> [Subscription] {
    try library.summaries().map(\.head)
      .filter { $0.subscribed && (folder.map($0.folder.isWithin) ?? true) }
      .compactMap { head in head.feed.map { Subscription(id: head.id, feed: $0) } }
  }
}

extension Store {
  /// The states of feeds between updates.
  func readFeedStates() throws(MixtapeError) -> FeedStates {
    try feedStates(atMost: FeedStates.greatestSize).flatMap(FeedStates.init) ?? FeedStates()
  }

  /// Saves the state of a feed whose podcast was just added, so that the next update asks the server for changes only.
  ///
  /// - Parameters:
  ///   - subscription: The new podcast, with all episodes of the response.
  ///   - validators: Those of the response.
  ///   - time: The time of the response.
  public func keepFeedState(
    of subscription: Subscription, _ validators: FeedValidators, at time: Date
  ) throws(MixtapeError) {
    var states = try readFeedStates()
    try states.note([(subscription, validators)], appliedTo: contentDigests(of: [subscription.id]), at: time)
    try keepFeedStates(states.encoded)
  }
}

extension FeedStates {
  /// Notes responses that were applied to the files of podcasts.
  ///
  /// - Parameter digests: Those of the files afterwards.
  mutating func note(
    _ responses: [(subscription: Subscription, validators: FeedValidators)], appliedTo digests: [Podcast.ID: String],
    at time: Date
  ) {
    for (subscription, validators) in responses {
      self[subscription.feed] = FeedState(
        validators: validators, lastSuccess: Int64(time.timeIntervalSince1970), appliedTo: digests[subscription.id])
    }
  }
}

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
    /// Whether to remove episodes that a feed does not have any more.
    public var dropsMissing = false
    /// The episodes that stay although their feed does not have them any more, besides those that are rated, in a playlist, or written
    /// by the user.
    public var kept: Set<Episode.ID> = []
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
    /// The pages of the feed; `nil` if the feed is unchanged or was not fetched.
    var pages: PagedFeed?
    /// The merge of the feed; `nil` if the feed is unchanged or the update failed.
    var merge: PodcastMerge?
    /// The reason why the podcast cannot be updated.
    public internal(set) var failure: FeedUpdateFailure?
    /// The validators for the next update. Without them, it fetches the feed in full.
    var validators: FeedValidators?
    /// Whether the end of the feed is missing.
    public internal(set) var isCutOff = false
    /// The page of the feed that was not read, so that older episodes are missing.
    public var unreadPage: PagedFeed.UnreadPage? { pages?.unread }
    /// Whether missing episodes were not removed, because the feed does not show which are missing.
    public internal(set) var dropsNothing = false
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
  /// The podcasts to update, without their episodes.
  private let podcasts: [Podcast.ID: PodcastSummary]
  /// The episodes that stay although their feed does not have them any more.
  private let kept: Set<Episode.ID>
  /// The results so far, in the order of the responses.
  public internal(set) var outcomes: [Outcome] = []
  /// The skipped feeds, whose servers asked to wait, and the rests of the waits.
  public let waiting: [(id: Podcast.ID, rest: Duration)]

  /// The results of podcasts that cannot be updated.
  public var failures: [(subscription: Subscription, failure: FeedUpdateFailure)] {
    outcomes.compactMap { outcome in outcome.failure.map { (outcome.subscription, $0) } }
  }

  /// The podcasts whose feeds were fetched, also those without changes.
  public var updated: Set<Podcast.ID> { Set(outcomes.filter { $0.failure == nil }.map(\.id)) }

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
    let needsContent = options.includesOlder || options.overwrites || options.dropsMissing
    let digests = needsContent ? [:] : try store.contentDigests(of: subscriptions.map(\.id))
    requests = subscriptions.filter { rest($0.feed) == nil }.map { subscription in
      (subscription, states.request(for: subscription.feed, content: digests[subscription.id]))
    }
    self.states = states
    kept = options.dropsMissing ? options.kept.union(try store.playlists().flatMap(\.episodes)) : []
    let ids = Set(subscriptions.map(\.id))
    let podcasts = try store.library.summaries().filter { ids.contains($0.id) }
    self.podcasts = Dictionary(podcasts.map { ($0.id, $0) }) { first, _ in first }
  }

  /// Fetches the feeds: the first page of each, and all pages for a podcast without episodes and for
  /// ``Options/includesOlder``.
  ///
  /// - Parameter progress: Called after each feed, with the number of feeds so far.
  /// - Throws: The failure of the program that fetches. Failures of single feeds are in ``failures``.
  public mutating func fetch(
    with fetcher: FeedFetcher, progress: (Int, Podcast.ID) -> Void = { _, _ in }
  ) throws(CompanionProgramError) {
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
    try readPages(with: fetcher)
    for place in outcomes.indices { complete(&outcomes[place]) }
  }

  private mutating func readPages(with fetcher: FeedFetcher) throws(CompanionProgramError) {
    let places = outcomes.indices.filter { place in
      outcomes[place].pages?.isPaged == true
        && (options.includesOlder || podcasts[outcomes[place].id]?.episodeCount == 0)
    }
    var feeds = places.compactMap { outcomes[$0].pages }
    try fetcher.readPages(of: &feeds)
    for (place, feed) in zip(places, feeds) { outcomes[place].pages = feed }
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
        if let new = feed.newAddress, ![subscription.feed, outcome.movedTo].contains(new) {
          outcome.announcedAddress = new
        }
        outcome.pages = PagedFeed(feed, at: [subscription.feed, response.finalAddress])
        // With validators, the server would not send the missing part until the feed changes.
        if !feed.isCutOff { outcome.validators = validators }
      } catch {
        outcome.failure = .notAFeed(error)
      }
    }
    return outcome
  }

  /// Makes the merge of a fetched feed.
  private func complete(_ outcome: inout Outcome) {
    guard let pages = outcome.pages else { return }
    let feed = pages.feed
    outcome.isCutOff = feed.isCutOff
    outcome.itemsWithoutSound = feed.itemsWithoutSound
    outcome.privateAddresses = feed.privateAddresses
    let source = feed.podcast.withFeed(outcome.feed)
    var choices = PodcastUpdateOptions(dateAdded: now, includesOlder: options.includesOlder)
    choices.overwrites = options.overwrites
    if options.dropsMissing {
      choices.dropsMissing = feed.isWhole && !pages.isPaged
      choices.kept = kept
      outcome.dropsNothing = !choices.dropsMissing
    }
    do throws(MixtapeError) {
      if let podcast = podcasts[outcome.id]?.head {
        choices.skipped = try store.offsets(skippedIn: source, by: podcast)
      }
      outcome.merge = PodcastMerge(source, into: outcome.id, choices)
    } catch {
      outcome = Outcome(subscription: outcome.subscription, failure: .invalidSkip(error))
    }
  }
}

extension Feed {
  /// Whether all items of the document were read, and there are some.
  fileprivate var isWhole: Bool { !isCutOff && !podcast.episodes.isEmpty && !hasMoreItems }
}

/// The reason why a podcast is not updated from its feed.
public enum FeedUpdateFailure: Error, Sendable {
  /// The feed was not fetched.
  case notFetched(FetchError)
  /// The content is not a feed.
  case notAFeed(FeedError)
  /// The feed moved to an address that is the feed of another podcast.
  case moved(to: String, feedOf: Podcast.ID)
  /// A rule of `skip` cannot be evaluated.
  case invalidSkip(MixtapeError)
  /// The file of the podcast has errors.
  case invalidFile(MixtapeError)
  /// The file of the podcast would become too large.
  case fileTooLarge(MixtapeError, hasEpisodes: Bool)
}

extension FeedUpdate {
  /// Updates the podcasts of the fetched feeds in one commit, and saves the states of the feeds.
  ///
  /// Podcasts that cannot be updated join the ``failures``: those whose feed moved to the feed of another podcast, whose files
  /// have errors, or whose files would become too large.
  public mutating func apply() throws(MixtapeError) -> PodcastPlan {
    let plan = try merge { (library, operation) throws(MixtapeError) in try library.perform(operation) }
    try keepStates()
    return plan
  }

  /// Returns the plan of the update, and changes nothing.
  public mutating func preview() throws(MixtapeError) -> PodcastPlan {
    try merge { (library, operation) throws(MixtapeError) in try library.preview(operation).plan }
  }

  /// Merges what can be merged.
  private mutating func merge(
    by perform: (StoreLibrary, PodcastOperation) throws(MixtapeError) -> PodcastPlan
  ) throws(MixtapeError) -> PodcastPlan {
    try excludeMergedFeeds()
    while true {
      let merges = outcomes.compactMap(\.merge)
      do throws(MixtapeError) {
        return try perform(store.library, .merge(merges))
      } catch {
        guard [.invalidFile, .fileTooLarge].contains(error.code), case .file(let path) = error.subject,
          let target = try podcast(of: merges, in: store.directory.appending(path))
        else { throw error }
        exclude(target, because: try failure(of: target, for: error))
      }
    }
  }

  private func podcast(of merges: [PodcastMerge], in file: FilePath) throws(MixtapeError) -> Podcast.ID? {
    for id in merges.compactMap(\.target) {
      if try store.path(of: id) == file { return id }
    }
    return nil
  }

  private func failure(of id: Podcast.ID, for error: MixtapeError) throws(MixtapeError) -> FeedUpdateFailure {
    guard error.code == .fileTooLarge else { return .invalidFile(error) }
    return .fileTooLarge(error, hasEpisodes: try store.library.find(id)?.episodes.isEmpty == false)
  }

  /// Excludes podcasts whose feed moved to the feed of another podcast. They keep their address and their episodes.
  private mutating func excludeMergedFeeds() throws(MixtapeError) {
    let moved = outcomes.compactMap { outcome in outcome.movedTo.map { (outcome.id, $0) } }
    guard !moved.isEmpty else { return }
    let feeds = try store.library.summaries().compactMap { podcast in
      podcast.head.feed.map { (FeedIdentity(of: $0), podcast.head.id) }
    }
    var owners = Dictionary(feeds) { first, _ in first }
    for (id, address) in moved {
      let owner = owners[FeedIdentity(of: address)] ?? id
      owners[FeedIdentity(of: address)] = owner
      if owner != id { exclude(id, because: .moved(to: address, feedOf: owner)) }
    }
  }

  private mutating func exclude(_ id: Podcast.ID, because failure: FeedUpdateFailure) {
    for place in outcomes.indices where outcomes[place].id == id {
      outcomes[place] = Outcome(subscription: outcomes[place].subscription, failure: failure)
    }
  }

  /// Saves the validators for the next update. Feeds that the library has no more lose theirs.
  private mutating func keepStates() throws(MixtapeError) {
    let responses = outcomes.compactMap { outcome in
      outcome.validators.map { (Subscription(id: outcome.id, feed: outcome.feed), $0) }
    }
    states.note(responses, appliedTo: try store.contentDigests(of: responses.map(\.0.id)), at: now)
    states.keep(Set(try store.library.summaries().compactMap(\.head.feed)))
    try store.keepFeedStates(states.encoded)
  }
}
