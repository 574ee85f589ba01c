import Foundation
import TestSupport
import Testing

@testable import Feeds

struct FeedDateTests {
  @Test(arguments: [
    // RFC 822 and 2822
    ("Thu, 12 Mar 2026 10:20:30 GMT", 1_773_310_830), ("Thu, 12 Mar 2026 10:20:30 +0000", 1_773_310_830),
    ("Thu, 12 Mar 2026 12:20:30 +0200", 1_773_310_830), ("12 Mar 2026 10:20:30 Z", 1_773_310_830),
    ("Thu, 12 Mar 2026 05:20:30 EST", 1_773_310_830), ("Thu, 12 Mar 26 10:20:30 UT", 1_773_310_830),
    // broken variants
    ("Fri, 12 Mar 2026 10:20:30 GMT", 1_773_310_830), ("Thursday, 12 March 2026 10:20:30 GMT", 1_773_310_830),
    ("Thu 12 Mar 2026 10:20:30 GMT", 1_773_310_830), ("Thu, 12 Mar 2026 10:20 GMT", 1_773_310_800),
    ("Thu, 12 Mar 2026", 1_773_273_600), ("Thu, 12 Mar 2026 10:20:30 GMT+2", 1_773_303_630),
    ("Thu, 12 Mar 2026 10:20:30 +02:00", 1_773_303_630), ("Thu, 12 Mar 2026 10:20:30", 1_773_310_830),
    ("Thu, 12 Mar 2026 10:20:30 XYZ", 1_773_310_830), ("  Thu,  12  Mar 2026\n10:20:30 GMT ", 1_773_310_830),
    ("Thu, 12 Mar 2026 10:20:30 PST (Pacific)", 1_773_339_630), ("March 12, 2026 10:20:30 GMT", 1_773_310_830),
    ("Mar 12th, 2026", 1_773_273_600), ("Thu Mar 12 10:20:30 2026", 1_773_310_830),
    ("Thu Mar 12 10:20:30 UTC 2026", 1_773_310_830), ("12-Mar-2026 10:20:30 GMT", 1_773_310_830),
    ("Thu, 12 Mar 2026 10:20:30 PM GMT", 1_773_354_030), ("Thu, 12 Mar 2026 12:20:30 AM GMT", 1_773_274_830),
    ("Thu, 12 Mar 2026 24:00:00 GMT", 1_773_360_000), ("Do, 12 Mrz 2026 10:20:30 GMT", 1_773_310_830),
    ("jeu., 12 mars 2026 10:20:30 +0000", 1_773_310_830),
    // `mar` is also short for Tuesday.
    ("mar., 05 avr. 2022 10:00:00 +0200", 1_649_145_600), ("Mar, 05 Abr 2022", 1_649_116_800),
    ("mar., 01 févr. 2022", 1_643_673_600), ("Mar 5 2022", 1_646_438_400), ("mar. 5 mars 2022", 1_646_438_400),
    ("mar, 2022-04-05", 1_649_116_800),
    // zones without a sign, times with a letter, halves of the day
    ("Thu, 12 Mar 2026 12:20:30 0200", 1_773_310_830), ("Thu, 12 Mar 2026 10:20:30 0000", 1_773_310_830),
    ("Thu, 12 Mar 2026 T10:20:30 GMT", 1_773_310_830), ("2026-03-12 오후 10:20:30", 1_773_354_030),
    ("2026년 3월 12일 오전 10:20:30", 1_773_310_830), ("2026年3月12日 下午10:20:30", 1_773_354_030),
    // ISO 8601
    ("2026-03-12T10:20:30Z", 1_773_310_830), ("2026-03-12T10:20:30.123Z", 1_773_310_830),
    ("2026-03-12T12:20:30+02:00", 1_773_310_830), ("2026-03-12T05:20:30-0500", 1_773_310_830),
    ("2026-03-12 10:20:30", 1_773_310_830), ("2026-03-12 10:20:30 +0000", 1_773_310_830), ("2026-03-12", 1_773_273_600),
    ("2026-03-12T10:20Z", 1_773_310_800), ("2026/03/12 10:20:30", 1_773_310_830), ("20260312", 1_773_273_600),
    // numbers
    ("1773310830", 1_773_310_830), ("1773310830123", 1_773_310_830), ("3/12/2026", 1_773_273_600),
    ("20260312T102030Z", 1_773_310_830), ("20260312T1020Z", 1_773_310_800), ("2026-03-12T10:20:30,5Z", 1_773_310_830),
    ("2026-03-12T02:20:30-08:00[America/Los_Angeles]", 1_773_310_830), ("Thu, 12 03 2026 10:20:30 GMT", 1_773_310_830),
    ("20161231235960", 1_483_228_800), ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800),
    ("Thu, 12 Mar 2026 10.20.30 GMT", 1_773_310_830), ("2026", 1_767_225_600), ("2026-071", 1_773_273_600),
    ("2026071", 1_773_273_600), ("2003365", 1_072_828_800),
    ("1773310830.5", 1_773_310_830), ("2026年03月12日 10:20:30", 1_773_310_830), ("2024-002", 1_704_153_600),
    ("12.03.2026", 1_773_273_600), ("Thu, 12 Mar 2026 06:20:30 –0400", 1_773_310_830),
    ("03/12/2026 10:20:30 AM", 1_773_310_830),
    // comments
    ("Thu, 12 Mar 2026 05:20:30 (x) EST", 1_773_310_830), ("Thu, 12 Mar 2026 (noon (x)) 10:20:30 GMT", 1_773_310_830),
    ("Thu, 12 Mar 2026 10:20:30 GMT (x", 1_773_310_830), ("Thu, 12 Mar 2026 12:20:30(x)+0200", 1_773_310_830),
    // parts of a year
    ("Mar 2026", 1_772_323_200), ("March 2026", 1_772_323_200), ("2026-03", 1_772_323_200),
    ("2026-W10-2", 1_772_496_000), ("2026-W10", 1_772_409_600), ("2026-W01-1", 1_766_966_400),
    ("2020-W53-7", 1_609_632_000), ("2026-W11-4T10:20:30Z", 1_773_310_830),
  ])
  func `supported formats`(text: String, seconds: Int) {
    #expect(FeedDate(text)?.date.timeIntervalSince1970.rounded(.down) == Double(seconds), "\(text)")
  }

  @Test(arguments: [
    "", "soon", "Thu, 32 Mar 2026 10:20:30 GMT", "30 Feb 2026", "2026-13-01", "2026-03-12T25:00:00Z", "12",
    "2026366", "2026000", "Thu, 12 Mar 2026 10:20:30 9900", "Mar 2026 x",
    "Mar 2026 10:20:30", "20161231235961", "2026-W00-1", "2026-W54-1", "2025-W53-1", "2026-W10-8", "2026-W1x-1",
    "Thu, 12 Mar 2026 10:61:30 GMT", "99999999999999999999", "-", "::", "+", "t", "2026-",
    String(repeating: "1", count: 200),
  ])
  func `invalid dates`(text: String) { #expect(FeedDate(text)?.date == nil) }

  /// The fast reader of standard dates and the general one agree, also on texts that are nearly standard.
  @Test func `standard dates mean the same to both readers`() {
    var generator = SeededGenerator()
    for _ in 0..<2_000 {
      let text = Self.date(&generator)
      guard let date = StandardDate.date(of: text) else { continue }
      var parts = DateParts()
      let isRead = parts.read(text.lowercased())
      #expect(isRead && parts.date == date && parts.guess == nil, "\(text): \(generator)")
    }
    for text in [
      "Thu, 12 Mar 2026 10:20:30 GMT", "12 Mar 2026 10:20:30 -0530", "2 Mar 2026 10:20 +02:00",
      "2026-03-12T10:20:30+02:00", "2026-03-12T10:20:30.125-0200", "2016-12-31T23:59:60Z",
    ] {
      var parts = DateParts()
      #expect(parts.read(text.lowercased()) && parts.date != nil, "\(text)")
      #expect(parts.date == StandardDate.date(of: text), "\(text)")
    }
  }

  private static func date(_ generator: inout SeededGenerator) -> String {
    let two = { (limit: Int, generator: inout SeededGenerator) in
      let number = Int.random(in: 0...limit, using: &generator)
      return number < 10 ? "0\(number)" : "\(number)"
    }
    let time = "\(two(24, &generator)):\(two(60, &generator)):\(two(61, &generator))"
    let sign = Bool.random(using: &generator) ? "+" : "-"
    let year = Int.random(in: 1...2100, using: &generator)
    if Bool.random(using: &generator) {
      let zone =
        ["Z", "GMT", "\(sign)\(two(16, &generator)):\(two(60, &generator))"].randomElement(using: &generator) ?? ""
      return "\(year)-\(two(13, &generator))-\(two(32, &generator))T\(time)\(zone)"
    }
    let day = ["", "Mon, ", "Sun, ", "Xyz, "].randomElement(using: &generator) ?? ""
    let month = ["Jan", "Feb", "May", "Sep", "Dec", "Sept"].randomElement(using: &generator) ?? ""
    let zone =
      ["GMT", "Z", "\(sign)\(two(16, &generator))\(two(60, &generator))"].randomElement(using: &generator) ?? ""
    return "\(day)\(two(32, &generator)) \(month) \(year) \(time) \(zone)"
  }

  @Test func `guesses are reported`() {
    #expect(FeedDate("Thu, 12 Mar 2026 10:20:30 GMT")?.guess == nil)
    #expect(FeedDate("Thu, 12 Mar 2026 10:20:30")?.guess == "it has no time zone; UTC is assumed")
    #expect(FeedDate("Thu, 12 Mar 2026 10:20:30 0100")?.guess == "its time zone has no sign; + is assumed")
    #expect(FeedDate("mar., 05 avr. 2022 10:00:00 +0200")?.guess == nil)
    #expect(FeedDate("Thu, 12 Mar 26 10:20:30 GMT")?.guess == "the year has two digits")
  }
}
