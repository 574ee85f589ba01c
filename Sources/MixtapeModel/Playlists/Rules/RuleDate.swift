#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A date in a rule: a whole day in UTC, a point in time, or a period of the calendar.
public enum RuleDate: Hashable, Sendable {
  /// A whole day in UTC.
  case day(CalendarDay)
  /// A point in time, in the years 0 to 9999.
  case instant(Date)
  /// A period of the calendar that depends on the present day, such as `last month`.
  case period(CalendarPeriod)
}

extension RuleDate {
  /// Returns whether the whole date is always after the whole of another; `false` if it depends on the present day.
  func isAfter(_ other: RuleDate) -> Bool {
    switch (self, other) {
    case (.period(let period), .period(let other)): period.isAfter(other)
    case (.period, _), (_, .period): false
    case (.day(let day), .day(let other)): day > other
    case (.day(let day), .instant(let instant)): day.start > instant
    case (.instant(let instant), .day(let day)): instant >= day.end
    case (.instant(let instant), .instant(let other)): instant > other
    }
  }

  /// Whether the date can be written: rules allow the years 0 to 9999.
  var isInCalendar: Bool { if case .instant(let instant) = self { CalendarDay(of: instant) != nil } else { true } }
}

extension RuleDate: CustomStringConvertible {
  /// The date as it is written in rules. A point in time is in UTC, with the fewest digits of a second that identify
  /// it.
  public var description: String {
    switch self {
    case .day(let day): day.description
    case .instant(let instant): Self.text(of: instant)
    case .period(let period): period.rawValue
    }
  }

  private static func text(of instant: Date) -> String {
    let (second, fraction) = parts(of: instant)
    let whole = Date(timeIntervalSince1970: second)
    guard let day = CalendarDay(of: whole),
      let time = TimeOfDay(secondsSinceMidnight: Int(whole.timeIntervalSince(day.start)))
    else { return "\(instant)" }
    return "\(day)T\(time)\(fraction)Z"
  }

  /// Returns the whole seconds, and the fewest decimals that give the same instant; at most nine, as in files.
  private static func parts(of instant: Date) -> (second: Double, fraction: String) {
    let seconds = instant.timeIntervalSince1970
    let whole = seconds.rounded(.down)
    if Date(timeIntervalSince1970: whole) == instant { return (whole, "") }
    var (unit, count) = (1.0, 0.0)
    for digits in 1...9 {
      unit *= 10
      count = ((seconds - whole) * unit).rounded()
      if count < unit, Date(timeIntervalSince1970: whole + count / unit) == instant {
        return (whole, "." + String(Int(count)).paddedWithZeros(to: digits))
      }
    }
    return count < unit ? (whole, "." + String(Int(count)).paddedWithZeros(to: 9)) : (whole + 1, "")
  }
}

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

/// A span of time that ends now.
public struct TimeSpan: Hashable, Sendable {
  /// The number of units, from 1 to ``maximumCount``.
  public let count: Int
  /// The unit of ``count``.
  public let unit: Unit

  /// The maximum number of units.
  public static let maximumCount = 10_000

  /// Makes a span; `nil` if the count is below 1 or above ``maximumCount``.
  public init?(_ count: Int, _ unit: Unit) {
    guard (1...Self.maximumCount).contains(count) else { return nil }
    self.count = count
    self.unit = unit
  }

  /// The units, by their names in the singular.
  public enum Unit: String, CaseIterable, Hashable, Sendable {
    /// 60 seconds.
    case minute
    /// 60 minutes.
    case hour
    /// 24 hours.
    case day
    /// Seven days.
    case week
    /// A month of the calendar in UTC.
    case month
    /// A year of the calendar in UTC.
    case year

    /// The name in the plural.
    public var plural: String { rawValue + "s" }
  }

  /// Returns the start of the span that ends at an instant; the distant past if that is before the year 0.
  ///
  /// Months and years are counted by the calendar in UTC, and the time of day stays: a month before 31 March is the
  /// last day of February.
  public func start(endingAt end: Date) -> Date {
    switch unit {
    case .minute: end.addingTimeInterval(-60 * Double(count))
    case .hour: end.addingTimeInterval(-3_600 * Double(count))
    case .day: end.addingTimeInterval(-86_400 * Double(count))
    case .week: end.addingTimeInterval(-7 * 86_400 * Double(count))
    case .month: end.adding(months: -count) ?? .distantPast
    case .year: end.adding(months: -12 * count) ?? .distantPast
    }
  }
}

extension TimeSpan: CustomStringConvertible {
  /// The span as it is written in rules: `1 day`, `30 days`.
  public var description: String { "\(count) \(count == 1 ? unit.rawValue : unit.plural)" }
}

extension RuleDate {
  /// Reads a date as it is written in rules: a day, a point in time or the name of a period; `nil` for any other text.
  ///
  /// A time without an offset is in UTC.
  public init?(_ text: String) {
    if let period = CalendarPeriod(rawValue: text) {
      self = .period(period)
      return
    }
    do throws(DateTimeReader.Fault) {
      self = try DateText.date(Array(text.utf8)[...])
    } catch {
      return nil
    }
  }

  /// Returns the point in time that a text names, as in files and rules; `nil` for any other text.
  ///
  /// A day is its first instant in UTC.
  public static func time(in text: String) -> Date? {
    switch RuleDate(text) {
    case .day(let day)?: day.start
    case .instant(let instant)?: instant
    case .period?, nil: nil
    }
  }
}

/// The text of dates in rules, which is that of TOML.
enum DateText {
  /// Reads a day, or a day and a time with or without an offset from UTC. Digits below the nanosecond are dropped.
  static func date(_ bytes: ArraySlice<UInt8>) throws(DateTimeReader.Fault) -> RuleDate {
    var reader = DateTimeReader(bytes)
    let day = try reader.day()
    if reader.isAtEnd { return .day(day) }
    guard reader.skip("T") || reader.skip("t") || reader.skip(" ") else { throw .shape }
    let (time, nanosecond) = try reader.timeOfDay()
    let isUTC = reader.isAtEnd || reader.skip("Z") || reader.skip("z")
    let offset = try isUTC ? 0 : reader.offset(needsColon: true)
    guard reader.isAtEnd else { throw .shape }
    let instant = day.instant(second: time.secondsSinceMidnight - offset, nanosecond: nanosecond)
    guard CalendarDay(of: instant) != nil else { throw .value }
    return .instant(instant)
  }

  /// Returns the dates that a text in another notation can mean, as suggestions: `2026-3-1`, `2026/03/01`, `1.3.2026` or
  /// `3/1/2026`.
  static func suggestions(for text: String) -> [String] {
    let parts = text.split(omittingEmptySubsequences: false) { "-/.".contains($0) }
    let numbers = parts.map { Int($0) ?? -1 }
    guard numbers.count == 3 else { return [] }
    var days: [CalendarDay?] = []
    if parts[0].count == 4 {
      days = [CalendarDay(year: numbers[0], month: numbers[1], day: numbers[2])]
    } else if parts[2].count == 4 {
      days = [CalendarDay(year: numbers[2], month: numbers[1], day: numbers[0])]
      // With points, the day always comes first.
      let isAmbiguous = !text.contains(".") && numbers[0] != numbers[1]
      if isAmbiguous { days.append(CalendarDay(year: numbers[2], month: numbers[0], day: numbers[1])) }
    }
    return days.compactMap { $0?.description }
  }
}
