public import FeedFetching
public import Feeds
public import MixtapeModel

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
