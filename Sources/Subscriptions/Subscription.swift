public import MixtapeModel
public import MixtapeStore

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
