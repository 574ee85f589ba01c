public import Companions
public import MixtapeModel
public import MixtapeStore

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
