import ListeningSession
import MixtapeModel
import MixtapePlayer
import MixtapeStore

extension Session {
  /// Returns the episodes of a list that can be played, up to the capacity of a player. Reports the other ones.
  ///
  /// - Parameter seed: The seed of a random order, if the list has none.
  func playableEpisodes(of list: PlayedList, seed: Int64, in store: Store) throws -> [Episode] {
    let playable = try store.playable(list, seed: seed)
    let missing = playable.missingCount
    if missing > 0 {
      reporter.warn(
        code: "missing-episode",
        "\(counted(missing, "episode")) of \(list.shownID) \(missing == 1 ? "is" : "are") missing from the library",
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
  /// Returns the error for a list whose queue is empty.
  static func nothingToPlay(in list: PlayedList, seed: Int64, of store: Store) throws(MixtapeError) -> CommandFailure {
    let playable = try store.playable(list, seed: seed).episodes
    guard !playable.isEmpty else { return nothingToPlay(in: list) }
    let id = list.playlist.map { " \($0.id)" } ?? ""
    return CommandFailure(
      .notFound, code: "nothing-to-play", "all episodes of \(list.shownID) were removed from its queue",
      hints: "`mixtape play\(id) --fresh` plays them again")
  }

  /// Returns the error for a list without episodes to play.
  static func nothingToPlay(in list: PlayedList) -> CommandFailure {
    let hint = list.playlist.map {
      $0.isSmart ? "`mixtape conditions \($0.id)` shows its rules" : "`mixtape add \($0.id) EPISODE` adds an episode"
    }
    return CommandFailure(
      .notFound, code: "nothing-to-play", "there is nothing to play in \(list.shownID)",
      hints: [hint].compactMap(\.self))
  }
}

extension ShufflePlayer {
  /// Returns the seed of the order: the given one, else that of the playlist if there is one, else a random one.
  static func seed(requested: Int64?, of playlist: Playlist?) -> Int64 {
    requested ?? playlist?.criteria.seed ?? Int64.random(in: 0..<1_000_000)
  }
}

extension Store {
  /// Returns the shuffle: the given one, else that of the list if there is one, else that of the store.
  func shuffle(requested: ShuffleAlgorithm?, of list: PlayedList?) throws(MixtapeError) -> ShuffleAlgorithm {
    if let requested { return requested }
    let usual = try defaultShuffle() ?? .default
    return switch list {
    case .playlist(let playlist)?: playlist.settings.shuffle.algorithm(default: usual)
    case .selection?: .off
    case nil: usual
    }
  }
}
