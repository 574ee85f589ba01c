public import MixtapeModel
internal import MixtapePlayer
public import MixtapeStore

extension PlayerSession {
  /// Adjusts the player to the present playlist and library. Nothing that plays is interrupted.
  ///
  /// Episodes that left the playlist leave the queue, the current one when it is no longer current. New ones join it. If the
  /// playlist was deleted, the queue stays.
  ///
  /// - Parameter store: The store to read: that of the session, with a context that may report other things.
  /// - Returns: The playlist; `nil` if it was deleted, or for the standalone player.
  /// - Throws: Errors of reading the playlist and the library, and of evaluating rules. The player is then unchanged.
  @discardableResult
  public func follow(_ store: Store) throws(MixtapeError) -> Playlist? {
    let playlist: Playlist? =
      switch owner {
      case .playlist(let id): try store.playlist(id, withTimes: false)
      case .standalone: nil
      }
    let listed = try playlist.map { (playlist) throws(MixtapeError) in
      try PlayableEpisodes(of: playlist, seed: seed, in: store).episodes
    }
    let library = try store.episodes(player.allEpisodes.map(\.id) + missing)
    if let listed { follow(listed) }
    player.addUpToCapacity(missing.compactMap { library[$0] })
    player.update(Array(library.values))
    missing.removeAll { player.contains($0) }
    noteChange()
    return playlist
  }

  /// Adjusts the queue to the episodes of the playlist.
  private func follow(_ listed: [Episode]) {
    let (earlier, ids) = (episodes + departed, Set(listed.map(\.id)))
    player.follow(listed, from: episodes)
    departed = earlier.filter { !ids.contains($0) && player.contains($0) }
    episodes = listed.map(\.id)
  }
}
