internal import GitHistory
internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A day, a minute or an instant as people name it: `yesterday`, `2026-03-01`, `2026-03-01 18:00`, `3 days ago`.
///
/// A time with a length, such as a day or a month, means the whole of it. The state at such a time is that at its end, and the
/// changes since then begin at its beginning.
public struct NamedTime: Hashable, Sendable, CustomStringConvertible {
  /// The time as it was named.
  public let description: String

  private let form: Form

  private enum Form: Hashable, Sendable {
    /// A day before today; today itself is 0 days ago.
    case day(ago: Int)
    /// The newest such day before today; 0 is Sunday.
    case weekday(Int)
    /// A number of seconds before now.
    case secondsAgo(Int)
    /// A number of months before now.
    case monthsAgo(Int)
    /// A number of seconds of the calendar from a date on, by a clock with an offset from UTC in minutes, or by the local clock.
    case calendar(Date, seconds: Int, utcOffset: Int?)
  }

  /// Reads a time: `today`, `yesterday`, `monday` or `last monday`, `2 weeks ago` (with `minutes` up to `years`),
  /// `2026-03`, `2026-03-01`, and a day with a time, `2026-03-01 18:00`, to the second if need be, with `T` for the blank
  /// and with a time zone as ISO 8601 writes it.
  ///
  /// `nil` for anything else, and for days and times that there are not.
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

  /// Units of so many seconds.
  private static let fixedUnits = [
    (name: "minute", length: 60), (name: "hour", length: 3_600), (name: "day", length: 86_400),
    (name: "week", length: 7 * 86_400),
  ]

  /// Units of so many months.
  private static let monthUnits = [(name: "month", length: 1), (name: "year", length: 12)]

  /// More than anybody has kept playlists for, in any unit, and not so much that a calendar loses its way.
  private static let mostUnits = 1_000_000

  private static func written(_ text: String) -> Form? {
    let pattern =
      #/([0-9]{4})-([0-9]{2})(?:-([0-9]{2})(?:[Tt ]([0-9]{2}):([0-9]{2})(?::([0-9]{2}))? ?(Z|[+\-][0-9]{2}:?[0-9]{2})?)?)?/#
    guard let match = text.wholeMatch(of: pattern)?.output else { return nil }
    let numbers = [match.1, match.2, match.3, match.4, match.5, match.6].map { $0.flatMap { Int($0) } }
    let (hour, minute, second) = (numbers[3] ?? 0, numbers[4] ?? 0, numbers[5] ?? 0)
    guard let year = numbers[0], let month = numbers[1], let length = CalendarDay.length(ofMonth: month, in: year),
      let day = CalendarDay(year: year, month: month, day: numbers[2] ?? 1), hour < 24, minute < 60, second < 60
    else { return nil }
    let seconds = numbers[5] != nil ? 1 : numbers[4] != nil ? 60 : numbers[2] != nil ? 86_400 : length * 86_400
    let start = day.instant(second: hour * 3_600 + minute * 60 + second)
    guard let zone = match.7 else { return .calendar(start, seconds: seconds, utcOffset: nil) }
    return Signature.utcOffset(ofZone: zone).map { .calendar(start, seconds: seconds, utcOffset: $0) }
  }
}

extension NamedTime {
  /// The first and the last second of the time, by the clock of a store's context. Git keeps whole seconds.
  func range(in context: Store.Context) -> ClosedRange<Date> {
    let local = localRange(now: Self.local(context.now(), context))
    guard case .calendar(_, _, let offset?) = form else {
      return Self.instant(local.lowerBound, context)...Self.instant(local.upperBound, context)
    }
    return local.lowerBound.advanced(byMinutes: -offset)...local.upperBound.advanced(byMinutes: -offset)
  }

  /// The range by the clock on the wall, as if that clock showed UTC.
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

  /// A day so many days before that of an instant, up to its last second.
  private static func day(_ days: Int, before instant: Date) -> ClosedRange<Date> {
    let day = CalendarDay(of: instant).flatMap { CalendarDay(daysSince1970: $0.daysSince1970 - days) }
    return day.map { $0.start...$0.end.advanced(by: -1) } ?? Date.distantPast...Date.distantPast
  }

  private static func local(_ instant: Date, _ context: Store.Context) -> Date {
    instant.advanced(byMinutes: context.utcOffset(instant))
  }

  /// The instant at which local clocks show a time. At the change to summer time and back, one near to it.
  private static func instant(_ local: Date, _ context: Store.Context) -> Date {
    let guess = local.advanced(byMinutes: -context.utcOffset(local))
    return local.advanced(byMinutes: -context.utcOffset(guess))
  }
}

extension Date {
  fileprivate func advanced(byMinutes minutes: Int) -> Date { advanced(by: Double(minutes * 60)) }
}
