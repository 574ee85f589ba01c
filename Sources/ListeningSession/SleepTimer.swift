/// A timer that ends playing after a time. The clock is passed in.
struct SleepTimer {
  /// The longest time of a timer: a day.
  static let longest = Duration.seconds(86_400)

  private var deadline: Duration?

  /// Sets the timer. Longer times than ``longest`` count as that.
  ///
  /// - Parameters:
  ///   - time: The time until playing ends; `nil` cancels the timer.
  ///   - now: The time of the clock.
  mutating func set(_ time: Duration?, at now: Duration) {
    deadline = time.map { now + max(.zero, min($0, Self.longest)) }
  }

  /// Returns the remaining time; `nil` without a timer.
  func remaining(at now: Duration) -> Duration? { deadline.map { max(.zero, $0 - now) } }

  /// Returns whether the time is over, once for each timer.
  mutating func expire(at now: Duration) -> Bool {
    guard let deadline, deadline <= now else { return false }
    self.deadline = nil
    return true
  }
}
