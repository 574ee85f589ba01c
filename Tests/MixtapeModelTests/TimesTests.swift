import Foundation
import Testing

@testable import MixtapeModel

@Suite("Times")
struct TimesTests {
  @Test func `a time of day has up to 24 hours and a leap second`() throws {
    for time in [(24, 0, 0), (0, 60, 0), (0, 0, 61), (-1, 0, 0), (0, -1, 0), (0, 0, -1)] {
      #expect(TimeOfDay(hour: time.0, minute: time.1, second: time.2) == nil, "\(time)")
    }
    #expect(TimeOfDay(hour: 23, minute: 59, second: 60)?.secondsSinceMidnight == 86_400)
    #expect(TimeOfDay(secondsSinceMidnight: 86_400) == nil && TimeOfDay(secondsSinceMidnight: -1) == nil)
    for second in stride(from: 0, to: 86_400, by: 997) {
      let time = try #require(TimeOfDay(secondsSinceMidnight: second))
      let parts = time.description.split(separator: ":").compactMap { Int($0) }
      #expect(TimeOfDay(hour: parts[0], minute: parts[1], second: parts[2]) == time)
    }
  }

  @Test(
    arguments: [
      ("90", 90), ("1:30", 90), ("1:2:3", 3_723), ("1:00:00:00.5", 86_400.5), ("90:75", 5_475), ("0.5:00", 30),
      ("", nil), (":", nil), ("1:", nil), (":30", nil), ("1:2:3:4:5", nil), ("1:-2", nil), ("+1:2", nil), ("1: 2", nil),
      ("1.:2", nil), ("1:.5", nil), ("1:2.5.5", nil), ("1:2,5", nil), ("1:1e2", nil), ("1:٣", nil), ("nan", nil),
    ] as [(String, Double?)])
  func `numbers with colons`(text: String, seconds: Double?) { #expect(ClockTime(text)?.seconds == seconds) }

  @Test(arguments: ["2026-03-01", "2026-03-01T06:30:15.25Z", "0000-01-01T00:00:00Z", "last week", "today"])
  func `dates of rules are read as they are written`(text: String) { #expect(RuleDate(text)?.description == text) }

  @Test(arguments: [
    ("2026-03-01 06:30", "2026-03-01T06:30:00Z"), ("2026-03-01t06:30:00+01:30", "2026-03-01T05:00:00Z"),
    ("2026-03-01T23:59:60Z", "2026-03-02T00:00:00Z"),
    ("2026-03-01T06:30:00.2500000009Z", "2026-03-01T06:30:00.25Z"),
  ])
  func `points in time have several spellings`(text: String, written: String) {
    #expect(RuleDate(text)?.description == written)
  }

  @Test(arguments: [
    "", "2026", "2026-3-1", "2026-02-30", "2026-03-01T", "2026-03-01T6:30", "2026-03-01T24:00", "2026-03-01T06:30:",
    "2026-03-01T06:30:00.Z", "2026-03-01T06:30+0130", "2026-03-01T06:30+01:60", "2026-03-01T06:30 Z", " 2026-03-01",
    "0000-01-01T00:00+00:01", "next week",
  ])
  func `other texts are no dates`(text: String) { #expect(RuleDate(text) == nil) }
}
