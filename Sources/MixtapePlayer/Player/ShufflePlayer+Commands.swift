public import MixtapeModel

extension ShufflePlayer {
  /// Plays: what is loaded, or the next episode. Goes on if it is paused, and tries again after an error. Does nothing without
  /// episodes, and while something plays or is about to.
  public func play() { change { $0.play() } }

  /// Holds what plays, or what is about to.
  public func pause() { change { $0.pause() } }

  /// Pauses what plays, and plays otherwise. While something is about to play, it does nothing.
  public func togglePlayback() { change { $0.toggle() } }

  /// Ends playing. The episode stays, and plays from its start next time.
  public func stop() { change { $0.stop() } }

  /// Plays the next episode; after the last one of a round, the first of a new one.
  public func skipToNext() { change { $0.skipToNext() } }

  /// Goes back through what was really heard, and plays that. Where there is nothing more to go back to, the current episode
  /// plays from its start.
  public func skipToPrevious() { change { $0.skipToPrevious() } }

  /// Goes to a position in the current episode, as far as it has that. Without a current episode, it does nothing.
  public func seek(to position: Duration) {
    let end = duration
    change { $0.seek(to: position, within: end) }
  }

  /// Plays an episode at once, and takes it in if it is not there.
  ///
  /// - Throws: ``ShufflePlayerError/capacityReached``.
  public func playNow(_ episode: Episode) throws(ShufflePlayerError) {
    try change { machine throws(ShufflePlayerError) in try machine.playNow(episode) }
  }

  /// Makes an episode the last of this round, and takes it in if it is not there.
  ///
  /// - Throws: ``ShufflePlayerError/capacityReached``.
  public func enqueue(_ episode: Episode) throws(ShufflePlayerError) {
    try change { machine throws(ShufflePlayerError) in try machine.enqueue(episode, next: false) }
  }

  /// Makes an episode the next one, and takes it in if it is not there.
  ///
  /// - Throws: ``ShufflePlayerError/capacityReached``.
  public func enqueueNext(_ episode: Episode) throws(ShufflePlayerError) {
    try change { machine throws(ShufflePlayerError) in try machine.enqueue(episode, next: true) }
  }

  /// Puts what is left of this round in a new order.
  ///
  /// - Parameter algorithm: How to shuffle from now on; `nil` for the way it has been.
  public func shuffle(by algorithm: ShuffleAlgorithm? = nil) { change { $0.shuffleAgain(by: algorithm) } }
}

extension ShufflePlayer {
  /// The episodes, in the order in which they came.
  public var allEpisodes: [Episode] { read { $0.episodes } }

  /// How many episodes there are.
  public var count: Int { read { $0.episodes.count } }

  /// How many more episodes there is room for.
  public var remainingCapacity: Int { Self.capacity - count }

  /// Whether an episode is there.
  public func contains(_ id: Episode.ID) -> Bool { read { $0.slots[id] != nil } }

  /// Takes an episode in. It has its turn in this round, at a place that goes with the shuffle. One that is there already
  /// changes nothing.
  ///
  /// - Returns: Whether it is new.
  /// - Throws: ``ShufflePlayerError/capacityReached``.
  @discardableResult
  public func add(_ episode: Episode) throws(ShufflePlayerError) -> Bool {
    try change { machine throws(ShufflePlayerError) in try machine.add(episode) }
  }

  /// Takes an episode out. If it plays, the next one does.
  ///
  /// - Returns: Whether it was there.
  @discardableResult
  public func remove(_ id: Episode.ID) -> Bool { change { $0.remove(id) } }

  /// Takes all episodes out.
  public func removeAll() { change { $0.removeAll() } }
}

extension ShufflePlayer {
  /// What comes in this round, the next one first. Before the first round, nobody knows.
  public var upNext: [Episode] { read { machine in machine.upcoming.reversed().map { machine.episodes[$0] } } }

  /// What was heard before the current episode, the last one first, as far as ``skipToPrevious()`` goes back.
  public var heardBefore: [Episode] { read { machine in machine.heard.reversed().map { machine.episodes[$0] } } }

  /// Which round this is, counted from 1; 0 before the first.
  public var round: Int { read { $0.round } }

  /// How it shuffles.
  public var shuffleAlgorithm: ShuffleAlgorithm { read { $0.algorithm } }

  /// How far the current episode is played.
  public var position: Duration { read { $0.restingPosition } ?? service.position }

  /// How long the current episode is: as the service sees it, which has the sound, and else as the library says.
  public var duration: Duration? {
    let (isActive, length) = read { machine in
      (machine.isActive, machine.current.flatMap { machine.episodes[$0].length })
    }
    return isActive ? service.duration ?? length : length
  }
}
