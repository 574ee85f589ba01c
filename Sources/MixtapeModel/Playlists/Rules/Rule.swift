/// A rule that is true or false for an episode, as in `conditions`, `mixtape query` and `--where`.
///
/// A comparison with a missing value is false, so ``not(_:)`` of it is true.
public indirect enum Rule: Hashable, Sendable {
  /// A comparison of a field with a value.
  case comparison(SmartPlaylistCondition)
  /// True if a playlist has the episode, hand-picked or by its rules.
  case inPlaylist(Playlist.ID)
  /// True if the rule is false.
  case not(Rule)
  /// True if all rules are true; always true for an empty list.
  case and([Rule])
  /// True if at least one rule is true; never true for an empty list.
  case or([Rule])
}
