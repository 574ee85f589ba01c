// What a service is told; see `MusicService`.

extension MPVPlayback {
  mutating func setQueue(_ queue: [QueueEntry], at now: Duration) {
    let goesOn = queue.first != nil && queue.first?.id == self.queue.first?.id
    self.queue = queue
    if !goesOn { silence(at: now) }
  }

  mutating func play(at now: Duration) throws(MusicServiceError) {
    guard let entry = queue.first else { return }
    guard let turn else { return try load(entry, at: now) }
    guard turn.phase != .over else { return }
    if isPaused { setPause(false, at: now) }
    reportStart()
  }

  mutating func pause(at now: Duration) {
    guard let turn, turn.phase != .over, !isPaused else { return }
    setPause(true, at: now)
  }

  mutating func skip(at now: Duration) throws(MusicServiceError) {
    queue = Array(queue.dropFirst())
    startPosition = .zero
    guard let entry = queue.first else { return silence(at: now) }
    do throws(MusicServiceError) {
      // Loading replaces what plays.
      try load(entry, at: now)
    } catch {
      silence(at: now)
      throw error
    }
  }

  mutating func seek(to position: Duration, at now: Duration) {
    let position = max(.zero, position)
    switch turn?.phase {
    case nil: startPosition = position
    case .requested, .opening: turn?.pendingSeek = position
    case .loaded, .running: tell(.seek(position), at: now)
    case .over: return
    }
    turn?.position = position
  }

  mutating func stop(at now: Duration) { setQueue([], at: now) }

  /// Forgets what mpv was told to play, and has it play nothing.
  private mutating func silence(at now: Duration) {
    if let turn, turn.phase != .over { tell(.stop, at: now) }
    turn = nil
    startPosition = .zero
  }
}
