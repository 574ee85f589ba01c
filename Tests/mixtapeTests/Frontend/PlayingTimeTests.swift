import Testing

/// Total playing times in `show` and `list`.
@Suite struct PlayingTimeTests {
  @Test func `playlists have a total, in lists only without rules`() throws {
    let fixture = try CommandFixture(with: SmartSample.files)
    try fixture.expect(
      #"""
      $ mixtape list
      found  Found  smart
      plain  Plain  1 episode         10:00
      short  Short  1 episode, smart
      $ mixtape add plain sky/moon sky/comet nothing/here
      Added 3 episodes to plain.
      ! warning: the library has no episode nothing/here; it is added anyway
      $ mixtape show plain
      Plain (plain)

        1  Auroras    Night Sky  10:00  rated 4  sky/aurora
        2  Moon Dust  Night Sky  12:00  rated 3  sky/moon
        3  Comets     Night Sky  20:00  rated 5  sky/comet
        4  missing                               nothing/here

      playing time: at least 42:00
      $ mixtape show plain --at HEAD~1
      Plain (plain)

        1  Auroras  Night Sky  10:00  rated 4  sky/aurora

      playing time: 10:00
      """#)
    let json = fixture.mixtape(["list", "--json"]).output
    for (id, seconds, unknown) in [("found", "null", "null"), ("plain", "2520", "1"), ("short", "null", "null")] {
      let object = try #require(json.split(separator: "{").first { $0.contains("\"id\": \"\(id)\"") })
      #expect(object.contains("\"playingTime\": \(seconds),"), "\(json)")
      #expect(object.contains("\"unknownPlayingTimes\": \(unknown)"), "\(json)")
    }
  }
}
