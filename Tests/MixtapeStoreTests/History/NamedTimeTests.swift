import Foundation
import Testing

@testable import MixtapeStore

@Suite("NamedTime")
struct NamedTimeTests {
  /// A Thursday at 22:30, in a time zone one hour ahead of UTC; from 29 March on, two hours.
  private let context = Store.Context(
    environment: [:], now: { Date(timeIntervalSince1970: 1_774_560_600) },
    utcOffset: { $0.timeIntervalSince1970 < 1_774_746_000 ? 60 : 120 })

  @Test(arguments: [
    ("today", "2026-03-25T23:00:00Z", "2026-03-26T22:59:59Z"),
    ("Yesterday", "2026-03-24T23:00:00Z", "2026-03-25T22:59:59Z"),
    ("wednesday", "2026-03-24T23:00:00Z", "2026-03-25T22:59:59Z"),
    ("last thursday", "2026-03-18T23:00:00Z", "2026-03-19T22:59:59Z"),
    ("2026-03-01", "2026-02-28T23:00:00Z", "2026-03-01T22:59:59Z"),
    ("2026-02", "2026-01-31T23:00:00Z", "2026-02-28T22:59:59Z"),
    ("2026-03-29", "2026-03-28T23:00:00Z", "2026-03-29T21:59:59Z"),
    ("2026-03-01 18:00", "2026-03-01T17:00:00Z", "2026-03-01T17:00:59Z"),
    ("2026-03-01 18:00:05", "2026-03-01T17:00:05Z", "2026-03-01T17:00:05Z"),
    ("2026-03-01T18:00:00Z", "2026-03-01T18:00:00Z", "2026-03-01T18:00:00Z"),
    ("2026-03-01T18:00:00+05:30", "2026-03-01T12:30:00Z", "2026-03-01T12:30:00Z"),
    ("2026-03-01 18:00 -0100", "2026-03-01T19:00:00Z", "2026-03-01T19:00:59Z"),
    // A leap second, as in rules and files.
    ("2016-12-31 23:59:60Z", "2017-01-01T00:00:00Z", "2017-01-01T00:00:00Z"),
    ("90 minutes ago", "2026-03-26T20:00:00Z", "2026-03-26T20:00:00Z"),
    ("1 hour ago", "2026-03-26T20:30:00Z", "2026-03-26T20:30:00Z"),
    ("3 days ago", "2026-03-23T21:30:00Z", "2026-03-23T21:30:00Z"),
    ("2 weeks ago", "2026-03-12T21:30:00Z", "2026-03-12T21:30:00Z"),
    ("1 month ago", "2026-02-26T21:30:00Z", "2026-02-26T21:30:00Z"),
    ("1 year ago", "2025-03-26T21:30:00Z", "2025-03-26T21:30:00Z"),
  ])
  func meanings(text: String, first: String, last: String) throws {
    let range = try #require(NamedTime(text)).range(in: context)
    #expect([range.lowerBound, range.upperBound].map { $0.formatted(.iso8601) } == [first, last])
  }

  @Test(arguments: [
    "", "tomorrow", "2026", "2026-13", "2026-02-30", "2026-3-1", "2026-03-01 25:00", "2026-03-01 18",
    "2026-03-01 18:60", "2026-03-01 18:00:61",
    "2026-03-01 18:00+9",
    "-1 days ago", "x days ago", "3 fortnights ago", "3 days", "days ago", "9999999999999999999 days ago", "last week",
    "٣ days ago", "2026-03-01 18:00 +25:00",
  ])
  func invalidTimes(text: String) { #expect(NamedTime(text) == nil) }

  @Test func largeNumbersAreLimited() throws {
    for text in ["1000000 years ago", "1000000 weeks ago", "0001-01-01", "9999-12-31"] {
      let range = try #require(NamedTime(text)).range(in: context)
      #expect(range.lowerBound <= range.upperBound)
    }
  }
}
