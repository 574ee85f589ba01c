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

  /// Records an event of a path.
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

  /// Removes a path that was read.
  mutating func remove(_ path: String) { marks[path] = nil }

  private func due(_ mark: Mark) -> Duration { mark.last + (mark.mayBeHalfWritten ? gracePeriod : quietTime) }
}
