internal import MixtapeModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A point in time, as feeds write it: RFC 822, ISO 8601, numbers of Unix, and the usual broken spellings of these.
///
/// The parts of a date are recognized by their form, not by their position. The name of a day is never used.
struct FeedDate {
  /// The point in time.
  let date: Date
  /// A part that was guessed, for messages.
  let guess: String?

  /// Reads a date; `nil` if the text is not a date.
  init?(_ text: String) {
    let text = text.trimmed
    if let date = StandardDate.date(of: text) {
      (self.date, guess) = (date, nil)
      return
    }
    let line = text.lowercased()
    guard !line.isEmpty, line.utf8.count <= 100 else { return nil }
    if let date = Self.number(line) {
      (self.date, guess) = (date, "it is a number")
      return
    }
    var parts = DateParts()
    guard parts.read(line), let date = parts.date else { return nil }
    (self.date, guess) = (date, parts.guess)
  }

  /// Reads seconds or milliseconds since 1970, a day in eight digits, or a year, which means its first day.
  private static func number(_ line: String) -> Date? {
    let parts = line.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let isNumber = parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    guard isNumber, let digits = parts.first, let number = Int(digits), parts.count == 1 || digits.utf8.count > 8 else {
      return nil
    }
    switch digits.utf8.count {
    case 4: return (1970...2099).contains(number) ? CalendarDay(year: number, month: 1, day: 1)?.start : nil
    case 8: return CalendarDay(digits: number)?.start
    case 9, 10: return Date(timeIntervalSince1970: Double(number))
    case 12, 13: return Date(timeIntervalSince1970: Double(number / 1000))
    case 14:
      guard let day = CalendarDay(digits: number / 1_000_000), let time = TimeOfDay(digits: number % 1_000_000) else {
        return nil
      }
      return day.instant(second: time.secondsSinceMidnight)
    default: return nil
    }
  }
}

extension CalendarDay {
  /// Makes the day of a number such as `20260312`; `nil` if there is no such day.
  init?(digits number: Int) { self.init(year: number / 10_000, month: number / 100 % 100, day: number % 100) }
}

extension TimeOfDay {
  /// Makes the time of a number such as `102030`; `nil` if there is no such time.
  fileprivate init?(digits number: Int) {
    self.init(hour: number / 10_000, minute: number / 100 % 100, second: number % 100)
  }
}

/// A date in the form of RFC 822 or ISO 8601: `Thu, 12 Mar 2026 10:20:30 +0000`, `2026-03-12T10:20:30Z`.
///
/// Nearly all dates of feeds are in these forms. ``DateParts`` reads them too, and all others, but takes longer.
enum StandardDate {
  /// Returns the point in time; `nil` if the text has another form, or a part that is out of range.
  static func date(of text: String) -> Date? {
    let bytes = Array(text.utf8)
    let isISO = bytes.count > 4 && bytes[4] == UInt8(ascii: "-")
    do throws(DateTimeReader.Fault) {
      return try isISO ? isoTime(bytes[...]) : internetTime(bytes[...])
    } catch {
      return nil
    }
  }

  private static func internetTime(_ bytes: ArraySlice<UInt8>) throws(DateTimeReader.Fault) -> Date {
    var reader = DateTimeReader(bytes)
    if days.contains(where: { reader.skip($0) }) { try reader.expect(", ") }
    let dayOfMonth = try reader.number(digits: 1...2)
    try reader.expect(" ")
    guard let month = months.firstIndex(where: { reader.skip($0) }) else { throw .shape }
    try reader.expect(" ")
    let year = try reader.number(digits: 4)
    try reader.expect(" ")
    let time = try reader.timeOfDay().time
    try reader.expect(" ")
    let offset = try zone(&reader)
    guard let day = CalendarDay(year: year, month: month + 1, day: dayOfMonth) else { throw .value }
    return day.instant(second: time.secondsSinceMidnight - offset)
  }

  private static func isoTime(_ bytes: ArraySlice<UInt8>) throws(DateTimeReader.Fault) -> Date {
    var reader = DateTimeReader(bytes)
    let day = try reader.day()
    try reader.expect("T")
    let time = try reader.timeOfDay().time
    let offset = try zone(&reader)
    return day.instant(second: time.secondsSinceMidnight - offset)
  }

  /// Reads the zone at the end, `GMT`, `Z`, `+0200` or `+02:00`, and returns the seconds by which it is ahead of UTC.
  private static func zone(_ reader: inout DateTimeReader) throws(DateTimeReader.Fault) -> Int {
    let isUTC = reader.skip("GMT") || reader.skip("Z")
    let offset = try isUTC ? 0 : reader.offset()
    guard reader.isAtEnd else { throw .shape }
    guard abs(offset) <= TimeZoneName.largestOffset else { throw .value }
    return offset
  }

  private static let days: [StaticString] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  fileprivate static let months: [StaticString] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}

extension Date {
  /// The time in the form of RFC 822: `12 Mar 2026 10:00:00 GMT`; `nil` outside the years 0 to 9999.
  package var asInternetTime: String? {
    guard let day = CalendarDay(of: self),
      let time = TimeOfDay(secondsSinceMidnight: Int(timeIntervalSince(day.start).rounded(.down)))
    else { return nil }
    let year = String(day.year).paddedWithZeros(to: 4)
    return "\(day.day) \(StandardDate.months[day.month - 1]) \(year) \(time) GMT"
  }
}
