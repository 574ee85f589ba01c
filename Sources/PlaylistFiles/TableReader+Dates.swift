internal import LosslessTOML
internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension TableReader {
  /// Reads a point in time. A date without a time is its first instant in UTC; a time without an offset is in UTC.
  mutating func date(_ key: String) -> Located<Date>? { table.entry(key).flatMap { date($0) } }

  /// Reads a point in time, as ``date(_:)`` of a key.
  mutating func date(_ entry: TOMLEntry) -> Located<Date>? {
    guard
      let date = value(entry, "a date such as 2026-03-01 or 2026-03-01T06:00:00Z", { $0.dateTime.flatMap(Date.init) })
    else { return nil }
    guard CalendarDay(of: date.value) != nil else {
      report(.invalidValue, at: date.range, "`\(entry.key)` is not within the years 0000 to 9999 in UTC")
      return nil
    }
    return date
  }
}

extension Date {
  /// Makes the instant of a date-time; `nil` for a time without a date.
  fileprivate init?(_ dateTime: TOMLDateTime) {
    guard let year = dateTime.year, let month = dateTime.month, let dayOfMonth = dateTime.day,
      let day = CalendarDay(year: year, month: month, day: dayOfMonth)
    else { return nil }
    let minute = (dateTime.hour ?? 0) * 60 + (dateTime.minute ?? 0) - (dateTime.offsetMinutes ?? 0)
    self = day.instant(second: minute * 60 + (dateTime.second ?? 0), nanosecond: dateTime.nanosecond ?? 0)
  }
}
