/// What a list shows of a podcast or an album.
public struct PodcastSummary: Hashable, Sendable, Identifiable {
  /// What is known of it as a whole: a podcast without its episodes.
  public let head: Podcast
  /// How many episodes it has.
  public let episodeCount: Int

  /// Makes a summary.
  public init(head: Podcast, episodeCount: Int) {
    self.head = head
    self.episodeCount = episodeCount
  }

  /// The podcast's id.
  public var id: Podcast.ID { head.id }
}
