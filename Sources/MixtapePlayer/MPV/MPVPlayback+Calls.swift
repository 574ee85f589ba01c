// The calls of a music service; see `MusicService`.

extension MPVPlayback {
  mutating func setQueue(_ queue: [QueueEntry], at now: Duration) {
    let keepsCurrent = queue.first != nil && queue.first?.id == self.queue.first?.id
    self.queue = queue
    if !keepsCurrent { unload(at: now) }
  }

  mutating func play(at now: Duration) throws(MusicServiceError) {
    guard let entry = queue.first else { return }
    guard let current else { return try load(entry, at: now) }
    guard current.phase != .over else { return }
    if isPaused { setPause(false, at: now) }
    reportStart()
  }

  mutating func pause(at now: Duration) {
    guard let current, current.phase != .over, !isPaused else { return }
    setPause(true, at: now)
  }

  mutating func skip(at now: Duration) throws(MusicServiceError) {
    queue = Array(queue.dropFirst())
    startPosition = .zero
    guard let entry = queue.first else { return unload(at: now) }
    do throws(MusicServiceError) {
      // Loading replaces the current file.
      try load(entry, at: now)
    } catch {
      unload(at: now)
      throw error
    }
  }

  mutating func seek(to position: Duration, at now: Duration) {
    let position = max(.zero, position)
    switch current?.phase {
    case nil: startPosition = position
    case .requested, .opening: current?.pendingSeek = position
    case .loaded, .running: send(.seek(position), at: now)
    case .over: return
    }
    current?.position = position
  }

  mutating func setSpeed(_ speed: PlaybackSpeed, at now: Duration) {
    (self.speed, requestedSpeed) = (speed, speed)
    if isConnected { send(.setSpeed(speed), at: now) }
  }

  mutating func setVolume(_ volume: Volume, at now: Duration) {
    (self.volume, requestedVolume) = (volume, volume)
    if isConnected { send(.setVolume(volume), at: now) }
  }

  mutating func stop(at now: Duration) { setQueue([], at: now) }

  /// Stops mpv, if it plays, and forgets the current entry.
  private mutating func unload(at now: Duration) {
    if let current, current.phase != .over { send(.stop, at: now) }
    current = nil
    startPosition = .zero
  }
}
