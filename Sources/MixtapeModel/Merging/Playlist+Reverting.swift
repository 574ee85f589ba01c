extension Playlist {
  /// Reverts one earlier change of the playlist.
  ///
  /// Keys are reverted one by one. A key that was changed again since is in conflict, and keeps its present value. The list
  /// of episodes is never in conflict; see ``EpisodeListMerge``. Id, folder and times stay.
  ///
  /// - Parameters:
  ///   - before: The playlist before the change.
  ///   - after: The playlist after it.
  /// - Returns: The reverted playlist and the conflicts.
  public func reverting(from before: Playlist, to after: Playlist) -> (result: Playlist, conflicts: [KeyConflict]) {
    var merge = KeyMerge()
    var result = self
    for key in PlaylistKey.allCases where key != .episodes {
      key.row.revert(key, from: before, to: after, in: &result, &merge)
    }
    result.episodes = EpisodeListMerge.reverting(from: before.episodes, to: after.episodes, in: episodes)
    return (result, merge.conflicts)
  }
}
