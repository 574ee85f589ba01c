internal import LosslessTOML

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension TableReader {
  /// A point in time. A date without a time is its first instant in UTC; a time without an offset is in UTC.
  mutating func date(_ key: String) -> Located<Date>? {
    value(key, "a date such as 2026-03-01 or 2026-03-01T06:00:00Z") { $0.dateTime.flatMap(Date.init) }
  }
}

extension Date {
  /// The instant of a date-time; `nil` for a time of day alone.
  fileprivate init?(_ dateTime: TOMLDateTime) {
    guard let year = dateTime.year, let month = dateTime.month, let day = dateTime.day else { return nil }
    let time = ((dateTime.hour ?? 0) * 60 + (dateTime.minute ?? 0) - (dateTime.offsetMinutes ?? 0)) * 60
    let days = Self.daysSince1970(year: year, month: month, day: day)
    let seconds = days * 86_400 + time + (dateTime.second ?? 0)
    self.init(timeIntervalSince1970: Double(seconds) + Double(dateTime.nanosecond ?? 0) / 1e9)
  }

  /// Days from 1970-01-01 in the proleptic Gregorian calendar, by counting eras of 400 years that begin in March.
  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
