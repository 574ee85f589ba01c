/// Paths with events, until they have been still for long enough to be read.
///
/// Time is counted from any beginning, so that tests make it themselves.
struct PendingPaths {
  /// The time for which a path has to be still.
  let quietTime: Duration
  /// The time for which a path has to be still that may be half-written: its writer has not closed it, or its text has errors.
  var gracePeriod: Duration { quietTime * 3 }

  private struct Mark {
    var last: Duration
    var mayBeHalfWritten: Bool
  }

  private var marks: [String: Mark] = [:]

  init(quietTime: Duration) { self.quietTime = quietTime }

  /// The time at which the next path is due; `nil` if none is waiting.
  var deadline: Duration? { marks.values.map(due).min() }

  /// Notes an event about a path.
  mutating func note(_ path: String, isBeingWritten: Bool, at now: Duration) {
    marks[path] = Mark(last: now, mayBeHalfWritten: isBeingWritten)
  }

  /// A path turned out to have errors, and is to be looked at again when it has been still for longer.
  mutating func postpone(_ path: String, at now: Duration) {
    marks[path] = Mark(last: marks[path]?.last ?? now, mayBeHalfWritten: true)
  }

  /// Whether a path is waiting, and not due yet.
  func isWaiting(_ path: String, at now: Duration) -> Bool { marks[path].map { due($0) > now } ?? false }

  /// Whether a path has been still for so long that it is taken as it is.
  func isInGracePeriod(with path: String, at now: Duration) -> Bool {
    // A path without events was found by a scan just now.
    marks[path].map { $0.last + gracePeriod > now } ?? true
  }

  /// The paths that are due.
  func due(at now: Duration) -> [String] { marks.filter { due($0.value) <= now }.map(\.key) }

  /// A path was dealt with.
  mutating func remove(_ path: String) { marks[path] = nil }

  private func due(_ mark: Mark) -> Duration { mark.last + (mark.mayBeHalfWritten ? gracePeriod : quietTime) }
}
