internal import FileSystem
public import MixtapeModel
public import SystemPackage

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

extension MixtapeError.Code {
  /// The files of a store cannot be watched; the cause is a ``WatchFailure``.
  public static let cannotWatch = Self(rawValue: "cannot-watch")
}

/// The reason why a store cannot be watched.
public enum WatchFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system's limit of watched directories for this user is reached: `fs.inotify.max_user_watches`.
  case tooManyDirectories
  /// The system's limit of watches for this user is reached: `fs.inotify.max_user_instances`.
  case tooManyWatches
  /// Mixtape does not support watching files on this system.
  case unsupported
  /// The system's error.
  case system(Errno)

  /// The reason in a few words.
  public var description: String {
    switch self {
    case .tooManyDirectories: "too many watched directories"
    case .tooManyWatches: "too many watches"
    case .unsupported: "watching is not supported on this system"
    case .system(let error): error.description
    }
  }

  init(_ failure: DirectoryWatch.Failure) {
    switch failure {
    case .tooManyDirectories: self = .tooManyDirectories
    case .tooManyWatches: self = .tooManyWatches
    case .unsupported: self = .unsupported
    case .system(let error): self = .system(error)
    }
  }
}

extension MixtapeError {
  /// Returns the error for a store that cannot be watched.
  static func cannotWatch(_ store: FilePath, _ failure: DirectoryWatch.Failure) -> MixtapeError {
    MixtapeError(.cannotWatch, .file(store.string), cause: WatchFailure(failure))
  }
}
