internal import Dispatch
internal import FileSystem
internal import MixtapeModel
internal import Synchronization
internal import SystemPackage

/// Runs a tracker with events of the system and a clock.
final class WatchDriver<Tracker: FileTracker>: Sendable {
  private struct State {
    var tracker: Tracker
    /// The sources that wake the driver; `nil` before the first listener and after the end.
    var timers: WatchTimers?
    var hasEnded = false
  }

  private struct WatchTimers {
    let descriptor: any DispatchSourceRead
    let timer: any DispatchSourceTimer
  }

  private let state: Mutex<State>
  private let watch: DirectoryWatch
  private let directory: FilePath
  private let broadcaster = ChangeBroadcaster<Tracker.Event>()
  private let start = ContinuousClock.now

  /// Starts watching.
  ///
  /// - Parameter makeTracker: Makes the tracker with the watch of its directories.
  init(
    _ directory: FilePath, _ makeTracker: (DirectoryWatch) throws(MixtapeError) -> Tracker
  ) throws(MixtapeError) {
    do throws(DirectoryWatch.Failure) {
      watch = try DirectoryWatch()
    } catch {
      throw .cannotWatch(directory, error)
    }
    self.directory = directory
    state = Mutex(State(tracker: try makeTracker(watch)))
  }

  func read<Value: Sendable>(_ body: (Tracker) -> Value) -> Value { state.withLock { body($0.tracker) } }

  /// Returns the events from now on. The first listener also gets those before it.
  func listen() -> AsyncStream<Tracker.Event> {
    state.withLock { state in
      let stream = broadcaster.listen()
      if state.hasEnded { broadcaster.finish() }
      if state.timers == nil, !state.hasEnded {
        state.timers = setTimers()
        setTimer(in: state)
      }
      return stream
    }
  }

  private func setTimers() -> WatchTimers {
    let queue = DispatchQueue(label: "mixtape.watch", qos: .userInitiated)
    let descriptor = DispatchSource.makeReadSource(fileDescriptor: watch.descriptor, queue: queue)
    let timer = DispatchSource.makeTimerSource(queue: queue)
    descriptor.setEventHandler { [weak self] in self?.wake() }
    timer.setEventHandler { [weak self] in self?.wake() }
    // The descriptor must not be closed before the source is cancelled.
    descriptor.setCancelHandler { [watch] in withExtendedLifetime(watch) {} }
    descriptor.activate()
    timer.activate()
    return WatchTimers(descriptor: descriptor, timer: timer)
  }

  /// Reads events, sends changes, and sets the timer.
  private func wake() {
    state.withLock { state in
      attempt(on: &state) { (tracker) throws(MixtapeError) in
        try readEvents(&tracker)
        try settle(&tracker, at: elapsed)
      }
      setTimer(in: state)
    }
  }

  /// Sets the timer for paths that are not quiet yet, and for rules that depend on the clock.
  private func setTimer(in state: State) {
    guard let deadline = [state.tracker.deadline, state.tracker.clockDeadline].compactMap(\.self).min() else { return }
    let pause = max(.zero, deadline - elapsed)
    state.timers?.timer.schedule(
      deadline: .now() + .nanoseconds(Int(pause / .nanoseconds(1))), leeway: .milliseconds(1))
  }

  /// Sends the events up to now, and ends the watch.
  func stop() {
    state.withLock { state in
      attempt(on: &state) { (tracker) throws(MixtapeError) in
        try readEvents(&tracker)
        // Passes later times, at which everything has been quiet for long enough.
        while let deadline = tracker.deadline { try settle(&tracker, at: deadline) }
      }
      end(&state)
    }
  }

  func cancel() { state.withLock { end(&$0) } }

  private var elapsed: Duration { ContinuousClock.now - start }

  /// Runs a function unless the watch has ended. An error ends the watch.
  private func attempt(
    on state: inout State, _ body: (inout Tracker) throws(MixtapeError) -> Void
  ) {
    guard !state.hasEnded else { return }
    do throws(MixtapeError) {
      try body(&state.tracker)
    } catch {
      broadcaster.send(Tracker.ended(error))
      end(&state)
    }
  }

  private func readEvents(_ tracker: inout Tracker) throws(MixtapeError) {
    let events = try Disk.checked(directory, try watch.events())
    tracker.note(events, at: elapsed)
  }

  private func settle(_ tracker: inout Tracker, at now: Duration) throws(MixtapeError) {
    for event in try tracker.settle(at: now) { broadcaster.send(event) }
  }

  private func end(_ state: inout State) {
    state.hasEnded = true
    state.timers?.descriptor.cancel()
    state.timers?.timer.cancel()
    state.timers = nil
    broadcaster.finish()
  }
}

/// A follower of the files of a store: it receives events of the system, waits until files are quiet, and returns events.
///
/// It has no clock and no thread. The caller passes events with their time, which may start at any point.
protocol FileTracker: Sendable {
  associatedtype Event: Sendable

  /// Records events of the system.
  mutating func note(_ events: [DirectoryWatch.Event], at now: Duration)

  /// Returns the events of files that have been quiet for long enough.
  ///
  /// - Throws: ``MixtapeError/Code/noStore`` if the store's directory is gone; errors of reading.
  mutating func settle(at now: Duration) throws(MixtapeError) -> [Event]

  /// The time at which ``settle(at:)`` has to be called because of events; `nil` if there are none.
  var deadline: Duration? { get }

  /// The time at which ``settle(at:)`` has to be called because time has passed; `nil` for never.
  var clockDeadline: Duration? { get }

  /// Returns the last event, after an error.
  static func ended(_ error: MixtapeError) -> Event
}
