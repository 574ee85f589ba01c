import StoreBrowser
import Testing

@testable import mixtape

@Suite struct TimestampTests {
  @Test(arguments: [(0.0, "0:00"), (59.6, "1:00"), (355, "5:55"), (3723, "1:02:03"), (-1, "?"), (.infinity, "?")])
  func `playing times have hours, minutes and seconds`(_ seconds: Double, _ text: String) {
    #expect(playingTime(seconds) == text)
  }
}
