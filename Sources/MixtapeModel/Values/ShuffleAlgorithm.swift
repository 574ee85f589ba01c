/// The orders in which a list can be played, by the names that files and the command line use.
///
/// In each, everything is played once before anything comes again.
public enum ShuffleAlgorithm: String, CaseIterable, Hashable, Sendable, Codable {
  /// Every order is as likely as any other.
  case uniform
  /// Podcasts and albums keep as far apart as they can, and artists where that leaves a choice.
  case spread
  /// The better an episode is rated and the longer it was not heard, the sooner it tends to come.
  case weighted
  /// Podcasts and albums stay whole and in order; which of them comes when is left to chance.
  case grouped
  /// The order of the list.
  case off

  /// What is taken where nobody says anything.
  public static let usual = spread
}
