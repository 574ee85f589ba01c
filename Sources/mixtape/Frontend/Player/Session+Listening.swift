import MixtapeLibrary
import MixtapeModel
import MixtapePlayer
import MixtapeStore

extension Session {
  /// Returns the episodes of a playlist that can be played, up to the capacity of a player. Reports the other ones.
  func playableEpisodes(of playlist: Playlist, in store: Store) throws -> [Episode] {
    let (contents, library, _) = try store.contents(of: playlist) { contents in
      Array(contents.episodes.withoutRepetitions.prefix(ShufflePlayer.capacity))
    }
    let missing = Set(contents.entries.lazy.filter { $0.origin == .missing }.map(\.id))
    if !missing.isEmpty {
      reporter.warn(
        code: "missing-episode",
        "\(counted(missing.count, "episode")) of \(playlist.id) \(missing.count == 1 ? "is" : "are") missing from the library",
        hints: ["`mixtape check` lists the missing episodes"])
    }
    let episodes = contents.episodes.withoutRepetitions
    if episodes.count > ShufflePlayer.capacity {
      reporter.note(
        code: "capacity-reached",
        "the queue holds \(ShufflePlayer.capacity) episodes; only the first \(ShufflePlayer.capacity) of \(episodes.count) are played"
      )
    }
    return episodes.prefix(ShufflePlayer.capacity).compactMap { library[$0] }
  }

  /// Returns the error for a playlist without episodes to play.
  func nothingToPlay(in playlist: Playlist) -> CommandFailure {
    CommandFailure(
      .notFound, code: "nothing-to-play", "there is nothing to play in \(playlist.id)",
      hints: playlist.isSmart
        ? "`mixtape conditions \(playlist.id)` shows its rules"
        : "`mixtape add \(playlist.id) EPISODE` adds an episode")
  }
}

extension Playlist {
  /// Returns the seed of the order: the given one, else that of the playlist, else a random one.
  func seed(requested: Int64?) -> Int64 { requested ?? criteria.seed ?? Int64.random(in: 0..<1_000_000) }
}

extension Store {
  /// Returns the shuffle: the given one, else that of the playlist if there is one, else that of the store.
  func shuffle(requested: ShuffleAlgorithm?, of playlist: Playlist?) throws(MixtapeError) -> ShuffleAlgorithm {
    if let requested { return requested }
    let usual = try defaultShuffle() ?? .default
    return playlist?.settings.shuffle.algorithm(default: usual) ?? usual
  }
}
