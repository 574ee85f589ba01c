internal import MixtapeModel

// The commands of a player. `docs/player.md` has the same transitions as a table, and `TransitionTests` checks them.

extension PlayerMachine {
  mutating func play() {
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

  mutating func stop() {
    guard phase != .idle else { return }
    halt()
  }

  mutating func skipToNext() { advance() }

  mutating func skipToPrevious() {
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

  mutating func playNow(_ episode: Episode) throws(ShufflePlayerError) {
    let slot = try slot(of: episode)
    prepareRound()
    upcoming.removeAll { $0 == slot }
    if current != slot { setAsideCurrent() }
    load(slot)
  }

  /// Resumes from a pause.
  private mutating func resume() {
    phase = hasStarted ? .playing : .loading
    send(.play)
  }
}
