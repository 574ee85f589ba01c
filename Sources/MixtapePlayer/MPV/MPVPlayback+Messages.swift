// The messages of mpv, and its timeouts.

extension MPVPlayback {
  /// Sends the first commands to an mpv that was just started.
  mutating func connect(at now: Duration) {
    isPaused = false
    hasOutput = false
    hasAnswered = false
    fileChapters = .none
    send(.requestLog, at: now)
    for property in MPVProperty.allCases { send(.observe(property), at: now) }
    if let requestedSpeed { send(.setSpeed(requestedSpeed), at: now) }
    if let requestedVolume { send(.setVolume(requestedVolume), at: now) }
    isConnected = true
  }

  /// Fails the current entry, as mpv has exited.
  mutating func disconnect(_ reason: String) {
    isConnected = false
    unanswered = []
    fail(.unavailable(reason))
  }

  mutating func receive(_ message: MPVMessage, at now: Duration) {
    switch message {
    case .reply(let request, let error, let file): receiveReply(to: request, error, file)
    case .fileStarted(let file): advance(file, to: .opening)
    case .fileLoaded:
      guard advance(to: .loaded) else { return }
      if let position = current?.pendingSeek { send(.seek(position), at: now) }
      current?.pendingSeek = nil
    case .restarted:
      advance(to: .running)
      reportStart()
    case .fileEnded(let file, let end):
      guard let current, current.file == file, current.phase != .over, current.end == nil else { return }
      if current.needsReason(for: end) {
        self.current?.end = end
        self.current?.deadline = now + timeouts.reason
      } else {
        receiveEnd(end, at: now)
      }
    case .pause(let isPaused): receivePause(isPaused)
    case .position(let position): receivePosition(position)
    case .duration(let duration): if isOpen, current?.end == nil { current?.duration = duration }
    case .output(let hasOutput):
      self.hasOutput = hasOutput
      reportStart()
    case .chapters(let chapters): fileChapters = chapters
    case .speed(let speed): receiveSpeed(speed)
    case .volume(let volume): receiveVolume(volume)
    case .log(let part, let text):
      guard isOpen, let message = MPVLogMessage(part, text) else { return }
      current?.logMessage = message
      if let end = current?.end { receiveEnd(end, at: now) }
    }
  }

  /// Handles the deadlines that have passed.
  ///
  /// - Returns: Whether a request was not answered in time, so that mpv must be ended.
  mutating func expire(at now: Duration) -> Bool {
    if let first = unanswered.first, first.deadline <= now { return true }
    guard let current, let deadline = current.deadline, deadline <= now else { return false }
    if let end = current.end {
      receiveEnd(end, at: now)
    } else {
      send(.stop, at: now)
      fail(.notPlayable("it did not load in time"))
    }
    return false
  }

  /// Reports the start of the current entry once, when it can be heard.
  mutating func reportStart() {
    guard let current, current.phase == .running, !current.isStarted, hasOutput, !isPaused else { return }
    self.current?.isStarted = true
    report(.started(current.entry))
  }

  private mutating func fail(_ error: MusicServiceError) {
    guard let current, current.phase != .over else { return }
    finish()
    report(.failed(current.entry, error))
  }

  private mutating func finish() {
    current?.phase = .over
    current?.deadline = nil
  }

  /// Whether events without the number of a file are about the file of the current entry.
  private var isOpen: Bool { current.map { $0.phase > .requested && $0.phase < .over } ?? false }

  /// Moves the current entry to a later phase, and returns whether the event was about it.
  @discardableResult
  private mutating func advance(_ file: Int? = nil, to phase: MPVCurrentEntry.Phase) -> Bool {
    guard let current, current.phase < phase, file == nil ? isOpen : file == current.file else { return false }
    self.current?.phase = phase
    if phase == .loaded { self.current?.deadline = nil }
    return true
  }

  private mutating func receiveReply(to request: Int, _ error: String?, _ file: Int?) {
    guard let index = unanswered.firstIndex(where: { $0.id == request }) else { return }
    unanswered.remove(at: index)
    hasAnswered = true
    guard let current, current.request == request else { return }
    if let error {
      fail(.notPlayable("mpv cannot load it: \(MPVLogMessage.printable(error))"))
    } else if let file {
      self.current?.file = file
    } else {
      fail(.unavailable("this mpv is too old; version 0.33 or later is required"))
    }
  }

  private mutating func receiveEnd(_ end: MPVMessage.FileEnd, at now: Duration) {
    switch end {
    case .reachedEnd: receiveSoundEnd()
    case .failed(MPVLogMessage.noDataError) where current?.hasSeeked == true: receiveSoundEnd()
    case .failed(let error): fail(MPVLogMessage.failure(error, current?.logMessage))
    case .redirected:
      send(.stop, at: now)
      fail(.notPlayable("it is a list of other addresses"))
    // Another client of this mpv has loaded a file.
    case .replaced: fail(.notPlayable("mpv was told to play something else"))
    }
  }

  /// Reports the end of the current entry, or a failure if the connection was lost: mpv reports both as an end, and only
  /// its log tells them apart.
  private mutating func receiveSoundEnd() {
    guard let current else { return }
    if let message = current.logMessage, message.isAboutConnection, current.isCutShort {
      return fail(.notPlayable("the connection was lost: \(message.text)"))
    }
    // A very short sound ends before mpv reports its audio output.
    if current.phase == .running { hasOutput = true }
    reportStart()
    finish()
    if let duration = current.duration { self.current?.position = duration }
    report(.ended(current.entry))
  }

  private mutating func receivePause(_ isPaused: Bool) {
    let isOutdated = awaitsAnswer { if case .setPause = $0 { true } else { false } }
    guard isPaused != self.isPaused, !isOutdated else { return }
    self.isPaused = isPaused
    guard let current, current.phase != .over else { return }
    report(isPaused ? .paused(current.entry) : .resumed(current.entry))
    reportStart()
  }

  private mutating func receiveSpeed(_ speed: PlaybackSpeed) {
    let isOutdated = awaitsAnswer { if case .setSpeed = $0 { true } else { false } }
    if !isOutdated { self.speed = speed }
  }

  private mutating func receiveVolume(_ volume: Volume) {
    let isOutdated = awaitsAnswer { if case .setVolume = $0 { true } else { false } }
    if !isOutdated { self.volume = volume }
  }

  private mutating func receivePosition(_ position: Duration?) {
    let isOutdated = awaitsAnswer { if case .seek = $0 { true } else { false } }
    guard let position, let current, isOpen, current.phase >= .loaded, current.end == nil, !isOutdated else { return }
    self.current?.position = position
  }
}

extension MPVCurrentEntry {
  /// Whether playback started at a later position than 0. If there is no data from there on, the sound is at its end, as
  /// after a seek while it plays. mpv may find the end before it reports the duration.
  fileprivate var hasSeeked: Bool { position > .zero && (duration != nil || startsLater && phase >= .loaded) }

  /// Whether a tenth or more of the sound was not played.
  fileprivate var isCutShort: Bool { duration.map { position < $0 * 0.9 } ?? false }

  /// Returns whether a log message may follow that gives the reason for an end. mpv sends log messages late.
  fileprivate func needsReason(for end: MPVMessage.FileEnd) -> Bool {
    guard logMessage == nil else { return false }
    return switch end {
    case .reachedEnd: isCutShort
    case .failed(let error): MPVLogMessage.explains(error)
    case .redirected, .replaced: false
    }
  }
}
