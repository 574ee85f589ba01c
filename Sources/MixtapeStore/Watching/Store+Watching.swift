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
  static func cannotWatch(_ store: FilePath, _ failure: DirectoryWatch.Failure) -> MixtapeError {
    MixtapeError(.cannotWatch, .file(store.string), cause: WatchFailure(failure))
  }
}

extension Store {
  /// Starts watching the store's files, and reads all of them once.
  ///
  /// - Parameter quietTime: The time without events after which a file is read. A file that has errors, or that its
  ///   writer has not closed, may be incomplete, so it gets three times as long.
  /// - Throws: ``MixtapeError/Code/cannotWatch``; errors of reading the store.
  public func watch(quietTime: Duration = .milliseconds(100)) throws(MixtapeError) -> StoreWatch {
    try StoreWatch(self, quietTime: quietTime)
  }

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

/// An event in the files of a store.
public enum StoreEvent: Sendable {
  /// A playlist was created, changed, moved to another folder or deleted.
  ///
  /// The change is relative to its last version without errors. The path is that of its file below the store's
  /// directory; for a deleted playlist, its last path.
  case playlist(PlaylistChange, path: String)
  /// The file of a playlist was renamed, and perhaps edited, so that the playlist has another id now. The path is that of the
  /// present file.
  case renamed(from: Playlist, to: Playlist, path: String)
  /// A podcast or an album was changed, moved to another folder, or renamed, so that it has another id now. The difference is
  /// relative to its last version without errors.
  case podcast(PodcastDifference, HandEdit.Kind, path: String)
  /// Another file changed: a podcast or an album that was created or deleted, a template or `mixtape.toml`; or in the file of a
  /// playlist or a podcast, only text that is not part of it.
  case file(HandEdit.Kind, path: String)
  /// The episodes of a smart playlist changed, because the library, its own file, another playlist or the time
  /// changed. This event comes after those of the files.
  case contents(ContentsChange)
  /// The rules of a smart playlist cannot be evaluated any more. It keeps its last episodes until they can.
  case contentsUnknown(Playlist.ID, MixtapeError)
  /// A file has errors, or other errors than before. Its last version without errors stays valid until they are
  /// corrected.
  case invalid(FileReport)
  /// The errors of a file were corrected. A change follows if its content is new.
  case fixed(path: String)
  /// The store cannot be watched any longer. This is the last event.
  case ended(MixtapeError)
}

extension StoreEvent: CustomStringConvertible {
  /// The event in one line: `playlists/focus.toml: updated Focus (focus)`, `library/night-sky.toml: edited`.
  public var description: String {
    switch self {
    case .playlist(let change, let path): "\(path): \(change)"
    case .renamed(let old, _, let path): "\(path): renamed from \(old.id)"
    case .podcast(_, let kind, let path), .file(let kind, let path): "\(path): \(kind.rawValue)"
    case .contents(let change):
      "contents of \(change.playlist): \(counted(change.after.count, "episode")), previously \(change.before.count)"
    case .contentsUnknown(let id, let error): "contents of \(id): \(error)"
    case .invalid(let report): "\(InvalidFiles(reports: [report]))"
    case .fixed(let path): "\(path): errors corrected"
    case .ended(let error): "ended: \(error)"
    }
  }
}

/// The previous and the new episodes of a smart playlist: hand-picked ones that the library has, and those that its
/// rules find.
public struct ContentsChange: Hashable, Sendable {
  /// The playlist.
  public let playlist: Playlist.ID
  /// The previous episodes, in order.
  public let before: [Episode.ID]
  /// The new episodes, in order.
  public let after: [Episode.ID]
  /// Whether the present time can be the cause: an hour or a minute has ended on which the rules depend.
  public let isByTime: Bool

  /// Makes a change.
  public init(_ playlist: Playlist.ID, from before: [Episode.ID], to after: [Episode.ID], isByTime: Bool = false) {
    self.playlist = playlist
    self.before = before
    self.after = after
    self.isByTime = isByTime
  }
}
