public import MixtapeModel

extension ShufflePlayer {
  /// What a player remembers from one start of the program to the next. Whoever keeps it knows where. What no player can have
  /// saved is not decoded.
  public struct Saved: Hashable, Sendable, Codable {
    /// The episodes, in the order in which they came.
    public let episodes: [Episode.ID]
    /// What plays, or plays first.
    public let current: Episode.ID?
    /// How far that is played, in seconds.
    public let position: Double
    /// The rest of the round, the next one first.
    public let upNext: [Episode.ID]
    /// What was heard before, the last one first.
    public let heardBefore: [Episode.ID]
    /// Which round it is.
    public let round: Int
    /// How it shuffles.
    public let shuffle: ShuffleAlgorithm
  }

  /// What has to be kept for ``init(restoring:library:service:options:)``.
  public var saved: Saved {
    let playing = position
    return read { machine in
      let ids = machine.episodes.map(\.id)
      return Saved(
        episodes: ids, current: machine.current.map { ids[$0] },
        position: (machine.restingPosition ?? playing) / .seconds(1),
        upNext: machine.upcoming.reversed().map { ids[$0] }, heardBefore: machine.heard.reversed().map { ids[$0] },
        round: machine.round, shuffle: machine.algorithm)
    }
  }

  /// Makes a player that goes on where another one was saved; it does not play before it is told to.
  ///
  /// - Parameters:
  ///   - saved: What was kept. Its shuffle takes the place of the one in the options.
  ///   - library: The episodes that there are. Those that are not among them are left out.
  public convenience init(
    restoring saved: Saved, library: [Episode.ID: Episode], service: any MusicService, options: Options
  ) {
    self.init(service: service, machine: PlayerMachine(restoring: saved, library, options))
  }
}

extension ShufflePlayer.Saved {
  /// Decodes what was kept.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for what makes no sense, as a file may hold that was damaged or written by hand.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      episodes: try values.decode([Episode.ID].self, forKey: .episodes),
      current: try values.decodeIfPresent(Episode.ID.self, forKey: .current),
      position: try values.decode(Double.self, forKey: .position),
      upNext: try values.decode([Episode.ID].self, forKey: .upNext),
      heardBefore: try values.decode([Episode.ID].self, forKey: .heardBefore),
      round: try values.decode(Int.self, forKey: .round),
      shuffle: try values.decode(ShuffleAlgorithm.self, forKey: .shuffle))
    guard makesSense else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no player is like this"))
    }
  }

  /// No clock and no counter gets this far.
  private static let longest = 1_000_000_000

  private var makesSense: Bool {
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
    current = saved.current.flatMap { slots[$0] }
    if let current, saved.position > 0, saved.position < min(episodes[current].duration ?? 1e9, 1e9) {
      startPosition = .seconds(saved.position)
    }
    upcoming = saved.upNext.reversed().compactMap { slots[$0] }
    heard = saved.heardBefore.reversed().compactMap { slots[$0] }
    round = episodes.isEmpty ? 0 : saved.round
  }
}
