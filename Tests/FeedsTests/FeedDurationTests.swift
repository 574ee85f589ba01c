import Testing

@testable import Feeds

struct FeedDurationTests {
  @Test(arguments: [
    ("90", 90), ("90.5", 90.5), ("01:30", 90), ("1:02:03", 3723), ("0:01:30", 90), ("61:30", 3690),
    ("1:02:03.5", 3723.5),
    ("PT1H2M", 3720), ("PT90S", 90), ("P1DT1H", 90_000), ("1h 2m", 3720), ("1h2m3s", 3723), ("90 min", 5400),
    ("1 hour and 5 minutes", 3900), ("1 hour, 5 minutes", 3900), ("45'30\"", 2730), (" 12 ", 12), ("1.02.03", 3723),
    (":45", 45), ("1:00:00:00", 86_400), ("12,5", 12.5), ("1 Std. 5 Min.", 3900), ("90mins", 5400),
    ("3,720", 3720), ("12:34 min", 754), ("00:12:34 hours", 754), ("1h02", 3720), ("12m34", 754), ("1 hour 30", 5400),
    ("2 h 5", 7500), ("~30 min", 1800), ("00:30:00 (approx)", 1800), ("P1W", 604_800), ("1 uur 2 min", 3720),
    ("30 min (ca.)", 1800), ("1:02:03,500", 3723.5), ("00:45:10,000", 2710), ("01:02,5", 62.5), ("12:34,56", 754.56),
    ("1:30h", 5400), ("1:30 hours", 5400), ("1:02:03 h", 3723), ("12’34”", 754), ("12’34’’", 754),
    ("01h:02m:03s", 3723),
    ("1h:02m", 3720), ("1800.", 1800), ("P0Y0M0DT0H30M0S", 1800),
  ])
  func `supported formats`(text: String, seconds: Double) { #expect(FeedDuration(text)?.seconds == seconds) }

  @Test(arguments: [
    "", "0", "00:00", "long", "-5", "1:-2", "1:2:3:4:5", "5 parsecs", "99999999999", "1e9", "nan", "PT", "h", ":", "::",
    "1..2", "1:02:03,5,5", "1:2:3x", "1h:02:03", "1:30h 20m", "1800..", "12’34:56",
    "٣", "1h h", "P1Y", "PT0S",
  ])
  func `invalid durations`(text: String) { #expect(FeedDuration(text)?.seconds == nil) }

  @Test(arguments: [
    ("0", true), ("PT0S", true), ("00:00:00", true), ("0 min", true), ("P0Y0M0DT0H0M0S", true), ("", false),
    ("long", false), ("PT", false), ("-0", false), ("1", false),
  ])
  func `durations of zero`(text: String, isZero: Bool) { #expect(FeedDuration.isZero(text) == isZero) }

  @Test(
    arguments: [
      ("90", nil), ("61:30", nil), ("1:02:03", nil), ("90.5", nil), ("1:75", "is read as 0:02:15"),
      ("90 min", "is read as 1:30:00"), ("200000", "is read as 55:33:20"),
    ] as [(String, String?)])
  func `unusual durations`(text: String, guess: String?) { #expect(FeedDuration(text)?.guess == guess) }
}
