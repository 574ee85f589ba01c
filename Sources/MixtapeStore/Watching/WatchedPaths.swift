internal import FileSystem
internal import MixtapeModel
internal import SystemPackage

/// The watched directories of a store, by their paths below the store's directory, which itself is the empty path.
struct WatchedDirectories {
  enum Place: Equatable {
    /// A file of the store.
    case file(String, isBeingWritten: Bool)
    /// A directory with everything in it. The empty path stands for the whole store.
    case directory(String)
    /// The store's directory was deleted or moved.
    case storeIsGone
  }

  private let store: FilePath
  private let watch: DirectoryWatch
  private var paths: [DirectoryWatch.ID: String] = [:]

  init(of store: FilePath, _ watch: DirectoryWatch) {
    self.store = store
    self.watch = watch
  }

  /// Watches these directories and no others.
  ///
  /// - Returns: Whether one of them was not watched before at its path, so that changes in it may have been missed.
  mutating func replace(with wanted: [String]) throws(MixtapeError) -> Bool {
    var current: [DirectoryWatch.ID: String] = [:]
    do throws(DirectoryWatch.Failure) {
      for path in wanted {
        // Adding a watched path again returns a new id if there is another directory now.
        if let id = try watch.add(path.isEmpty ? store : store.appending(path)) { current[id] = path }
      }
    } catch {
      throw .cannotWatch(store, error)
    }
    let isNew = current.contains { paths[$0.key] != $0.value }
    for id in paths.keys where current[id] == nil { watch.remove(id) }
    paths = current
    return isNew
  }

  /// Returns the subject of an event; `nil` if it does not concern the store.
  mutating func place(of event: DirectoryWatch.Event) -> Place? {
    switch event {
    case .overflow: return .directory("")
    case .writing(let id, let name): return file(name, in: id, isBeingWritten: true)
    case .settled(let id, let name): return file(name, in: id, isBeingWritten: false)
    case .directory(let id, let name):
      return path(of: name, in: id).flatMap { Section(containing: $0) == nil ? nil : .directory($0) }
    case .lost(let id):
      guard let path = paths.removeValue(forKey: id) else { return nil }
      watch.remove(id)
      return path.isEmpty ? .storeIsGone : .directory(path)
    }
  }

  private func file(_ name: String, in id: DirectoryWatch.ID, isBeingWritten: Bool) -> Place? {
    guard let path = path(of: name, in: id), StorePaths.contains(path) else { return nil }
    return .file(path, isBeingWritten: isBeingWritten)
  }

  /// Returns the path of a name; `nil` for a hidden one, and for one in a directory that is no longer watched.
  private func path(of name: String, in id: DirectoryWatch.ID) -> String? {
    guard let directory = paths[id], !name.hasPrefix(".") else { return nil }
    return directory.isEmpty ? name : "\(directory)/\(name)"
  }
}

/// Paths with events that wait for a quiet time before they are read.
///
/// The caller passes the time, which may start at any point.
struct PendingPaths {
  /// The time without events after which a path is read.
  let quietTime: Duration
  /// The time without events after which a path is read that may be incomplete: its writer has not closed it, or its
  /// text has errors.
  var gracePeriod: Duration { quietTime * 3 }

  private struct Mark {
    var last: Duration
    var mayBeHalfWritten: Bool
    var isHeld = false
  }

  private var marks: [String: Mark] = [:]

  init(quietTime: Duration) { self.quietTime = quietTime }

  /// The time at which the next path is due; `nil` if no path waits.
  var deadline: Duration? { marks.values.map(due).min() }

  mutating func note(_ path: String, isBeingWritten: Bool, at now: Duration) {
    marks[path] = Mark(last: now, mayBeHalfWritten: isBeingWritten)
  }

  /// Delays a path whose file has errors until it has been quiet for longer.
  mutating func postpone(_ path: String, at now: Duration) {
    marks[path] = Mark(last: marks[path]?.last ?? now, mayBeHalfWritten: true)
  }

  /// Delays paths that may belong together until all of them have been quiet for the grace period, or any other path is due.
  mutating func hold(_ paths: [String], at now: Duration) {
    let last = paths.map { marks[$0]?.last ?? now }.max() ?? now
    for path in paths { marks[path] = Mark(last: last, mayBeHalfWritten: true, isHeld: true) }
  }

  /// Returns whether a path waits by itself and is not due yet.
  func isWaiting(_ path: String, at now: Duration) -> Bool {
    marks[path].map { !$0.isHeld && due($0) > now } ?? false
  }

  /// Returns whether a path has not yet been quiet for the grace period.
  func isInGracePeriod(with path: String, at now: Duration) -> Bool {
    // A path without events was found by a scan just now.
    marks[path].map { $0.last + gracePeriod > now } ?? true
  }

  /// Returns the paths that are due. With them, all paths are due that are held.
  func due(at now: Duration) -> [String] {
    guard let deadline, deadline <= now else { return [] }
    return marks.filter { $0.value.isHeld || due($0.value) <= now }.map(\.key)
  }

  mutating func remove(_ path: String) { marks[path] = nil }

  private func due(_ mark: Mark) -> Duration { mark.last + (mark.mayBeHalfWritten ? gracePeriod : quietTime) }
}
