/// The values by which an episode is found again after its id has changed.
public struct EpisodeSource: Hashable, Sendable, Codable {
  /// The guid of the feed.
  public let guid: String?
  /// The address of the sound.
  public let url: String?

  /// Makes the source of an episode; `nil` if it has neither a guid nor an address.
  public init?(of episode: Episode) {
    guard episode.guid != nil || episode.url != nil else { return nil }
    (guid, url) = (episode.guid, episode.url)
  }
}
