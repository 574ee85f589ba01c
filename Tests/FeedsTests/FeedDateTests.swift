import Testing

@testable import Feeds

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
    // ISO 8601
    ("2026-03-12T10:20:30Z", 1_773_310_830), ("2026-03-12T10:20:30.123Z", 1_773_310_830),
    ("2026-03-12T12:20:30+02:00", 1_773_310_830), ("2026-03-12T05:20:30-0500", 1_773_310_830),
    ("2026-03-12 10:20:30", 1_773_310_830), ("2026-03-12 10:20:30 +0000", 1_773_310_830), ("2026-03-12", 1_773_273_600),
    ("2026-03-12T10:20Z", 1_773_310_800), ("2026/03/12 10:20:30", 1_773_310_830), ("20260312", 1_773_273_600),
    // numbers
    ("1773310830", 1_773_310_830), ("1773310830123", 1_773_310_830), ("3/12/2026", 1_773_273_600),
    ("12.03.2026", 1_773_273_600), ("03/12/2026 10:20:30 AM", 1_773_310_830),
  ])
  func `supported formats`(text: String, seconds: Int) {
    #expect(FeedDate(text)?.date.timeIntervalSince1970.rounded(.down) == Double(seconds), "\(text)")
  }

  @Test(arguments: [
    "", "soon", "Thu, 32 Mar 2026 10:20:30 GMT", "30 Feb 2026", "2026-13-01", "2026-03-12T25:00:00Z", "12",
    "Mar 2026 x",
    "Thu, 12 Mar 2026 10:61:30 GMT", "99999999999999999999", "-", "::", "+", "t", "2026-",
    String(repeating: "1", count: 200),
  ])
  func `invalid dates`(text: String) { #expect(FeedDate(text)?.date == nil) }

  @Test func `guesses are reported`() {
    #expect(FeedDate("Thu, 12 Mar 2026 10:20:30 GMT")?.guess == nil)
    #expect(FeedDate("Thu, 12 Mar 2026 10:20:30")?.guess == "it has no time zone; UTC is assumed")
    #expect(FeedDate("Thu, 12 Mar 26 10:20:30 GMT")?.guess == "the year has two digits")
  }
}
