internal import MixtapeModel

extension PlayerMachine {
  /// Takes in what the service reports. A report of an entry that is not the current one any more comes too late, and
  /// changes nothing.
  mutating func receive(_ report: MusicServiceReport) {
    switch report {
    case .started(ticket) where phase == .loading:
      phase = .playing
      hasStarted = true
    case .ended(ticket) where isActive: end()
    case .failed(ticket, let reason) where isActive: fail(reason)
    case .paused(ticket) where phase == .playing: phase = .paused
    case .resumed(ticket) where phase == .paused: phase = hasStarted ? .playing : .loading
    case .started, .ended, .failed, .paused, .resumed: break
    }
  }

  /// Takes in that the service refused an order.
  mutating func fail(_ order: Order, _ reason: MusicServiceError) {
    guard isActive else { return }
    guard order.ticket == ticket else { return startOver() }
    fail(reason)
    // What could not be paused or moved may still be heard.
    switch order.kind {
    case .pause, .seek: self.order(.stop)
    case .requestAccess, .setQueue, .play, .skip, .stop: break
    }
  }

  /// Gives the service everything anew: it refused something that was about another entry, so that nobody knows what it has.
  private mutating func startOver() {
    guard let current else { return }
    let isPaused = phase == .paused
    orders = []
    load(current)
    if isPaused { pause() }
  }

  private mutating func end() {
    if options.continuous { return advance() }
    retire()
    halt()
  }

  private mutating func fail(_ reason: MusicServiceError) {
    phase = .failed(reason)
    // A service that was taken away, or is gone, is asked for again.
    if case .notPlayable = reason {} else { hasAccess = false }
    startPosition = .zero
    // What was still to be done was about what failed.
    orders.removeAll { $0.ticket == ticket }
    ticket += 1
  }
}
