import Testing

@testable import Feeds

struct FeedDurationTests {
  @Test(arguments: [
    ("90", 90), ("90.5", 90.5), ("01:30", 90), ("1:02:03", 3723), ("0:01:30", 90), ("61:30", 3690),
    ("1:02:03.5", 3723.5),
    ("PT1H2M", 3720), ("PT90S", 90), ("P1DT1H", 90_000), ("1h 2m", 3720), ("1h2m3s", 3723), ("90 min", 5400),
    ("1 hour, 5 minutes", 3900), ("45'30\"", 2730), (" 12 ", 12), ("1:00:00:00", 86_400), ("90mins", 5400),
    ("12:34 min", 754), ("00:12:34 hours", 754), ("1:02:03,500", 3723.5), ("1:30h", 5400), ("1:30 hours", 5400),
    ("1:02:03 h", 3723), ("12’34”", 754), ("12’34’’", 754), ("P0Y0M0DT0H30M0S", 1800),
  ])
  func `supported formats`(text: String, seconds: Double) { #expect(FeedDuration(text)?.seconds == seconds) }

  @Test(arguments: [
    "", "0", "00:00", "long", "-5", "1:-2", "1:2:3:4:5", "5 parsecs", "99999999999", "1e9", "nan", "PT", "h", ":", "::",
    "1..2", "1:02:03,5,5", "1:2:3x", "1h:02:03", "1:30h 20m", "1800..", "12’34:56",
    "٣", "1h h", "P1Y", "PT0S", "~30 min", "3,720", "1.02.03", "1h02", "P1W",
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
