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
