internal import MixtapeModel

extension PlayerMachine {
  /// Takes in what the service reports. A report of an entry that is not the current one any more comes too late, and
  /// changes nothing.
  ///
  /// - Parameter position: How far the service has come; it only matters when something fails.
  mutating func receive(_ report: MusicServiceReport, at position: Duration = .zero) {
    switch report {
    case .started(ticket) where phase == .loading:
      phase = .playing
      hasStarted = true
    case .ended(ticket) where isActive: end()
    case .failed(ticket, let reason) where isActive: fail(reason, at: position)
    case .paused(ticket) where phase == .playing: phase = .paused
    case .resumed(ticket) where phase == .paused: phase = hasStarted ? .playing : .loading
    case .started, .ended, .failed, .paused, .resumed: break
    }
  }

  /// Takes in that the service refused an order.
  ///
  /// - Parameter position: How far it has come.
  mutating func fail(_ order: Order, _ reason: MusicServiceError, at position: Duration) {
    guard isActive else { return }
    guard order.ticket == ticket else { return startOver() }
    fail(reason, at: position)
    // What could not be paused, moved or replaced may still be heard.
    switch order.kind {
    case .pause, .seek, .setQueue: self.order(.stop)
    case .requestAccess, .play, .skip, .stop: break
    }
  }

  /// Gives the service everything anew: it refused something that was about another entry, so that nobody knows what it has.
  private mutating func startOver() {
    guard let current else { return }
    let isPaused = phase == .paused
    orders = []
    load(current, from: startPosition)
    if isPaused { pause() }
  }

  private mutating func end() {
    if options.continuous { return advance() }
    retire()
    halt()
  }

  private mutating func fail(_ reason: MusicServiceError, at position: Duration) {
    phase = .failed(reason)
    // A service that was taken away, or is gone, is asked for again.
    if case .notPlayable = reason {} else { hasAccess = false }
    // It goes on there when it is tried again; what was not heard yet, where it was to start.
    if hasStarted { startPosition = position }
    // What was still to be done was about what failed.
    orders.removeAll { $0.ticket == ticket }
    ticket += 1
  }
}
