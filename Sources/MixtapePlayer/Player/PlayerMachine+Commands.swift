internal import MixtapeModel

// What the buttons of a player do. The table of `docs/player.md` says the same, and `TransitionTests` checks it.

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
    order(.pause)
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

  /// - Parameter end: How long the current episode is, if that is known.
  mutating func seek(to position: Duration, within end: Duration?) {
    guard current != nil else { return }
    let position = max(.zero, min(position, end ?? position))
    // What has not started yet is to start there, also if it has to be tried again.
    if !isActive || !hasStarted { startPosition = position }
    if isActive { order(.seek(position)) }
  }

  mutating func playNow(_ episode: Episode) throws(ShufflePlayerError) {
    let slot = try slot(of: episode)
    prepareRound()
    upcoming.removeAll { $0 == slot }
    if current != slot { layAside() }
    load(slot)
  }

  /// Goes on from a pause.
  private mutating func resume() {
    phase = hasStarted ? .playing : .loading
    order(.play)
  }
}
