#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension RuleDate {
  /// Returns the point in time that a text names, as in files and rules; `nil` for any other text.
  ///
  /// A day is its first instant in UTC, and a time without an offset is in UTC.
  public static func time(in text: String) -> Date? {
    do throws(DateText.Fault) {
      switch try DateText.date(Array(text.utf8)[...]) {
      case .day(let day): return day.start
      case .instant(let instant): return instant
      case .period: return nil
      }
    } catch {
      return nil
    }
  }
}

/// The text of dates in rules, which is that of TOML.
enum DateText {
  /// The reasons why a text is not a date.
  enum Fault: Error {
    /// The text does not have the form of a date.
    case shape
    /// The day or the time does not exist.
    case value
  }

  /// Reads a day, or a day and a time with or without an offset from UTC. Digits below the nanosecond are dropped.
  static func date(_ bytes: ArraySlice<UInt8>) throws(Fault) -> RuleDate {
    var reader = Reader(rest: bytes)
    let year = try reader.number(digits: 4)
    try reader.take("-")
    let month = try reader.number(digits: 2)
    try reader.take("-")
    let dayOfMonth = try reader.number(digits: 2)
    if reader.rest.isEmpty { return .day(try day(year, month, dayOfMonth)) }
    try reader.take(" Tt")
    let (second, nanosecond) = try reader.time()
    let offset = try reader.offset()
    guard reader.rest.isEmpty else { throw .shape }
    let date = RuleDate.instant(
      try day(year, month, dayOfMonth).instant(second: second - offset * 60, nanosecond: nanosecond))
    guard date.isInCalendar else { throw .value }
    return date
  }

  private static func day(_ year: Int, _ month: Int, _ day: Int) throws(Fault) -> CalendarDay {
    guard let day = CalendarDay(year: year, month: month, day: day) else { throw .value }
    return day
  }

  /// Returns the date with leading zeros added, as a suggestion.
  static func suggestion(for text: String) -> String? {
    let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
    guard numbers.count == 3 else { return nil }
    return CalendarDay(year: numbers[0], month: numbers[1], day: numbers[2])?.description
  }

  private struct Reader {
    var rest: ArraySlice<UInt8>

    mutating func number(digits: Int) throws(Fault) -> Int {
      let number = rest.prefix(digits)
      guard number.count == digits, number.allSatisfy(\.isRuleDigit) else { throw .shape }
      rest = rest.dropFirst(digits)
      return number.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    mutating func take(_ bytes: String) throws(Fault) {
      guard let first = rest.first, bytes.utf8.contains(first) else { throw .shape }
      rest = rest.dropFirst()
    }

    /// Reads a time: the seconds since midnight, where a minute may have a second 60, and the nanoseconds.
    mutating func time() throws(Fault) -> (second: Int, nanosecond: Int) {
      let hour = try number(digits: 2)
      try take(":")
      let minute = try number(digits: 2)
      var (second, nanosecond) = (0, 0)
      if rest.first == UInt8(ascii: ":") {
        try take(":")
        second = try number(digits: 2)
        if rest.first == UInt8(ascii: ".") { nanosecond = try fraction() }
      }
      guard hour < 24, minute < 60, second <= 60 else { throw .value }
      return (hour * 3_600 + minute * 60 + second, nanosecond)
    }

    private mutating func fraction() throws(Fault) -> Int {
      try take(".")
      let digits = rest.prefix(while: \.isRuleDigit)
      guard !digits.isEmpty else { throw .shape }
      rest = rest[digits.endIndex...]
      let nine = digits.prefix(9)
      let number = nine.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
      return (nine.count..<9).reduce(number) { number, _ in number * 10 }
    }

    /// Reads the minutes by which the time is ahead of UTC.
    mutating func offset() throws(Fault) -> Int {
      guard let sign = rest.first else { return 0 }
      try take("Zz+-")
      guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return 0 }
      let hour = try number(digits: 2)
      try take(":")
      let minute = try number(digits: 2)
      guard hour < 24, minute < 60 else { throw .value }
      return (sign == UInt8(ascii: "-") ? -1 : 1) * (hour * 60 + minute)
    }
  }
}
