internal import Dispatch
internal import FileSystem
public import MixtapeModel
internal import Synchronization
internal import SystemPackage

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A music service that plays with [mpv](https://mpv.io) 0.33 or later.
///
/// Each service starts one process when it needs it, and a new one if that has exited. The process ends with the service
/// or with this process. Text from the library is only data to mpv: it opens only addresses of `http`, `https` and `file`.
public final class MPVMusicService: MusicService {
  private let driver: MPVDriver
  private let find: @Sendable (String, Int) throws(MusicServiceError) -> [Episode]

  /// Makes a service. It starts mpv later.
  ///
  /// - Parameters:
  ///   - environment: The environment of mpv. Its `PATH` is searched for the program.
  ///   - options: Additional options of mpv, such as `--audio-device=…`. They never come from a library.
  ///   - localFile: Returns the path of a file of this machine that is played instead of the address of an episode, such as a
  ///     download; `nil` for the address. It can refuse the address. It is called on any thread, when the episode is loaded.
  ///   - find: The implementation of ``search(_:limit:)``: mpv has no library.
  public convenience init(
    environment: [String: String] = ProcessInfo.processInfo.environment, options: [String] = [],
    localFile: @escaping @Sendable (Episode) throws(MusicServiceError) -> String? = { _ in nil },
    find: @escaping @Sendable (String, Int) throws(MusicServiceError) -> [Episode] = { _, _ in [] }
  ) {
    let program = MPVProgram(environment: environment, options: options)
    self.init(localFile: localFile, find: find) { () throws(MusicServiceError) in
      let (socket, process) = try program.start()
      return (socket, process)
    }
  }

  init(
    timeouts: MPVPlayback.Timeouts = MPVPlayback.Timeouts(),
    localFile: @escaping @Sendable (Episode) throws(MusicServiceError) -> String? = { _ in nil },
    find: @escaping @Sendable (String, Int) throws(MusicServiceError) -> [Episode] = { _, _ in [] },
    start: @escaping @Sendable () throws(MusicServiceError) -> (ConnectedSocket, MPVProcess?)
  ) {
    self.find = find
    driver = MPVDriver(timeouts, localFile: localFile, start: start)
  }

  deinit { driver.end() }

  /// Starts mpv, if it is not running. An mpv that is too old or does not work is reported later, by a failed entry.
  public func requestAccess() throws(MusicServiceError) { try driver.requestAccess() }

  /// Calls the `find` closure of the initializer.
  public func search(_ text: String, limit: Int) throws(MusicServiceError) -> [Episode] { try find(text, limit) }

  /// Sets the queue. mpv gets one file at a time, when it plays.
  public func setQueue(_ queue: [QueueEntry]) { driver.perform { $0.setQueue(queue, at: $1) } }

  /// Plays or resumes the first entry of the queue. Starts mpv, if it is not running.
  ///
  /// - Throws: ``MusicServiceError/notPlayable(_:)`` for an address that is not allowed,
  ///   ``MusicServiceError/missingFile(path:)``.
  public func play() throws(MusicServiceError) {
    try driver.requestAccess()
    try driver.perform { (playback, now) throws(MusicServiceError) in try playback.play(at: now) }
  }

  /// Pauses the first entry.
  public func pause() { driver.perform { $0.pause(at: $1) } }

  /// Removes the first entry, and plays the next one.
  ///
  /// - Throws: The errors of ``play()``, about the next entry.
  public func skip() throws(MusicServiceError) {
    try driver.requestAccess()
    try driver.perform { (playback, now) throws(MusicServiceError) in try playback.skip(at: now) }
  }

  /// Seeks in the first entry. Ignored for sounds that are not seekable.
  public func seek(to position: Duration) { driver.perform { $0.seek(to: position, at: $1) } }

  /// Stops, and empties the queue. mpv keeps running.
  public func stop() { driver.perform { $0.stop(at: $1) } }

  /// Sets the speed. An mpv that is started later gets it, too.
  public func setSpeed(_ speed: PlaybackSpeed) { driver.perform { $0.setSpeed(speed, at: $1) } }

  /// Sets the volume. An mpv that is started later gets it, too.
  public func setVolume(_ volume: Volume) { driver.perform { $0.setVolume(volume, at: $1) } }

  /// The speed by mpv. Its options can set it.
  public var speed: PlaybackSpeed { driver.read { $0.speed } }

  /// The volume by mpv, up to 100. Its options can set it.
  public var volume: Volume { driver.read { $0.volume } }

  /// The position in the first entry.
  public var position: Duration { driver.read { $0.position } }

  /// The length of the first entry by mpv, once it is loaded. It can differ from the length in the library.
  public var duration: Duration? { driver.read { $0.duration } }

  /// `true`: mpv reads the length from the sound.
  public var measuresDuration: Bool { true }

  /// The chapters in the file of the first entry by mpv, once it is loaded.
  public var chapters: ChapterList { driver.read { $0.chapters } }

  /// Sets the receiver of reports.
  public func listen(_ receive: @escaping @Sendable (MusicServiceReport) -> Void) { driver.listen(receive) }
}

/// Connects an ``MPVPlayback`` to a process, a clock and a listener.
final class MPVDriver: Sendable {
  private struct State {
    var playback: MPVPlayback
    var link: MPVLink?
    var linkCount = 0
    /// The reason why there is no connection.
    var disconnectReason = "mpv was not started"
    var lines = LineBuffer(maximumLength: MPVDriver.maximumLineLength)
    var timer: (any DispatchSourceTimer)?
  }

  /// The maximum length of a line of mpv. Longer lines are dropped; only a list of thousands of chapters is that long.
  static let maximumLineLength = 1 << 20
  private static let noAnswer = "mpv does not answer"
  /// The number of reads in a row while the lock is held. The dispatch source then reports the rest again.
  private static let maximumReads = 16

  private let state: Mutex<State>
  private let receiver = Mutex<(@Sendable (MusicServiceReport) -> Void)?>(nil)
  private let launch: @Sendable () throws(MusicServiceError) -> (ConnectedSocket, MPVProcess?)
  /// The serial queue that reads from mpv and sends reports.
  private let queue = DispatchQueue(label: "mixtape.mpv", qos: .userInitiated)
  private let start = SuspendingClock.now

  init(
    _ timeouts: MPVPlayback.Timeouts, localFile: @escaping @Sendable (Episode) throws(MusicServiceError) -> String?,
    start launch: @escaping @Sendable () throws(MusicServiceError) -> (ConnectedSocket, MPVProcess?)
  ) {
    state = Mutex(State(playback: MPVPlayback(timeouts, localFile: localFile)))
    self.launch = launch
  }

  func listen(_ receive: @escaping @Sendable (MusicServiceReport) -> Void) { receiver.withLock { $0 = receive } }

  func read<Result: Sendable>(_ body: (MPVPlayback) -> Result) -> Result { state.withLock { body($0.playback) } }

  /// Starts mpv, if it is not running.
  func requestAccess() throws(MusicServiceError) {
    try state.withLock { state throws(MusicServiceError) in
      guard state.link == nil else { return }
      let (socket, process) = try launch()
      state.linkCount += 1
      let number = state.linkCount
      state.link = MPVLink(number: number, socket, process, on: queue) { [weak self] in self?.receive(number) }
      state.lines = LineBuffer(maximumLength: Self.maximumLineLength)
      state.playback.connect(at: now)
      deliver(&state)
    }
  }

  /// Changes the playback, then sends its commands and reports.
  func perform<Failure>(_ body: (inout MPVPlayback, Duration) throws(Failure) -> Void) throws(Failure) {
    try state.withLock { state throws(Failure) in
      defer { deliver(&state) }
      try body(&state.playback, now)
    }
  }

  func end() {
    state.withLock { state in
      state.link?.end()
      state.link = nil
      state.timer?.cancel()
      state.timer = nil
    }
  }

  /// The time since the driver was made, without the time in which the machine slept, when mpv could not answer.
  private var now: Duration { SuspendingClock.now - start }

  private func receive(_ number: Int) {
    state.withLock { state in
      guard state.link?.number == number else { return }
      receive(&state)
      deliver(&state)
    }
  }

  /// Reads the messages that mpv has sent so far.
  private func receive(_ state: inout State) {
    guard let link = state.link else { return }
    do throws(Errno) {
      for _ in 0..<Self.maximumReads {
        guard let bytes = try link.receive() else { return }
        guard !bytes.isEmpty else { return disconnect(Self.exitReason(state), &state) }
        let now = now
        for line in state.lines.append(bytes) {
          if let message = MPVMessage(line: line) { state.playback.receive(message, at: now) }
        }
      }
    } catch {
      // If mpv exits with unread input, the socket reports an error instead of its end.
      disconnect(Self.exitReason(state), &state)
    }
  }

  /// Returns a message that mpv has exited. If it never answered, the message includes its output, which mostly names an
  /// unknown option.
  private static func exitReason(_ state: State) -> String {
    guard !state.playback.hasAnswered else { return "mpv has exited" }
    return "mpv exited at once: \(state.link?.firstOutputLine() ?? "it gave no reason")"
  }

  private func wake() {
    state.withLock { state in
      // Messages may have come in time and wait to be read, if this process was suspended.
      receive(&state)
      if state.link != nil, state.playback.expire(at: now) { disconnect(Self.noAnswer, &state) }
      deliver(&state)
    }
  }

  private func disconnect(_ reason: String, _ state: inout State) {
    state.link?.end()
    state.link = nil
    state.disconnectReason = reason
    state.playback.disconnect(reason)
  }

  /// Sends the commands to mpv and the reports to the listener, and sets the timer.
  private func deliver(_ state: inout State) {
    for (request, command) in state.playback.takeOutbox() {
      guard let link = state.link else {
        // mpv exited after it was found running and before the command was sent.
        state.playback.disconnect(state.disconnectReason)
        break
      }
      do throws(Errno) {
        try link.send(command.line(request: request))
      } catch {
        disconnect(error == .wouldBlock ? Self.noAnswer : Self.exitReason(state), &state)
      }
    }
    for report in state.playback.takeReports() {
      queue.async { [self] in receiver.withLock { $0 }?(report) }
    }
    setTimer(&state)
  }

  private func setTimer(_ state: inout State) {
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
