internal import MixtapeModel

extension PlayerMachine {
  /// Handles a report of the service. A report about an entry that is no longer current is ignored.
  ///
  /// - Parameter position: The position of the service; used only for failures.
  mutating func receive(_ report: MusicServiceReport, at position: Duration = .zero) {
    switch report {
    case .started(ticket) where phase == .loading:
      phase = .playing
      hasStarted = true
      skippedFailures = 0
    case .ended(ticket) where isActive:
      // The next time, it starts at its beginning.
      if let current {
        episodes[current] = episodes[current].withPosition(nil)
        finished.insert(serials[current])
      }
      end()
    case .failed(ticket, let reason) where isActive:
      let wasPaused = phase == .paused
      fail(reason, at: position)
      skipFailure(staysPaused: wasPaused)
    case .paused(ticket) where phase == .playing: phase = .paused
    case .resumed(ticket) where phase == .paused: phase = hasStarted ? .playing : .loading
    case .started, .ended, .failed, .paused, .resumed: break
    }
  }

  /// Handles a command that the service refused.
  ///
  /// - Parameter position: The position of the service.
  mutating func fail(_ command: ServiceCommand, _ reason: MusicServiceError, at position: Duration) {
    guard isActive else { return }
    guard command.ticket == ticket else { return startOver() }
    let wasPaused = phase == .paused
    fail(reason, at: position)
    // The service may still play an episode that it could not pause, seek in or replace.
    switch command.kind {
    case .pause, .seek, .setQueue: self.send(.stop)
    case .requestAccess, .play, .skip, .stop, .setSpeed, .setVolume: break
    }
    skipFailure(staysPaused: wasPaused)
  }

  /// Loads the next episode after one that cannot be played, if the options say so. Stops trying if no episode of the player
  /// could be played in a row.
  private mutating func skipFailure(staysPaused: Bool) {
    guard options.onFailure == .next, isUnplayable, skippedFailures + 1 < episodes.count else { return }
    skippedFailures += 1
    passedStates.append(state)
    advance()
    if staysPaused { pause() }
  }

  /// Sends the queue and the current episode again, after a refused command about an earlier entry: the queue of the
  /// service is then unknown.
  private mutating func startOver() {
    guard let current else { return }
    let isPaused = phase == .paused
    commands.removeAll(where: \.isAboutEntry)
    load(current, from: startPosition)
    if isPaused { pause() }
  }

  private mutating func end() {
    if options.continuous { return advance() }
    finishCurrent()
    halt()
  }

  private mutating func fail(_ reason: MusicServiceError, at position: Duration) {
    phase = .failed(reason)
    // Access is requested again if it was revoked, or if the service is gone.
    if case .notPlayable = reason {} else { hasAccess = false }
    // A retry starts at this position, or at the old start position if the episode had not started.
    if hasStarted { startPosition = position }
    // Commands about the failed entry are obsolete.
    commands.removeAll { $0.isAboutEntry && $0.ticket == ticket }
    ticket += 1
  }
}
