/// The orders in which a list can be played, by their names in files and on the command line.
///
/// In each order, every episode plays once before any plays again.
public enum ShuffleAlgorithm: String, CaseIterable, Hashable, Sendable, Codable {
  /// A uniformly random order.
  case uniform
  /// A random order in which episodes of one podcast or album are as far apart as possible, and then those of one artist.
  case spread
  /// A random order in which episodes with a better rating, or not heard for longer, tend to come sooner.
  case weighted
  /// A random order of the podcasts and albums, each of which stays together and in order.
  case grouped
  /// The order of the list.
  case off

  /// The algorithm of playlists that name none.
  public static let `default` = spread
}
