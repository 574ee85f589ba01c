/// The summary of a podcast or an album in a list.
public struct PodcastSummary: Hashable, Sendable, Identifiable {
  /// The podcast without its episodes.
  public let head: Podcast
  /// The number of episodes.
  public let episodeCount: Int

  /// Makes a summary.
  public init(head: Podcast, episodeCount: Int) {
    self.head = head
    self.episodeCount = episodeCount
  }

  /// The podcast's id.
  public var id: Podcast.ID { head.id }
}
