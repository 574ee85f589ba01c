import Foundation
import Synchronization

/// A clock that advances one minute at each reading.
final class Clock: Sendable {
  private let minutes: Mutex<Int>

  /// Creates a clock that was already read the given number of times.
  init(after minutes: Int) { self.minutes = Mutex(minutes) }

  /// Returns the time that is the given number of minutes after 2026-03-01T06:00:00Z.
  var now: Date {
    let minute = minutes.withLock { minutes in
      minutes += 1
      return minutes
    }
    return Date(timeIntervalSince1970: 1_772_344_800 + Double(60 * minute))
  }

  /// The number of readings.
  var count: Int { minutes.withLock { $0 } }
}
