import ListeningSession
import MixtapeModel
import MixtapePlayer
import MixtapeStore

extension Session {
  /// Returns the episodes of a playlist that can be played, up to the capacity of a player. Reports the other ones.
  ///
  /// - Parameter seed: The seed of a random order, if the playlist has none.
  func playableEpisodes(of playlist: Playlist, seed: Int64, in store: Store) throws -> [Episode] {
    let playable = try PlayableEpisodes(of: playlist, seed: seed, in: store)
    let missing = playable.missingCount
    if missing > 0 {
      reporter.warn(
        code: "missing-episode",
        "\(counted(missing, "episode")) of \(playlist.id) \(missing == 1 ? "is" : "are") missing from the library",
        hints: ["`mixtape check` lists the missing episodes"])
    }
    if playable.count > ShufflePlayer.capacity {
      reporter.note(
        code: "capacity-reached",
        "the queue holds \(ShufflePlayer.capacity) episodes; only the first \(ShufflePlayer.capacity) of \(playable.count) are played"
      )
    }
    return playable.episodes
  }
}

extension CommandFailure {
  /// Returns the error for a playlist whose queue is empty.
  static func nothingToPlay(
    in playlist: Playlist, seed: Int64, of store: Store
  ) throws(MixtapeError) -> CommandFailure {
    let playable = try PlayableEpisodes(of: playlist, seed: seed, in: store).episodes
    guard !playable.isEmpty else { return nothingToPlay(in: playlist) }
    return CommandFailure(
      .notFound, code: "nothing-to-play", "all episodes of \(playlist.id) were removed from its queue",
      hints: "`mixtape play \(playlist.id) --fresh` plays them again")
  }

  /// Returns the error for a playlist without episodes to play.
  static func nothingToPlay(in playlist: Playlist) -> CommandFailure {
    CommandFailure(
      .notFound, code: "nothing-to-play", "there is nothing to play in \(playlist.id)",
      hints: playlist.isSmart
        ? "`mixtape conditions \(playlist.id)` shows its rules"
        : "`mixtape add \(playlist.id) EPISODE` adds an episode")
  }
}

extension ShufflePlayer {
  /// Returns the seed of the order: the given one, else that of the playlist if there is one, else a random one.
  static func seed(requested: Int64?, of playlist: Playlist?) -> Int64 {
    requested ?? playlist?.criteria.seed ?? Int64.random(in: 0..<1_000_000)
  }
}

extension Store {
  /// Returns the shuffle: the given one, else that of the playlist if there is one, else that of the store.
  func shuffle(requested: ShuffleAlgorithm?, of playlist: Playlist?) throws(MixtapeError) -> ShuffleAlgorithm {
    if let requested { return requested }
    let usual = try defaultShuffle() ?? .default
    return playlist?.settings.shuffle.algorithm(default: usual) ?? usual
  }
}
