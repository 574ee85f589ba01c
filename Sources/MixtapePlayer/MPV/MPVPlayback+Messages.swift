// What mpv says, and what it does not say.

extension MPVPlayback {
  /// Begins to speak to an mpv that has just been started.
  mutating func connect(at now: Duration) {
    isPaused = false
    hasOutput = false
    hasAnswered = false
    tell(.requestLog, at: now)
    for property in MPVProperty.allCases { tell(.observe(property), at: now) }
  }

  /// Takes in that mpv is gone.
  mutating func disconnect(_ reason: String) {
    unanswered = []
    fail(.unavailable(reason))
  }

  mutating func receive(_ message: MPVMessage, at now: Duration) {
    switch message {
    case .reply(let request, let error, let file): receiveReply(to: request, error, file)
    case .fileStarted(let file): advance(file, to: .opening)
    case .fileLoaded:
      guard advance(to: .loaded) else { return }
      if let position = turn?.pendingSeek { tell(.seek(position), at: now) }
      turn?.pendingSeek = nil
    case .restarted:
      advance(to: .running)
      reportStart()
    case .fileEnded(let file, let end):
      guard let turn, turn.file == file, turn.phase != .over, turn.end == nil else { return }
      if turn.wantsWords(for: end) {
        self.turn?.end = end
        self.turn?.deadline = now + patience.words
      } else {
        receiveEnd(end, at: now)
      }
    case .pause(let isPaused): receivePause(isPaused)
    case .position(let position): receivePosition(position)
    case .duration(let duration): if isOpen, turn?.end == nil { turn?.duration = duration }
    case .output(let hasOutput):
      self.hasOutput = hasOutput
      reportStart()
    case .log(let part, let text):
      guard isOpen, let complaint = MPVComplaint(part, text) else { return }
      turn?.complaint = complaint
      if let end = turn?.end { receiveEnd(end, at: now) }
    }
  }

  /// Asks whether it is too late for something.
  ///
  /// - Returns: Whether mpv has been silent for too long, and is to be ended.
  mutating func expire(at now: Duration) -> Bool {
    if let first = unanswered.first, first.deadline <= now { return true }
    guard let turn, let deadline = turn.deadline, deadline <= now else { return false }
    if let end = turn.end {
      receiveEnd(end, at: now)
    } else {
      tell(.stop, at: now)
      fail(.notPlayable("nothing of it has come for too long"))
    }
    return false
  }

  /// Reports the start of the first entry when it is heard, once.
  mutating func reportStart() {
    guard let turn, turn.phase == .running, !turn.isStarted, hasOutput, !isPaused else { return }
    self.turn?.isStarted = true
    report(.started(turn.entry))
  }

  private mutating func fail(_ error: MusicServiceError) {
    guard let turn, turn.phase != .over else { return }
    finish()
    report(.failed(turn.entry, error))
  }

  private mutating func finish() {
    turn?.phase = .over
    turn?.deadline = nil
  }

  /// Whether what mpv says of a file is about that of the first entry.
  private var isOpen: Bool { turn.map { $0.phase > .requested && $0.phase < .over } ?? false }

  /// Notes that the file of the first entry has come further.
  @discardableResult
  private mutating func advance(_ file: Int? = nil, to phase: MPVTurn.Phase) -> Bool {
    guard let turn, turn.phase < phase, file == nil ? isOpen : file == turn.file else { return false }
    self.turn?.phase = phase
    if phase == .loaded { self.turn?.deadline = nil }
    return true
  }

  private mutating func receiveReply(to request: Int, _ error: String?, _ file: Int?) {
    guard let index = unanswered.firstIndex(where: { $0.id == request }) else { return }
    unanswered.remove(at: index)
    hasAnswered = true
    guard let turn, turn.request == request else { return }
    if let error {
      fail(.notPlayable("mpv does not load it: \(MPVComplaint.printable(error))"))
    } else if let file {
      self.turn?.file = file
    } else {
      fail(.unavailable("this mpv is too old; it has to be 0.33 or later"))
    }
  }

  private mutating func receiveEnd(_ end: MPVMessage.FileEnd, at now: Duration) {
    switch end {
    case .reachedEnd: receiveSoundEnd()
    case .failed(MPVComplaint.silence) where turn?.isSentOn == true: receiveSoundEnd()
    case .failed(let error): fail(MPVComplaint.failure(error, turn?.complaint))
    case .redirected:
      tell(.stop, at: now)
      fail(.notPlayable("it is a list of other addresses"))
    // Somebody else has told mpv so.
    case .replaced: fail(.notPlayable("mpv was told to play something else"))
    }
  }

  /// That a connection broke off looks to mpv like an end, but for what it says in words.
  private mutating func receiveSoundEnd() {
    guard let turn else { return }
    if let complaint = turn.complaint, complaint.isOfConnection, turn.isCutShort {
      return fail(.notPlayable("it broke off: \(complaint.text)"))
    }
    // A sound that is short enough ends before mpv tells of the device that it was heard on.
    if turn.phase == .running { hasOutput = true }
    reportStart()
    finish()
    if let duration = turn.duration { self.turn?.position = duration }
    report(.ended(turn.entry))
  }

  private mutating func receivePause(_ isPaused: Bool) {
    let isOutdated = awaitsAnswer { if case .setPause = $0 { true } else { false } }
    guard isPaused != self.isPaused, !isOutdated else { return }
    self.isPaused = isPaused
    guard let turn, turn.phase != .over else { return }
    report(isPaused ? .paused(turn.entry) : .resumed(turn.entry))
    reportStart()
  }

  private mutating func receivePosition(_ position: Duration?) {
    let isOutdated = awaitsAnswer { if case .seek = $0 { true } else { false } }
    guard let position, let turn, isOpen, turn.phase >= .loaded, turn.end == nil, !isOutdated else { return }
    self.turn?.position = position
  }
}

extension MPVTurn {
  /// Whether it was to begin anywhere but at its start. That nothing is to be heard there is no failure of a sound that is
  /// long enough to be measured: it is its end, as it is when somebody goes there while it plays.
  fileprivate var isSentOn: Bool { position > .zero && duration != nil }

  /// Whether a tenth or more of it was still to come.
  fileprivate var isCutShort: Bool { duration.map { position < $0 * 0.9 } ?? false }

  /// Whether words may follow an end that explain it. mpv says them when it has nothing else to say, so that they can come
  /// after the end that they are about.
  fileprivate func wantsWords(for end: MPVMessage.FileEnd) -> Bool {
    guard complaint == nil else { return false }
    return switch end {
    case .reachedEnd: isCutShort
    case .failed(let error): MPVComplaint.explains(error)
    case .redirected, .replaced: false
    }
  }
}
