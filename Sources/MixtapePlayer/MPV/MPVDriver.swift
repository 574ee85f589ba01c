internal import Dispatch
internal import FileSystem
internal import Synchronization
internal import SystemPackage

/// Runs an ``MPVPlayback`` with a process, a clock, and someone who listens.
final class MPVDriver: Sendable {
  private struct State {
    var playback: MPVPlayback
    var link: MPVLink?
    var linkCount = 0
    /// Why there is no link any more.
    var loss = "mpv was not started"
    var lines = LineBuffer(maximumLength: MPVDriver.maximumLineLength)
    var timer: (any DispatchSourceTimer)?
  }

  /// Longer lines of mpv are not read. What it says of interest is far shorter.
  static let maximumLineLength = 65_536
  private static let silence = "mpv does not answer"
  /// How many pieces are read before others may call. Of what is left, the system tells again.
  private static let maximumPieces = 16

  private let state: Mutex<State>
  private let receiver = Mutex<(@Sendable (MusicServiceReport) -> Void)?>(nil)
  private let launch: @Sendable () throws(MusicServiceError) -> (ConnectedSocket, MPVProcess?)
  /// Where mpv is heard, and reports are made, one after the other.
  private let queue = DispatchQueue(label: "mixtape.mpv", qos: .userInitiated)
  private let start = SuspendingClock.now

  init(
    _ patience: MPVPlayback.Patience,
    start launch: @escaping @Sendable () throws(MusicServiceError) -> (ConnectedSocket, MPVProcess?)
  ) {
    state = Mutex(State(playback: MPVPlayback(patience)))
    self.launch = launch
  }

  func listen(_ receive: @escaping @Sendable (MusicServiceReport) -> Void) { receiver.withLock { $0 = receive } }

  func read<Result: Sendable>(_ look: (MPVPlayback) -> Result) -> Result { state.withLock { look($0.playback) } }

  /// Starts mpv, if it does not run.
  func requestAccess() throws(MusicServiceError) {
    try state.withLock { state throws(MusicServiceError) in
      guard state.link == nil else { return }
      let (socket, process) = try launch()
      state.linkCount += 1
      let number = state.linkCount
      state.link = MPVLink(number: number, socket, process, on: queue) { [weak self] in self?.hear(number) }
      state.lines = LineBuffer(maximumLength: Self.maximumLineLength)
      state.playback.connect(at: now)
      deliver(&state)
    }
  }

  /// Has the playback do something, and does what follows.
  func perform<Failure>(_ body: (inout MPVPlayback, Duration) throws(Failure) -> Void) throws(Failure) {
    try state.withLock { state throws(Failure) in
      defer { deliver(&state) }
      try body(&state.playback, now)
    }
  }

  /// Ends mpv.
  func end() {
    state.withLock { state in
      state.link?.end()
      state.link = nil
      state.timer?.cancel()
      state.timer = nil
    }
  }

  /// The time without that in which the machine slept: nobody answered then.
  private var now: Duration { SuspendingClock.now - start }

  private func hear(_ number: Int) {
    state.withLock { state in
      guard state.link?.number == number else { return }
      hear(&state)
      deliver(&state)
    }
  }

  /// Takes in what mpv has said until now.
  private func hear(_ state: inout State) {
    guard let link = state.link else { return }
    do throws(Errno) {
      for _ in 0..<Self.maximumPieces {
        guard let bytes = try link.receive() else { return }
        guard !bytes.isEmpty else { return lose(Self.end(of: state), &state) }
        let now = now
        for line in state.lines.append(bytes) {
          if let message = MPVMessage(line: line) { state.playback.receive(message, at: now) }
        }
      }
    } catch {
      // Where it has not read everything, its end shows as an error.
      lose(Self.end(of: state), &state)
    }
  }

  /// That mpv has ended, and why, if it has not come as far as answering. That is mostly an option that it does not know.
  private static func end(of state: State) -> String {
    guard !state.playback.hasAnswered else { return "mpv has ended" }
    return "mpv ended at once: \(state.link?.firstWords() ?? "it did not say why")"
  }

  private func wake() {
    state.withLock { state in
      // What has come in time, but was not read yet because this process was held, counts.
      hear(&state)
      if state.link != nil, state.playback.expire(at: now) { lose(Self.silence, &state) }
      deliver(&state)
    }
  }

  private func lose(_ reason: String, _ state: inout State) {
    state.link?.end()
    state.link = nil
    state.loss = reason
    state.playback.disconnect(reason)
  }

  /// Tells mpv and the listener what there is to tell, and sets the alarm.
  private func deliver(_ state: inout State) {
    for (request, command) in state.playback.takeOutbox() {
      guard let link = state.link else {
        // It went between being started, or found running, and being told.
        state.playback.disconnect(state.loss)
        break
      }
      do {
        try link.send(command.line(request: request))
      } catch {
        lose(error as? Errno == .wouldBlock ? Self.silence : Self.end(of: state), &state)
      }
    }
    for report in state.playback.takeReports() {
      queue.async { [self] in receiver.withLock { $0 }?(report) }
    }
    setAlarm(&state)
  }

  private func setAlarm(_ state: inout State) {
    guard state.link != nil, let deadline = state.playback.deadline else {
      state.timer?.schedule(deadline: .distantFuture)
      return
    }
    let pause = max(.zero, deadline - now)
    let timer = state.timer ?? makeTimer()
    timer.schedule(deadline: .now() + .milliseconds(Int(pause / .milliseconds(1)) + 1), leeway: .milliseconds(10))
    state.timer = timer
  }

  private func makeTimer() -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler { [weak self] in self?.wake() }
    timer.activate()
    return timer
  }
}
