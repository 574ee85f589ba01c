#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A day of the proleptic Gregorian calendar, as in ISO 8601.
///
/// All modules that use the model count days here. Foundation's `Calendar` treats early years differently on different systems.
public struct CalendarDay: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The year of the Gregorian calendar, 0 to 9999.
  public let year: Int
  /// The month, 1 to 12.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// Makes a day; `nil` if the calendar has no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard let length = Self.length(ofMonth: month, in: year), (1...length).contains(day) else { return nil }
    self.init(year, month, day)
  }

  /// Makes the day of an instant in UTC; `nil` before the year 0 and after 9999.
  public init?(of instant: Date) {
    let days = (instant.timeIntervalSince1970 / Self.seconds).rounded(.down)
    guard let number = Int(exactly: days) else { return nil }
    self.init(daysSince1970: number)
  }

  /// Makes the day that is a number of days after 1970-01-01; `nil` before the year 0 and after 9999.
  public init?(daysSince1970 days: Int) {
    guard Self.countedDays.contains(days) else { return nil }
    // All eras of 400 years are equal. Years that begin in March have the leap day at their end.
    let day = days + Self.daysFromYear0ToMarch1970
    let era = day.quotientRoundedDown(146_097)
    let dayOfEra = day - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    self.init(
      era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  private init(_ year: Int, _ month: Int, _ day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Returns the number of days of a month; `nil` if there is no such month in the years 0 to 9999.
  public static func length(ofMonth month: Int, in year: Int) -> Int? {
    guard (0...9_999).contains(year) else { return nil }
    return switch month {
    case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    case 1...12: 31
    default: nil
    }
  }

  /// The day in ISO 8601: `2026-03-01`.
  public var description: String {
    let (year, month, day) = (String(year), String(month), String(day))
    return "\(year.paddedWithZeros(to: 4))-\(month.paddedWithZeros(to: 2))-\(day.paddedWithZeros(to: 2))"
  }

  /// Compares days in the order of the calendar.
  public static func < (left: Self, right: Self) -> Bool { left.daysSince1970 < right.daysSince1970 }

  private static let seconds = 86_400.0
  private static let daysFromYear0ToMarch1970 = 719_468
  /// The days from 0000-01-01 to 9999-12-31.
  private static let countedDays = -719_528...2_932_896
}

extension CalendarDay {
  /// The number of days since 1970-01-01.
  public var daysSince1970: Int {
    let yearFromMarch = month <= 2 ? year - 1 : year
    let era = yearFromMarch.quotientRoundedDown(400)
    let yearOfEra = yearFromMarch - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
      - Self.daysFromYear0ToMarch1970
  }

  /// The first instant of the day in UTC.
  public var start: Date { instant() }

  /// The first instant after the day in UTC.
  public var end: Date { Date(timeIntervalSince1970: Double(daysSince1970 + 1) * Self.seconds) }

  /// Returns the instant a number of seconds after the start of the day in UTC. It can lie outside the day.
  public func instant(second: Int = 0, nanosecond: Int = 0) -> Date {
    Date(timeIntervalSince1970: Double(daysSince1970 * 86_400 + second) + Double(nanosecond) / 1e9)
  }

  /// The day of the week: 0 is Sunday.
  public var weekday: Int { (daysSince1970 - Self.countedDays.lowerBound + 6) % 7 }

  /// Returns the same day of a later month, or its last day if it is shorter; `nil` outside the years 0 to 9999.
  public func adding(months: Int) -> CalendarDay? {
    let (count, overflows) = (year * 12 + month - 1).addingReportingOverflow(months)
    guard !overflows, count >= 0, let length = Self.length(ofMonth: count % 12 + 1, in: count / 12) else { return nil }
    return CalendarDay(count / 12, count % 12 + 1, min(day, length))
  }
}

extension Date {
  /// Returns the same time of day a number of months later, by the calendar in UTC; see
  /// ``CalendarDay/adding(months:)``. Returns `nil` outside the years 0 to 9999.
  public func adding(months: Int) -> Date? {
    guard let day = CalendarDay(of: self), let other = day.adding(months: months) else { return nil }
    return other.start.addingTimeInterval(timeIntervalSince(day.start))
  }
}

extension Int {
  fileprivate func quotientRoundedDown(_ divisor: Int) -> Int {
    (self >= 0 ? self : self - divisor + 1) / divisor
  }
}
