/// A schedule that commits hand edits after a burst of saves (debounce).
///
/// All times count from a fixed moment.
struct CaptureSchedule {
  /// The time without changes before a commit.
  static let quietTime = Duration.seconds(2)
  /// The maximum length of a burst.
  static let longestBurst = Duration.seconds(20)
  /// The maximum time to wait after a failed commit.
  static let longestPause = Duration.seconds(60)

  /// The time of the next commit; `nil` if there is nothing to commit.
  private(set) var deadline: Duration?
  private var burstStart: Duration?
  private var pause = Self.quietTime

  /// Notes a change of files, which delays the next commit.
  mutating func noteChange(at now: Duration) {
    let start = burstStart ?? now
    burstStart = start
    deadline = min(now + Self.quietTime, start + Self.longestBurst)
  }

  /// Notes that everything is committed.
  mutating func noteSuccess() { self = CaptureSchedule() }

  /// Notes a failed commit. The time to the next attempt doubles.
  mutating func noteFailure(at now: Duration) {
    burstStart = nil
    deadline = now + pause
    pause = min(pause * 2, Self.longestPause)
  }
}
