internal import GitHistory

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A day, a minute or an instant as people name it: `yesterday`, `2026-03-01`, `2026-03-01 18:00`, `3 days ago`.
///
/// What has a length, as a day or a month has, means the whole of it. Whoever asks for the state at such a time gets that
/// at its end, and whoever asks for changes since then gets those from its beginning on.
public struct NamedTime: Hashable, Sendable, CustomStringConvertible {
  /// The time as it was named.
  public let description: String

  private let form: Form

  private enum Form: Hashable, Sendable {
    /// A day before today; today itself is 0 days ago.
    case day(ago: Int)
    /// The newest such day before today; 1 is Sunday.
    case weekday(Int)
    /// So long before now.
    case ago(Calendar.Component, Int)
    /// A date of the calendar, as far as it is given: month, day, minute, second. By a clock so many minutes ahead of UTC,
    /// or by the local one.
    case calendar(DateComponents, to: Calendar.Component, utcOffset: Int?)
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
    case 1: return weekdays.firstIndex(of: words[0]).map { .weekday($0 + 1) }
    case 2 where words[0] == "last": return weekdays.firstIndex(of: words[1]).map { .weekday($0 + 1) }
    case 3 where words[2] == "ago":
      guard words[0].utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains), let count = Int(words[0]),
        count <= mostUnits, let unit = units.first(where: { words[1] == $0.name || words[1] == $0.name + "s" })
      else { return nil }
      return .ago(unit.component, count * unit.count)
    default: return nil
    }
  }

  private static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

  private static let units: [(name: String, component: Calendar.Component, count: Int)] = [
    ("minute", .minute, 1), ("hour", .hour, 1), ("day", .day, 1), ("week", .day, 7), ("month", .month, 1),
    ("year", .year, 1),
  ]

  /// More than anybody has kept playlists for, in any unit, and not so much that a calendar loses its way.
  private static let mostUnits = 1_000_000

  private static func written(_ text: String) -> Form? {
    let pattern =
      #/([0-9]{4})-([0-9]{2})(?:-([0-9]{2})(?:[Tt ]([0-9]{2}):([0-9]{2})(?::([0-9]{2}))? ?(Z|[+\-][0-9]{2}:?[0-9]{2})?)?)?/#
    guard let match = text.wholeMatch(of: pattern)?.output else { return nil }
    let numbers = [match.1, match.2, match.3, match.4, match.5, match.6].map { $0.flatMap { Int($0) } }
    let components = DateComponents(
      year: numbers[0], month: numbers[1], day: numbers[2] ?? 1, hour: numbers[3] ?? 0, minute: numbers[4] ?? 0,
      second: numbers[5] ?? 0)
    guard components.isValidDate(in: calendar) else { return nil }
    let precision: Calendar.Component =
      numbers[5] != nil ? .second : numbers[4] != nil ? .minute : numbers[2] != nil ? .day : .month
    guard let zone = match.7 else { return .calendar(components, to: precision, utcOffset: nil) }
    return Signature.utcOffset(ofZone: zone).map { .calendar(components, to: precision, utcOffset: $0) }
  }

  /// A calendar that takes local time for UTC; what it says is corrected by the difference.
  private static let calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()
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
    let calendar = Self.calendar
    switch form {
    case .day(let ago): return whole(.day, calendar.date(byAdding: .day, value: -ago, to: now))
    case .weekday(let weekday):
      let days = (calendar.component(.weekday, from: now) - weekday + 6) % 7 + 1
      return whole(.day, calendar.date(byAdding: .day, value: -days, to: now))
    case .ago(let component, let count):
      let instant = calendar.date(byAdding: component, value: -count, to: now) ?? .distantPast
      return instant...instant
    case .calendar(let components, let precision, _): return whole(precision, calendar.date(from: components))
    }
  }

  /// The unit of the calendar that an instant lies in, up to its last second.
  private func whole(_ component: Calendar.Component, _ date: Date?) -> ClosedRange<Date> {
    guard let date, let interval = Self.calendar.dateInterval(of: component, for: date) else {
      return .distantPast ... .distantPast
    }
    return interval.start...interval.end.advanced(by: -1)
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
