/// When hand edits are to be committed: after a burst of saves, and not again and again in it.
///
/// Time is counted from any beginning.
struct CaptureSchedule {
  /// How long nothing may have changed before a commit.
  static let quietTime = Duration.seconds(2)
  /// How long a burst may be.
  static let longestBurst = Duration.seconds(20)
  /// How long to wait, at most, after a commit that failed.
  static let longestPause = Duration.seconds(60)

  /// When to commit; `nil` if nothing waits.
  private(set) var deadline: Duration?
  private var burstStart: Duration?
  private var pause = Self.quietTime

  /// Something changed.
  mutating func noteChange(at now: Duration) {
    let start = burstStart ?? now
    burstStart = start
    deadline = min(now + Self.quietTime, start + Self.longestBurst)
  }

  /// Everything is committed.
  mutating func noteSuccess() { self = CaptureSchedule() }

  /// Nothing could be committed; it is tried again, at longer and longer intervals.
  mutating func noteFailure(at now: Duration) {
    burstStart = nil
    deadline = now + pause
    pause = min(pause * 2, Self.longestPause)
  }
}
