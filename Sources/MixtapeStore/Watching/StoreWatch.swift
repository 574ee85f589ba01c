internal import Dispatch
internal import FileSystem
public import MixtapeModel
internal import Synchronization
internal import SystemPackage

extension Store {
  /// Starts watching the store's files, and reads all of them once.
  ///
  /// - Parameter quietTime: The time without events after which a file is read. A file that has errors, or that its
  ///   writer has not closed, may be incomplete, so it gets three times as long.
  /// - Throws: ``MixtapeError/Code/cannotWatch``; errors of reading the store.
  public func watch(quietTime: Duration = .milliseconds(100)) throws(MixtapeError) -> StoreWatch {
    try StoreWatch(self, quietTime: quietTime)
  }
}

/// Follows the files of a store while any program changes them.
///
/// Contents are compared, not times: a file that is saved unchanged is not reported. Writes by this process are
/// reported like any others. The watch ends with ``stop()``, or with its last reference. While nothing happens, it
/// needs only the memory for the contents of the files.
public final class StoreWatch: Sendable {
  /// The driver, which runs on one queue.
  private let driver: WatchDriver

  init(_ store: Store, quietTime: Duration) throws(MixtapeError) {
    driver = try WatchDriver(store, quietTime: quietTime)
  }

  deinit { driver.cancel() }

  /// Returns the events from now on, in order, for any number of listeners. Events that occur before the first
  /// listener are kept for it.
  ///
  /// The sequence ends with the watch. After a failure, ``StoreEvent/ended(_:)`` is its last element.
  public func events() -> AsyncStream<StoreEvent> { driver.listen() }

  /// The present problems of files, in order of path.
  public var invalidFiles: [FileReport] { driver.invalidFiles }

  /// Sends the events up to now, without waiting for files to be quiet, and ends the watch. Returns when that is
  /// done.
  public func stop() { driver.stop() }
}

/// Runs a ``StoreTracker`` with events of the system and a clock.
private final class WatchDriver: Sendable {
  private struct State {
    var tracker: StoreTracker
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
  private let broadcaster = ChangeBroadcaster<StoreEvent>()
  private let start = ContinuousClock.now

  init(_ store: Store, quietTime: Duration) throws(MixtapeError) {
    do throws(DirectoryWatch.Failure) {
      watch = try DirectoryWatch()
    } catch {
      throw .cannotWatch(store.directory, error)
    }
    directory = store.directory
    state = Mutex(State(tracker: try StoreTracker(store, watch, quietTime: quietTime)))
  }

  var invalidFiles: [FileReport] { state.withLock { $0.tracker.faults } }

  func listen() -> AsyncStream<StoreEvent> {
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

  /// Ends the watch at once.
  func cancel() { state.withLock { end(&$0) } }

  private var elapsed: Duration { ContinuousClock.now - start }

  /// Runs a function unless the watch has ended. An error ends the watch.
  private func attempt(
    on state: inout State, _ body: (inout StoreTracker) throws(MixtapeError) -> Void
  ) {
    guard !state.hasEnded else { return }
    do throws(MixtapeError) {
      try body(&state.tracker)
    } catch {
      broadcaster.send(.ended(error))
      end(&state)
    }
  }

  private func readEvents(_ tracker: inout StoreTracker) throws(MixtapeError) {
    let events = try Disk.checked(directory, try watch.events())
    tracker.note(events, at: elapsed)
  }

  private func settle(_ tracker: inout StoreTracker, at now: Duration) throws(MixtapeError) {
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
