public import MixtapeModel

/// A remark on evaluated rules that explains a possibly unexpected result.
public enum EvaluationRemark: Hashable, Sendable {
  /// A rule names a missing playlist, which counts as empty.
  ///
  /// - Parameters:
  ///   - askedBy: The playlist of the rule; `nil` for a query.
  ///   - nearest: The existing playlists with similar ids.
  case missingPlaylist(Playlist.ID, askedBy: Playlist.ID?, nearest: [Playlist.ID])
  /// A rule compares `podcast`, `folder` or `tag` with a text that no podcast of the library has.
  ///
  /// - Parameters:
  ///   - field: The field of the rule.
  ///   - askedBy: The playlist of the rule; `nil` for a query.
  ///   - nearest: The existing texts that are similar.
  case missingPodcast(String, field: RuleField, askedBy: Playlist.ID?, nearest: [String])
  /// A limit excludes all episodes that rules or a search find.
  ///
  /// - Parameters:
  ///   - of: The playlist of the limit; `nil` for a query.
  ///   - found: The number of excluded episodes; not 0.
  case limitTakesNothing(PlaylistLimit, of: Playlist.ID?, found: Int)
}
