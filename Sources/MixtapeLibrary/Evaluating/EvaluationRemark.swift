public import MixtapeModel

/// A remark on evaluated rules that explains a possibly unexpected result.
public enum EvaluationRemark: Hashable, Sendable {
  /// A rule names a playlist that does not exist, and that therefore counts as empty.
  ///
  /// - Parameters:
  ///   - askedBy: The playlist of the rule; `nil` for a query.
  ///   - nearest: The existing playlists with similar ids.
  case missingPlaylist(Playlist.ID, askedBy: Playlist.ID?, nearest: [Playlist.ID])
  /// A limit leaves out everything that rules or a search find.
  ///
  /// - Parameters:
  ///   - of: The playlist of the limit; `nil` for a query.
  ///   - found: The number of episodes that are left out; not 0.
  case limitTakesNothing(PlaylistLimit, of: Playlist.ID?, found: Int)
}
