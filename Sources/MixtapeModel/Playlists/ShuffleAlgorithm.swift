/// The orders in which a list can be played, by their names in files and on the command line.
///
/// In each order, every episode plays once before any plays again.
public enum ShuffleAlgorithm: String, CaseIterable, Hashable, Sendable, Codable {
  /// A uniformly random order.
  case uniform
  /// Episodes of one podcast or album are as far apart as possible; then those of one artist.
  case spread
  /// Episodes with a better rating, or not heard for longer, tend to come sooner.
  case weighted
  /// Podcasts and albums stay together and in order. The order of the groups is random.
  case grouped
  /// The order of the list.
  case off

  /// The default.
  public static let `default` = spread
}
