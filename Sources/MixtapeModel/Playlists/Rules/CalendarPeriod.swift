#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A calendar period in UTC relative to the present day, by its name in rules.
///
/// A week begins on Monday, as in ISO 8601.
public enum CalendarPeriod: String, CaseIterable, Hashable, Sendable {
  case today
  case yesterday
  case thisWeek = "this week"
  case lastWeek = "last week"
  case thisMonth = "this month"
  case lastMonth = "last month"
  case thisYear = "this year"
  case lastYear = "last year"

  /// Returns the start of the period and the first instant after it; `nil` if the period is not in the years 0 to 9999.
  public func bounds(at now: Date) -> (start: Date, end: Date)? {
    guard let today = CalendarDay(of: now) else { return nil }
    let monday = -((today.weekday + 6) % 7)
    let (month, year) = (1 - today.day, 1 - today.month)
    return switch self {
    case .today: Self.days(today, from: 0, to: 1)
    case .yesterday: Self.days(today, from: -1, to: 0)
    case .thisWeek: Self.days(today, from: monday, to: monday + 7)
    case .lastWeek: Self.days(today, from: monday - 7, to: monday)
    case .thisMonth: Self.months(today, from: 0, to: 1, days: month)
    case .lastMonth: Self.months(today, from: -1, to: 0, days: month)
    case .thisYear: Self.months(today, from: year, to: year + 12, days: month)
    case .lastYear: Self.months(today, from: year - 12, to: year, days: month)
    }
  }

  private static func days(_ day: CalendarDay, from first: Int, to end: Int) -> (start: Date, end: Date) {
    func start(_ offset: Int) -> Date { Date(timeIntervalSince1970: Double(day.daysSince1970 + offset) * 86_400) }
    return (start(first), start(end))
  }

  /// Returns the start and the end of a period of whole months; `nil` if the calendar does not have them.
  ///
  /// - Parameter days: The offset of the first day of the month.
  private static func months(
    _ day: CalendarDay, from first: Int, to end: Int, days: Int
  ) -> (start: Date, end: Date)? {
    guard let day = CalendarDay(daysSince1970: day.daysSince1970 + days), let start = day.adding(months: first),
      // The day after the year 9999 is invalid, so the end is calculated from the last month.
      let last = day.adding(months: end - 1), let length = CalendarDay.length(ofMonth: last.month, in: last.year)
    else { return nil }
    return (start.start, last.start.addingTimeInterval(Double(length) * 86_400))
  }

  /// Returns whether the period is after another on every day. It is `false` for different units: `this week` and
  /// `last month` can overlap.
  func isAfter(_ other: CalendarPeriod) -> Bool {
    switch (self, other) {
    case (.today, .yesterday), (.thisWeek, .lastWeek), (.thisMonth, .lastMonth), (.thisYear, .lastYear): true
    default: false
    }
  }
}
