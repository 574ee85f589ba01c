#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A date in a rule, as half-open range of instants: a day in UTC is all of its instants, a point in time is one.
public enum RuleDate: Hashable, Sendable {
  /// A whole day in UTC.
  case day(CalendarDay)
  /// A point in time.
  case instant(Date)
}

/// A day of the Gregorian calendar.
public struct CalendarDay: Hashable, Sendable {
  /// The year, 0 to 9999.
  public let year: Int
  /// The month, from 1.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// Makes a day, or `nil` if the calendar has none of these numbers.
  public init?(year: Int, month: Int, day: Int) {
    guard (0...9_999).contains(year), (1...12).contains(month) else { return nil }
    guard (1...Self.length(ofMonth: month, in: year)).contains(day) else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// How many days a month has.
  static func length(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

/// A span of time that ends now.
public struct TimeSpan: Hashable, Sendable {
  /// How many units; at least 1.
  public let count: Int
  /// The unit.
  public let unit: Unit

  /// Makes a span, or `nil` of a count below 1 or above 10,000.
  public init?(_ count: Int, _ unit: Unit) {
    guard (1...10_000).contains(count) else { return nil }
    self.count = count
    self.unit = unit
  }

  /// The units, by the singular of their names.
  public enum Unit: String, CaseIterable, Hashable, Sendable {
    /// 24 hours.
    case day
    /// Seven days.
    case week
    /// A month of the calendar in UTC.
    case month
    /// A year of the calendar in UTC.
    case year
  }
}
