internal import MixtapeModel

// The commands of a player. `docs/player-control.md` has the same transitions as a table, and `TransitionTests` checks them.

extension PlayerMachine {
  mutating func play() {
    skippedFailures = 0
    switch phase {
    case .loading, .playing: break
    case .paused: resume()
    case .idle, .failed:
      if let current { load(current, from: startPosition) } else { advance() }
    }
  }

  mutating func pause() {
    guard phase == .loading || phase == .playing else { return }
    phase = .paused
    send(.pause)
  }

  mutating func toggle() {
    switch phase {
    case .loading: break
    case .playing: pause()
    case .idle, .paused, .failed: play()
    }
  }

  /// Stops playing.
  ///
  /// - Parameter position: The position at which the current episode starts next time.
  mutating func stop(at position: Duration = .zero) {
    guard phase != .idle else { return }
    halt(at: position)
  }

  mutating func setSpeed(_ speed: PlaybackSpeed) {
    self.speed = speed
    send(.setSpeed(speed))
  }

  mutating func setVolume(_ volume: Volume) {
    self.volume = volume
    send(.setVolume(volume))
  }

  mutating func skipToNext() {
    skippedFailures = 0
    advance()
  }

  mutating func skipToPrevious() {
    skippedFailures = 0
    if let previous = heard.popLast() {
      if let current, !isUnplayable { putNext(current) }
      load(previous)
    } else {
      if hasStarted || startPosition > .zero { seek(to: .zero, within: nil) }
      play()
    }
  }

  /// Seeks in the current episode.
  ///
  /// - Parameter end: The length of the current episode, if it is known.
  mutating func seek(to position: Duration, within end: Duration?) {
    guard current != nil else { return }
    let position = max(.zero, min(position, end ?? position))
    // An episode that has not started will start there, also after a failure.
    if !isActive || !hasStarted { startPosition = position }
    if isActive { send(.seek(position)) }
  }

  mutating func playNow(_ episode: Episode) throws(ShufflePlayerError) { playNow(try slot(of: episode)) }

  mutating func playNow(_ slot: Int) {
    skippedFailures = 0
    prepareRound()
    upcoming.removeAll { $0 == slot }
    guard current != slot else { return load(slot, from: .zero) }
    requeueCurrent()
    load(slot)
  }

  /// Resumes from a pause.
  private mutating func resume() {
    phase = hasStarted ? .playing : .loading
    send(.play)
  }
}
