public import MixtapeModel
internal import MixtapePlayer
internal import MixtapeStore

extension PlayerSession {
  /// Adjusts the player to the present episodes of the playlist and to the library. Nothing that plays is interrupted.
  ///
  /// Episodes that left the playlist leave the queue, the current one when it is no longer current. New ones join it.
  ///
  /// - Parameter playlist: The episodes of the playlist, up to the capacity of the player; empty for the standalone player.
  /// - Throws: Errors of ``Store/episodes(_:)``.
  public func follow(_ playlist: [Episode]) throws(MixtapeError) {
    let (earlier, listed) = (episodes + departed, Set(playlist.map(\.id)))
    player.follow(playlist, from: episodes)
    departed = earlier.filter { !listed.contains($0) && player.contains($0) }
    episodes = playlist.map(\.id)
    let library = try store.episodes(player.allEpisodes.map(\.id) + missing)
    player.addUpToCapacity(missing.compactMap { library[$0] })
    player.update(Array(library.values))
    missing.removeAll { player.contains($0) }
    noteChange()
  }
}
