public import MixtapeModel

extension ShufflePlayer {
  /// What a player remembers from one start of the program to the next. Whoever keeps it knows where.
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
    round = episodes.isEmpty ? 0 : max(0, saved.round)
  }
}
