import Foundation
import MixtapeModel
import TestSupport
import Testing

@Suite("CalendarDay")
struct CalendarDayTests {
  private static let calendar = {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = .gmt
    return calendar
  }()

  @Test func daysAgreeWithFoundation() throws {
    var generator = SeededGenerator()
    for _ in 0..<2_000 {
      let seconds = Double.random(in: -12_219_292_800...253_402_300_799, using: &generator)
      let instant = Date(timeIntervalSince1970: seconds)
      let day = try #require(CalendarDay(of: instant), generator.comment)
      let parts = Self.calendar.dateComponents([.year, .month, .day, .weekday], from: instant)
      #expect([day.year, day.month, day.day] == [parts.year, parts.month, parts.day], generator.comment)
      #expect(day.weekday + 1 == parts.weekday, generator.comment)
      #expect(day.start <= instant && instant < day.end, generator.comment)
      let months = Int.random(in: -1_000...1_000, using: &generator)
      guard let later = day.adding(months: months), later.year > 1_600 else { continue }
      #expect(later.year * 12 + later.month == day.year * 12 + day.month + months, generator.comment)
      // `Calendar` is sometimes off by a day when it adds months to a late year, but it knows the lengths of months.
      let length = Self.calendar.range(of: .day, in: .month, for: later.start)?.count
      #expect(later.day == min(day.day, length ?? 0), "\(generator): \(day) and \(months) months")
    }
  }

  @Test func everyDayHasANumber() throws {
    let (first, last) = try (
      #require(CalendarDay(year: 0, month: 1, day: 1)), #require(CalendarDay(year: 9999, month: 12, day: 31))
    )
    #expect(CalendarDay(daysSince1970: first.daysSince1970 - 1) == nil)
    #expect(CalendarDay(daysSince1970: last.daysSince1970 + 1) == nil)
    #expect(try #require(CalendarDay(year: 1970, month: 1, day: 1)).daysSince1970 == 0)
    var day = first
    for number in first.daysSince1970 + 1...last.daysSince1970 {
      let next = try #require(CalendarDay(daysSince1970: number))
      guard next.daysSince1970 == number, next.day == 1 || next.day == day.day + 1, day < next else {
        Issue.record("\(day), \(next)")
        return
      }
      day = next
    }
    #expect(day == last && "\(first) \(last)" == "0000-01-01 9999-12-31")
  }

  @Test func invalidDays() {
    for (year, month, day) in [
      (2026, 2, 29), (1900, 2, 29), (2026, 0, 1), (2026, 13, 1), (2026, 4, 31), (-1, 1, 1), (10_000, 1, 1),
      (2026, 1, 0),
    ] {
      #expect(CalendarDay(year: year, month: month, day: day) == nil)
    }
    #expect(CalendarDay(of: Date(timeIntervalSince1970: .infinity)) == nil)
    #expect(CalendarDay(year: 2026, month: 1, day: 1)?.adding(months: .max) == nil)
  }
}
