internal import Dispatch
internal import FileSystem
public import MixtapeModel
internal import Synchronization
internal import SystemPackage

extension Store {
  /// Begins to watch the store's files, and reads all of them once.
  ///
  /// - Parameter quietTime: How long a file has to be still before it is looked at. One that does not parse, or that its
  ///   writer has not closed, may be half-written, and is given three times as long.
  /// - Throws: ``MixtapeError/Code/cannotWatch``; and what reading a store throws.
  public func watch(quietTime: Duration = .milliseconds(100)) throws(MixtapeError) -> StoreWatch {
    try StoreWatch(self, quietTime: quietTime)
  }
}

/// Follows the files of a store while any program changes them.
///
/// Changes are found by content and not by time: a file that is saved unchanged is not reported, and writes by this process are
/// reported once, like any others. The watch ends with ``stop()``, or when its last reference is gone. While nothing happens, it
/// costs only memory for the contents of the files.
public final class StoreWatch: Sendable {
  /// The driver, which does everything on one queue.
  private let driver: WatchDriver

  init(_ store: Store, quietTime: Duration) throws(MixtapeError) {
    driver = try WatchDriver(store, quietTime: quietTime)
  }

  deinit { driver.cancel() }

  /// The events from now on, in order, for any number of listeners. No event is sent before the first of them listens, and
  /// nothing that happens meanwhile is lost.
  ///
  /// The sequence ends when the watch ends; if that was not asked for, ``StoreEvent/ended(_:)`` says why.
  public func events() -> AsyncStream<StoreEvent> { driver.listen() }

  /// The present problems of files, in order of path.
  public var invalidFiles: [FileReport] { driver.invalidFiles }

  /// Tells what has happened until now, without waiting for files to be still, and ends. Returns when that is done.
  public func stop() { driver.stop() }
}

/// Runs a ``StoreTracker`` with events of the system and a clock.
private final class WatchDriver: Sendable {
  private struct State {
    var tracker: StoreTracker
    /// The sources that wake the driver; `nil` before the first listener comes and after the end.
    var alarms: Alarms?
    var hasEnded = false
  }

  private struct Alarms {
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
      if state.alarms == nil, !state.hasEnded {
        state.alarms = setAlarms()
        setTimer(in: state)
      }
      return stream
    }
  }

  private func setAlarms() -> Alarms {
    let queue = DispatchQueue(label: "mixtape.watch", qos: .userInitiated)
    let descriptor = DispatchSource.makeReadSource(fileDescriptor: watch.descriptor, queue: queue)
    let timer = DispatchSource.makeTimerSource(queue: queue)
    descriptor.setEventHandler { [weak self] in self?.wake() }
    timer.setEventHandler { [weak self] in self?.wake() }
    // The descriptor must not be closed before the source has let go of it.
    descriptor.setCancelHandler { [watch] in withExtendedLifetime(watch) {} }
    descriptor.activate()
    timer.activate()
    return Alarms(descriptor: descriptor, timer: timer)
  }

  /// Reads events, reports what has settled, and sets the timer for what has not.
  private func wake() {
    state.withLock { state in
      attempt(on: &state) { (tracker) throws(MixtapeError) in
        try readEvents(&tracker)
        try settle(&tracker, at: elapsed)
      }
      setTimer(in: state)
    }
  }

  /// Sets the alarm for what has not settled yet, and for rules that look at the clock.
  private func setTimer(in state: State) {
    guard let deadline = [state.tracker.deadline, state.tracker.appointment].compactMap(\.self).min() else { return }
    let pause = max(.zero, deadline - elapsed)
    state.alarms?.timer.schedule(
      deadline: .now() + .nanoseconds(Int(pause / .nanoseconds(1))), leeway: .milliseconds(1))
  }

  /// Tells everything up to now, and ends.
  func stop() {
    state.withLock { state in
      attempt(on: &state) { (tracker) throws(MixtapeError) in
        try readEvents(&tracker)
        // As if time went by until everything has been still for long enough.
        while let deadline = tracker.deadline { try settle(&tracker, at: deadline) }
      }
      end(&state)
    }
  }

  /// Ends at once.
  func cancel() { state.withLock { end(&$0) } }

  private var elapsed: Duration { ContinuousClock.now - start }

  /// Does something unless the watch has ended; what goes wrong ends it.
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
    state.alarms?.descriptor.cancel()
    state.alarms?.timer.cancel()
    state.alarms = nil
    broadcaster.finish()
  }
}
