import ListeningSession
import MixtapeModel
import MixtapePlayer
import MixtapeStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Session {
  /// Returns the entries of a list that can be played. Reports missing episodes, and how a player deals with a list that is longer
  /// than its queue, or has an episode twice.
  ///
  /// - Parameter seed: The seed of a random order, if the list has none.
  func playableEpisodes(
    of list: PlayedList, _ shuffle: ShuffleAlgorithm, seed: Int64, in store: Store
  ) throws -> PlayableEpisodes {
    let playable = try store.playable(list, seed: seed, shuffled: shuffle != .off)
    let missing = playable.missingCount
    if missing > 0 {
      reporter.warn(
        code: "missing-episode",
        "\(counted(missing, "episode")) of \(list.shownID) \(missing == 1 ? "is" : "are") missing from the library",
        hints: ["`mixtape check` lists the missing episodes"])
    }
    if playable.isLong {
      reporter.note(
        code: "long-list",
        "the queue holds \(ShufflePlayer.capacity) of \(playable.count) episodes; the others follow as these are played"
      )
    }
    if shuffle != .off, playable.hasRepetitions {
      reporter.note(
        code: "repeated-episodes",
        "\(list.shownID) has episodes more than once; shuffled, each plays once in a round",
        hints: ["`--shuffle off` plays them as often as they are listed"])
    }
    return playable
  }
}

extension CommandFailure {
  /// Returns the error for a list whose queue is empty.
  static func nothingToPlay(in list: PlayedList, seed: Int64, of store: Store) throws(MixtapeError) -> CommandFailure {
    let playable = try store.playable(list, seed: seed, shuffled: false)
    guard !playable.episodes.isEmpty else { return nothingToPlay(in: list) }
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
  static func seed(requested: Int64?, of playlist: Playlist?, at now: Date) -> Int64 {
    requested ?? playlist?.criteria.seed?.number(at: now) ?? Int64.random(in: 0..<1_000_000)
  }
}

extension Store {
  /// Returns the shuffle: the given one, else that of the playlist, which keeps its order without one. The queue that the user fills
  /// is shuffled.
  func shuffle(requested: ShuffleSetting?, of list: PlayedList?) throws(MixtapeError) -> ShuffleAlgorithm {
    let usual = try usualShuffle(of: list)
    if let requested { return requested.algorithm(default: usual) }
    return switch list {
    case .playlist(let playlist)?: playlist.settings.shuffle.algorithm(default: usual)
    case .selection?: .off
    case nil: usual
    }
  }

  /// Returns the shuffle of a list that is to be shuffled: that of the playlist, else that of the store.
  func usualShuffle(of list: PlayedList?) throws(MixtapeError) -> ShuffleAlgorithm {
    if case .by(let algorithm)? = list?.playlist?.settings.shuffle { return algorithm }
    return try defaultShuffle() ?? .default
  }
}

extension Store {
  /// Refuses a seed without an effect.
  ///
  /// - Parameters:
  ///   - list: The list that plays; `nil` for the queue that the user fills, which is shuffled.
  ///   - requested: The requested shuffle.
  ///   - sortsAtRandom: Whether options sort what they find at random.
  func requireEffect(
    ofSeed seed: Int64?, _ requested: ShuffleSetting?, of list: PlayedList?, sortsAtRandom: Bool = false
  ) throws {
    guard seed != nil, !sortsAtRandom, try shuffle(requested: requested, of: list) == .off else { return }
    if let criteria = list?.playlist?.criteria, criteria.isActive, criteria.sort.contains(.random) { return }
    throw CommandFailure(
      .usage, code: "usage", "--seed has no effect: \(list?.shownID ?? "the queue") plays in order",
      hints: "`--shuffle` shuffles it")
  }
}
