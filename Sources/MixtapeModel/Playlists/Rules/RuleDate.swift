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
    guard let day = CalendarDay(of: whole) else { return "\(instant)" }
    let time = Int(whole.timeIntervalSince(day.start))
    let clock = [time / 3_600, time / 60 % 60, time % 60].map { String($0).paddedWithZeros(to: 2) }
    return "\(day)T\(clock.joined(separator: ":"))\(fraction)Z"
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
