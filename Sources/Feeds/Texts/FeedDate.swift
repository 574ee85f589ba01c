internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
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
    case 8: return CalendarDay(year: number / 10_000, month: number / 100 % 100, day: number % 100)?.start
    case 9, 10: return Date(timeIntervalSince1970: Double(number))
    case 12, 13: return Date(timeIntervalSince1970: Double(number / 1000))
    case 14:
      let time = number % 1_000_000
      let day = CalendarDay(
        year: number / 10_000_000_000, month: number / 100_000_000 % 100, day: number / 1_000_000 % 100)
      guard time / 10_000 < 24, time / 100 % 100 < 60, time % 100 < 60 else { return nil }
      return day?.instant(second: time / 10_000 * 3600 + time / 100 % 100 * 60 + time % 100)
    default: return nil
    }
  }
}

/// A date that is written exactly as RFC 822 or ISO 8601 say: `Thu, 12 Mar 2026 10:20:30 +0000`, `2026-03-12T10:20:30Z`.
///
/// Nearly all dates of feeds are. ``DateParts`` reads them too, and all others, but takes ten times longer.
struct StandardDate {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0

  /// Returns the point in time; `nil` if the text has another form, or a part that is out of range.
  static func date(of text: String) -> Date? {
    var text = text
    return text.withUTF8 { buffer in
      var internetTime = StandardDate(bytes: buffer)
      if let date = internetTime.readInternetTime() { return date }
      var isoTime = StandardDate(bytes: buffer)
      return isoTime.readISOTime()
    }
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private mutating func readInternetTime() -> Date? {
    if let first = bytes.first, first > UInt8(ascii: "9") {
      guard Self.days.contains(word(3)), skip(", ") else { return nil }
    }
    guard let day = number(of: 2) ?? number(of: 1), skip(" "), let month = Self.months.firstIndex(of: word(3)),
      skip(" "), let year = number(of: 4), skip(" "), let second = time(), skip(" "),
      let offset = zone(hasColon: false),
      index == bytes.count
    else { return nil }
    return CalendarDay(year: year, month: month + 1, day: day)?.instant(second: second - offset)
  }

  private mutating func readISOTime() -> Date? {
    guard let year = number(of: 4), skip("-"), let month = number(of: 2), skip("-"), let day = number(of: 2), skip("T"),
      let second = time(), let offset = zone(hasColon: true), index == bytes.count
    else { return nil }
    return CalendarDay(year: year, month: month, day: day)?.instant(second: second - offset)
  }

  /// Reads `10:20:30`.
  private mutating func time() -> Int? {
    guard let hour = number(of: 2), hour < 24, skip(":"), let minute = number(of: 2), minute < 60, skip(":"),
      let second = number(of: 2), second < 60
    else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  /// Reads `GMT`, `Z`, `+0200` or `+02:00` as seconds ahead of UTC.
  private mutating func zone(hasColon: Bool) -> Int? {
    if skip("GMT") || skip("Z") { return 0 }
    let isNegative = skip("-")
    guard isNegative || skip("+"), let hours = number(of: 2), hours <= 15, !hasColon || skip(":"),
      let minutes = number(of: 2), minutes < 60
    else { return nil }
    return (isNegative ? -1 : 1) * (hours * 3600 + minutes * 60)
  }

  private mutating func number(of count: Int) -> Int? {
    guard index + count <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[index..<index + count] {
      guard (0x30...0x39).contains(byte) else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    index += count
    return value
  }

  /// Returns the next bytes as a number to compare words with; 0 at the end.
  private mutating func word(_ count: Int) -> UInt32 {
    guard index + count <= bytes.count else { return 0 }
    defer { index += count }
    return Self.packed(bytes[index..<index + count])
  }

  private mutating func skip(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard index + count <= bytes.count, (0..<count).allSatisfy({ bytes[index + $0] == text.utf8Start[$0] }) else {
      return false
    }
    index += count
    return true
  }

  private static func packed(_ letters: some Sequence<UInt8>) -> UInt32 { letters.reduce(0) { $0 << 8 | UInt32($1) } }

  private static let days = Set(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].map { packed($0.utf8) })
  private static let months =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"].map { packed($0.utf8) }
}
