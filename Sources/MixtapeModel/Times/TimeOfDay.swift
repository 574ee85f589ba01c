/// A time of day to the second, without a time zone.
///
/// With ``CalendarDay``, this is the only place that knows which times exist.
package struct TimeOfDay: Hashable, Sendable {
  /// The number of seconds since midnight. The leap second 23:59:60 has that of the next midnight.
  package let secondsSinceMidnight: Int

  /// Makes a time; `nil` if no day has it. As in RFC 3339, a minute may have a second 60.
  package init?(hour: Int, minute: Int, second: Int = 0) {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second) else { return nil }
    secondsSinceMidnight = hour * 3_600 + minute * 60 + second
  }

  /// Makes the time that is a number of seconds after midnight; `nil` outside the day.
  package init?(secondsSinceMidnight seconds: Int) {
    guard (0..<86_400).contains(seconds) else { return nil }
    secondsSinceMidnight = seconds
  }
}

extension TimeOfDay: CustomStringConvertible {
  /// The time in ISO 8601: `06:30:15`.
  package var description: String {
    [secondsSinceMidnight / 3_600, secondsSinceMidnight / 60 % 60, secondsSinceMidnight % 60]
      .map { String($0).paddedWithZeros(to: 2) }.joined(separator: ":")
  }
}
