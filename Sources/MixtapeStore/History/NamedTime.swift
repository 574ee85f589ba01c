internal import GitHistory
internal import MixtapeModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A day, a minute or an instant in a common notation: `yesterday`, `2026-03-01`, `2026-03-01 18:00`, `3 days ago`.
///
/// A time with a length, such as a day or a month, covers its whole length. The state at such a time is the state at
/// its end. Changes since such a time begin at its start.
public struct NamedTime: Hashable, Sendable, CustomStringConvertible {
  /// The time in the notation of the user.
  public let description: String

  private let form: Form

  private enum Form: Hashable, Sendable {
    /// A day before today; today itself is 0 days ago.
    case day(ago: Int)
    /// The most recent day of the week before today; 0 is Sunday.
    case weekday(Int)
    /// A number of seconds before now.
    case secondsAgo(Int)
    /// A number of months before now.
    case monthsAgo(Int)
    /// A number of seconds from a calendar date on, in the given offset from UTC in minutes, or in local time if it
    /// is `nil`.
    case calendar(Date, seconds: Int, utcOffset: Int?)
  }

  /// Reads a time: `today`, `yesterday`, `monday` or `last monday`, `2 weeks ago` (`minutes` to `years`), `2026-03`,
  /// `2026-03-01`, or a day with a time, such as `2026-03-01 18:00`. A time may have seconds, a `T` instead of the
  /// space, and a time zone in ISO 8601.
  ///
  /// Returns `nil` for anything else, and for dates and times that do not exist.
  public init?(_ text: String) {
    let words = text.lowercased().split(separator: " ").map(String.init)
    guard let form = Self.relative(words) ?? Self.written(text) else { return nil }
    description = text
    self.form = form
  }

  private static func relative(_ words: [String]) -> Form? {
    switch words.count {
    case 1 where words[0] == "today": return .day(ago: 0)
    case 1 where words[0] == "yesterday": return .day(ago: 1)
    case 1: return weekdays.firstIndex(of: words[0]).map(Form.weekday)
    case 2 where words[0] == "last": return weekdays.firstIndex(of: words[1]).map(Form.weekday)
    case 3 where words[2] == "ago":
      guard words[0].utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains), let count = Int(words[0]),
        count <= mostUnits
      else { return nil }
      func ago(_ unit: (name: String, length: Int)) -> Int? {
        words[1] == unit.name || words[1] == unit.name + "s" ? count * unit.length : nil
      }
      return fixedUnits.compactMap(ago).first.map(Form.secondsAgo)
        ?? monthUnits.compactMap(ago).first.map(Form.monthsAgo)
    default: return nil
    }
  }

  private static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

  private static let fixedUnits = [
    (name: "minute", length: 60), (name: "hour", length: 3_600), (name: "day", length: 86_400),
    (name: "week", length: 7 * 86_400),
  ]

  private static let monthUnits = [(name: "month", length: 1), (name: "year", length: 12)]

  private static let mostUnits = 1_000_000

  private static func written(_ text: String) -> Form? {
    let pattern =
      #/([0-9]{4})-([0-9]{2})(?:-([0-9]{2})(?:[Tt ]([0-9]{2}):([0-9]{2})(?::([0-9]{2}))? ?(Z|[+\-][0-9]{2}:?[0-9]{2})?)?)?/#
    guard let match = text.wholeMatch(of: pattern)?.output else { return nil }
    let numbers = [match.1, match.2, match.3, match.4, match.5, match.6].map { $0.flatMap { Int($0) } }
    guard let year = numbers[0], let month = numbers[1], let length = CalendarDay.length(ofMonth: month, in: year),
      let day = CalendarDay(year: year, month: month, day: numbers[2] ?? 1),
      let time = TimeOfDay(hour: numbers[3] ?? 0, minute: numbers[4] ?? 0, second: numbers[5] ?? 0)
    else { return nil }
    let seconds = numbers[5] != nil ? 1 : numbers[4] != nil ? 60 : numbers[2] != nil ? 86_400 : length * 86_400
    let start = day.instant(second: time.secondsSinceMidnight)
    guard let zone = match.7 else { return .calendar(start, seconds: seconds, utcOffset: nil) }
    return Signature.utcOffset(ofZone: zone).map { .calendar(start, seconds: seconds, utcOffset: $0) }
  }
}

extension NamedTime {
  /// Returns the first and the last second of the time, by the clock of a store's context. Git stores whole seconds.
  func range(in context: Store.Context) -> ClosedRange<Date> {
    let local = localRange(now: Self.local(context.now(), context))
    guard case .calendar(_, _, let offset?) = form else {
      return Self.instant(local.lowerBound, context)...Self.instant(local.upperBound, context)
    }
    return local.lowerBound.advanced(byMinutes: -offset)...local.upperBound.advanced(byMinutes: -offset)
  }

  /// Returns the last second of the time that has begun: at most now, or the first second of a time in the future.
  public func latestInstant(in context: Store.Context) -> Date {
    let range = range(in: context)
    return min(range.upperBound, max(range.lowerBound, context.now()))
  }

  /// Returns the range in local time, computed as if that were UTC.
  private func localRange(now: Date) -> ClosedRange<Date> {
    let now = Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down))
    switch form {
    case .day(let ago): return Self.day(ago, before: now)
    case .weekday(let weekday):
      guard let today = CalendarDay(of: now) else { return .distantPast ... .distantPast }
      return Self.day((today.weekday - weekday + 6) % 7 + 1, before: now)
    case .secondsAgo(let seconds):
      let instant = now.advanced(by: -Double(seconds))
      return instant...instant
    case .monthsAgo(let months):
      let instant = now.adding(months: -months) ?? .distantPast
      return instant...instant
    case .calendar(let start, let seconds, _): return start...start.advanced(by: Double(seconds - 1))
    }
  }

  /// Returns the day that is a number of days before an instant, up to its last second.
  private static func day(_ days: Int, before instant: Date) -> ClosedRange<Date> {
    let day = CalendarDay(of: instant).flatMap { CalendarDay(daysSince1970: $0.daysSince1970 - days) }
    return day.map { $0.start...$0.end.advanced(by: -1) } ?? Date.distantPast...Date.distantPast
  }

  private static func local(_ instant: Date, _ context: Store.Context) -> Date {
    instant.advanced(byMinutes: context.utcOffset(instant))
  }

  /// Returns the instant of a local time. At a change to or from summer time, the result is near to it.
  private static func instant(_ local: Date, _ context: Store.Context) -> Date {
    let guess = local.advanced(byMinutes: -context.utcOffset(local))
    return local.advanced(byMinutes: -context.utcOffset(guess))
  }
}

extension Date {
  fileprivate func advanced(byMinutes minutes: Int) -> Date { advanced(by: Double(minutes * 60)) }
}
