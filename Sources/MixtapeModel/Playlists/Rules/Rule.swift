/// A rule: what is true or false of an episode, as `conditions`, `mixtape query` and `--where` write it.
///
/// A missing value makes every comparison false, so that ``not(_:)`` of one is true.
public indirect enum Rule: Hashable, Sendable {
  /// A field compared with a value.
  case comparison(SmartPlaylistCondition)
  /// A playlist holds the episode, by hand or by its own rules.
  case inPlaylist(Playlist.ID)
  /// The rule does not hold.
  case not(Rule)
  /// Every rule holds; of an empty list, always.
  case and([Rule])
  /// At least one rule holds; of an empty list, never.
  case or([Rule])
}
