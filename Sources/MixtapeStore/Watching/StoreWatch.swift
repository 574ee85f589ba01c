public import MixtapeModel

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
  private let driver: WatchDriver<StoreTracker>

  init(_ store: Store, quietTime: Duration) throws(MixtapeError) {
    driver = try WatchDriver(store.directory) { (watch) throws(MixtapeError) in
      try StoreTracker(store, watch, quietTime: quietTime)
    }
  }

  deinit { driver.cancel() }

  /// Returns the events from now on, in order, for any number of listeners. Events that occur before the first
  /// listener are kept for it.
  ///
  /// The sequence ends with the watch. After a failure, ``StoreEvent/ended(_:)`` is its last element.
  public func events() -> AsyncStream<StoreEvent> { driver.listen() }

  /// The present problems of files, in order of path.
  public var invalidFiles: [FileReport] { driver.read(\.faults) }

  /// Sends the events up to now, without waiting for files to be quiet, and ends the watch. Returns when that is
  /// done.
  public func stop() { driver.stop() }
}
