public import MixtapeModel

extension ShufflePlayer {
  /// The state of a player that is kept between runs of a program. Decoding fails for a state that no player can have.
  public struct Saved: Hashable, Sendable, Codable {
    /// The episodes, in the order in which they were added.
    public let episodes: [Episode.ID]
    /// The current episode.
    public let current: Episode.ID?
    /// The position in the current episode, in seconds.
    public let position: Double
    /// The rest of the round, the next episode first.
    public let upNext: [Episode.ID]
    /// The episodes heard before, the last one first.
    public let heardBefore: [Episode.ID]
    /// The number of the round.
    public let round: Int
    /// The shuffle of the rest of the round.
    public let shuffle: ShuffleAlgorithm
    /// The speed, if it was set.
    public let speed: PlaybackSpeed?
    /// The volume, if it was set.
    public let volume: Volume?
  }

  /// The state to save for ``init(restoring:library:service:options:)``.
  public var saved: Saved {
    let playing = position
    return read { machine in
      let ids = machine.episodes.map(\.id)
      return Saved(
        episodes: ids, current: machine.current.map { ids[$0] },
        position: (machine.restingPosition ?? playing) / .seconds(1),
        upNext: machine.upcoming.reversed().map { ids[$0] }, heardBefore: machine.heard.reversed().map { ids[$0] },
        round: machine.round, shuffle: machine.algorithm, speed: machine.speed, volume: machine.volume)
    }
  }

  /// Makes a player with a saved state. It is stopped.
  ///
  /// - Parameters:
  ///   - saved: The saved state. Its shuffle replaces that of the options.
  ///   - library: The episodes of the library. Other episodes of the saved state are dropped.
  public convenience init(
    restoring saved: Saved, library: [Episode.ID: Episode], service: any MusicService, options: Options
  ) {
    self.init(service: service, machine: PlayerMachine(restoring: saved, library, options))
  }
}

extension ShufflePlayer.Saved {
  /// Returns a copy in which the current episode starts at another position.
  ///
  /// - Parameter position: The position in seconds. Values outside of those that can be saved count as 0.
  public func resuming(at position: Double) -> Self {
    let position = (0...Double(Self.longest)).contains(position) ? position : 0
    return Self(
      episodes: episodes, current: current, position: position, upNext: upNext, heardBefore: heardBefore, round: round,
      shuffle: shuffle, speed: speed, volume: volume)
  }

  /// Returns a copy in which the current episode was heard to its end, so that the next one plays.
  public func finishingCurrent() -> Self {
    let heard = [current].compactMap(\.self) + heardBefore
    return Self(
      episodes: episodes, current: nil, position: 0, upNext: upNext,
      heardBefore: Array(heard.prefix(2 * PlayerMachine.longestMemory)), round: round, shuffle: shuffle, speed: speed,
      volume: volume)
  }

  /// Decodes a saved state.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for a state that no player can have, as in a damaged file.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      episodes: try values.decode([Episode.ID].self, forKey: .episodes),
      current: try values.decodeIfPresent(Episode.ID.self, forKey: .current),
      position: try values.decode(Double.self, forKey: .position),
      upNext: try values.decode([Episode.ID].self, forKey: .upNext),
      heardBefore: try values.decode([Episode.ID].self, forKey: .heardBefore),
      round: try values.decode(Int.self, forKey: .round),
      shuffle: try values.decode(ShuffleAlgorithm.self, forKey: .shuffle),
      speed: try values.decodeIfPresent(PlaybackSpeed.self, forKey: .speed),
      volume: try values.decodeIfPresent(Volume.self, forKey: .volume))
    guard isValid else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "not a valid state of a player"))
    }
  }

  /// The limit for positions in seconds and for the number of a round.
  private static let longest = 1_000_000_000

  private var isValid: Bool {
    let known = Set(episodes)
    let named = upNext + heardBefore + [current].compactMap(\.self)
    return episodes.count <= ShufflePlayer.capacity && known.count == episodes.count && known.isSuperset(of: named)
      && Set(upNext).count == upNext.count && heardBefore.count <= 2 * PlayerMachine.longestMemory
      && (0...Double(Self.longest)).contains(position) && (0...Self.longest).contains(round)
      && (round > 0 || named.isEmpty)
  }
}

extension PlayerMachine {
  fileprivate init(
    restoring saved: ShufflePlayer.Saved, _ library: [Episode.ID: Episode], _ options: ShufflePlayer.Options
  ) {
    self.init(options)
    saved.episodes.compactMap { library[$0] }.prefix(ShufflePlayer.capacity).forEach { append($0) }
    algorithm = saved.shuffle
    if let speed = saved.speed { setSpeed(speed) }
    if let volume = saved.volume { setVolume(volume) }
    current = saved.current.flatMap { slots[$0] }
    // The position was heard, so the sound may be longer than the library says.
    if current != nil, saved.position > 0 { startPosition = .seconds(saved.position) }
    upcoming = saved.upNext.reversed().compactMap { slots[$0] }
    heard = saved.heardBefore.reversed().compactMap { slots[$0] }
    round = episodes.isEmpty ? 0 : saved.round
  }
}
