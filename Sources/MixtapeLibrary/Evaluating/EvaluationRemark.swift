public import MixtapeModel

/// Something about rules that were run which explains an answer that may surprise. The answer stands.
public enum EvaluationRemark: Hashable, Sendable {
  /// A rule asks for a playlist that does not exist, and that therefore holds nothing.
  ///
  /// - Parameters:
  ///   - askedBy: The playlist that the rule belongs to; `nil` of a query.
  ///   - nearest: The existing playlists whose ids are most like the missing one.
  case missingPlaylist(Playlist.ID, askedBy: Playlist.ID?, nearest: [Playlist.ID])
  /// A limit leaves out everything that rules or a search find.
  ///
  /// - Parameters:
  ///   - of: The playlist that the limit belongs to; `nil` of a query.
  ///   - found: The number of episodes that are left out; not 0.
  case limitTakesNothing(PlaylistLimit, of: Playlist.ID?, found: Int)
}
