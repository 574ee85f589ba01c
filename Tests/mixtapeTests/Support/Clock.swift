import Foundation
import Synchronization

/// A clock that goes on by one minute each time somebody looks at it.
final class Clock: Sendable {
  private let minutes: Mutex<Int>

  /// A clock that was looked at so many times already.
  init(after minutes: Int) { self.minutes = Mutex(minutes) }

  /// So many minutes after 2026-03-01T06:00:00Z.
  var now: Date {
    let minute = minutes.withLock { minutes in
      minutes += 1
      return minutes
    }
    return Date(timeIntervalSince1970: 1_772_344_800 + Double(60 * minute))
  }

  /// How many times it was looked at.
  var count: Int { minutes.withLock { $0 } }
}
