import Foundation
import MixtapeModel
import Testing

@Suite("Values of rules")
struct RuleValueTests {
  @Test(arguments: [
    ("44.1 kHz", 44_100.0), ("1.1 h", 3_960), ("0.1 s", 0.1), ("4.35 MB", 4_350_000), ("1.005 GB", 1_005_000_000),
    ("0.07 min", 4.2), ("-1.1 h", -3_960), ("0 h", 0), ("123456789.123456 KB", 123_456_789_123.456),
  ])
  func unitsAreExact(text: String, expected: Double) throws {
    let words = text.split(separator: " ")
    let number = try #require(Double(words[0]))
    let quantity = try #require(Quantity(number, Quantity.Unit(rawValue: String(words[1]))))
    #expect(quantity.inFieldUnit == expected && quantity.description == text)
  }

  @Test func extremeNumbers() throws {
    #expect(Quantity(.infinity) == nil && Quantity(.nan) == nil)
    #expect(try #require(Quantity(.greatestFiniteMagnitude, .hours)).inFieldUnit == .infinity)
    #expect(try #require(Quantity(.leastNonzeroMagnitude, .minutes)).inFieldUnit < 1e-300)
    #expect(try #require(Quantity(-0.0)).description == "0")
  }

  @Test func spansUseTheCalendar() throws {
    func start(_ count: Int, _ unit: TimeSpan.Unit, _ end: String) throws -> String {
      let date = try Date(end, strategy: .iso8601)
      return try #require(TimeSpan(count, unit)).start(endingAt: date).formatted(.iso8601)
    }
    #expect(try start(90, .minute, "2026-03-01T00:30:00Z") == "2026-02-28T23:00:00Z")
    #expect(try start(36, .hour, "2026-03-01T06:00:00Z") == "2026-02-27T18:00:00Z")
    #expect(try start(1, .day, "2026-03-01T06:00:00Z") == "2026-02-28T06:00:00Z")
    #expect(try start(2, .week, "2026-03-01T06:00:00Z") == "2026-02-15T06:00:00Z")
    #expect(try start(1, .month, "2026-03-31T23:59:59Z") == "2026-02-28T23:59:59Z")
    #expect(try start(1, .month, "2024-03-31T00:00:00Z") == "2024-02-29T00:00:00Z")
    #expect(try start(13, .month, "2026-01-31T12:00:00Z") == "2024-12-31T12:00:00Z")
    #expect(try start(1, .year, "2024-02-29T12:00:00Z") == "2023-02-28T12:00:00Z")
    #expect(try start(4, .year, "2024-02-29T12:00:00Z") == "2020-02-29T12:00:00Z")
    #expect(try #require(TimeSpan(10_000, .year)).start(endingAt: Date(timeIntervalSince1970: 0)) == .distantPast)
    #expect(TimeSpan(0, .day) == nil && TimeSpan(10_001, .day) == nil && TimeSpan(-1, .day) == nil)
  }

  @Test(arguments: [
    (
      "2026-03-01T00:00:00Z",
      [
        "2026-03-01 2026-03-02", "2026-02-28 2026-03-01", "2026-02-23 2026-03-02", "2026-02-16 2026-02-23",
        "2026-03-01 2026-04-01", "2026-02-01 2026-03-01", "2026-01-01 2027-01-01", "2025-01-01 2026-01-01",
      ]
    ),
    (
      "2024-12-30T23:59:59Z",
      [
        "2024-12-30 2024-12-31", "2024-12-29 2024-12-30", "2024-12-30 2025-01-06", "2024-12-23 2024-12-30",
        "2024-12-01 2025-01-01", "2024-11-01 2024-12-01", "2024-01-01 2025-01-01", "2023-01-01 2024-01-01",
      ]
    ),
  ])
  func periodsOfTheCalendar(now: String, expected: [String]) throws {
    let now = try Date(now, strategy: .iso8601)
    let found = CalendarPeriod.allCases.map { period in
      guard let (start, end) = period.bounds(at: now) else { return "" }
      return [start, end].map { CalendarDay(of: $0)?.description ?? "" }.joined(separator: " ")
    }
    #expect(found == expected)
  }

  @Test func periodsAtTheEndsOfTheCalendar() throws {
    let first = try #require(CalendarDay(year: 0, month: 1, day: 1)).start
    let last = try #require(CalendarDay(year: 9999, month: 12, day: 31)).start
    #expect(CalendarPeriod.lastYear.bounds(at: first) == nil && CalendarPeriod.lastMonth.bounds(at: first) == nil)
    #expect(CalendarPeriod.yesterday.bounds(at: first)?.start == first.addingTimeInterval(-86_400))
    #expect(CalendarPeriod.thisYear.bounds(at: last)?.end == last.addingTimeInterval(86_400))
    #expect(CalendarPeriod.thisMonth.bounds(at: last.addingTimeInterval(86_400)) == nil)
  }

  @Test func aDateOutsideOfTheCalendarIsInvalid() {
    for date in [
      Date.distantPast.addingTimeInterval(-1e12), Date(timeIntervalSince1970: 1e12), Date(timeIntervalSince1970: .nan),
    ] {
      #expect(throws: SmartPlaylistCondition.Mismatch.valueDoesNotFit) {
        try SmartPlaylistCondition(field: .dateAdded, op: .equals, value: .date(.instant(date)))
      }
    }
  }

  @Test(arguments: RuleField.allCases)
  func aTextIsNoValueOfANumberOrDate(field: RuleField) throws {
    guard field.valueType != .text else { return }
    #expect(throws: SmartPlaylistCondition.Mismatch.valueDoesNotFit) {
      try SmartPlaylistCondition(field: field, op: .equals, value: .text("album"))
    }
  }

  @Test func boundsMustBeInOrder() throws {
    let (three, five) = (Quantity(3), Quantity(5))
    #expect(throws: SmartPlaylistCondition.Mismatch.boundsAreExchanged) {
      try SmartPlaylistCondition(field: .bpm, op: .between, value: .numbers(five, three))
    }
  }

  @Test func conditionsKeepTheirText() throws {
    let (composed, decomposed) = try (
      WrittenRule(parsing: "title = \"é\""), WrittenRule(parsing: "title = \"e\u{301}\"")
    )
    #expect(composed != decomposed && Set([composed, decomposed]).count == 2 && composed.rule == decomposed.rule)
    #expect(try WrittenRule(parsing: " year=1").text == " year=1")
    #expect(try WrittenRule(WrittenRule(parsing: " year=1").rule).text == "year = 1")
  }
}
