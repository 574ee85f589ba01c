public import MixtapeModel

extension Store {
  /// Starts to notice changes of the store's playlists, library and settings, without reading them.
  ///
  /// This needs less time and memory than ``watch(quietTime:)``, which reads all files to tell what changed.
  ///
  /// - Parameter quietTime: The time without events after which a change is reported.
  /// - Throws: ``MixtapeError/Code/cannotWatch``; errors of reading directories.
  public func watchForChanges(
    quietTime: Duration = .milliseconds(100)
  ) throws(MixtapeError) -> StoreChangeWatch {
    try StoreChangeWatch(self, quietTime: quietTime)
  }
}

/// Notices that files of a store changed. The watch ends with its last reference.
public final class StoreChangeWatch: Sendable {
  private let driver: WatchDriver<ChangeTracker>

  init(_ store: Store, quietTime: Duration) throws(MixtapeError) {
    driver = try WatchDriver(store.directory) { (watch) throws(MixtapeError) in
      try ChangeTracker(store, watch, quietTime: quietTime)
    }
  }

  deinit { driver.cancel() }

  /// Returns a signal after each change from now on, and at least every hour, because rules can depend on the clock.
  ///
  /// The sequence ends with the watch. After a failure, ``StoreChangeSignal/ended(_:)`` is its last element.
  public func signals() -> AsyncStream<StoreChangeSignal> { driver.listen() }
}

/// A signal of a ``StoreChangeWatch``.
public enum StoreChangeSignal: Sendable {
  /// Files may have changed.
  case changed
  /// The store cannot be watched any longer. This is the last signal.
  case ended(MixtapeError)
}
