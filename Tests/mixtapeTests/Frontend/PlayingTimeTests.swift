import Testing

/// Total playing times in `show` and `list`.
@Suite struct PlayingTimeTests {
  @Test func `playlists have a total, in lists only without rules`() throws {
    try CommandFixture(with: SmartSample.files).expect(
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

      continuous  yes
      shuffle     yes

        1  Auroras    Night Sky  10:00  sky/aurora
        2  Moon Dust  Night Sky  12:00  sky/moon
        3  Comets     Night Sky  20:00  sky/comet
        4  missing                      nothing/here

      playing time: at least 42:00
      $ mixtape list --json
      [
        {
          "id": "found",
          "folder": "",
          "name": "Found",
          "description": "",
          "episodes": [],
          "created": "2026-03-01T06:01:00Z",
          "updated": "2026-03-01T06:01:00Z",
          "continuous": true,
          "shuffle": true,
          "smart": true,
          "conditions": null,
          "match": "all",
          "search": "moon",
          "sort": [
            "title"
          ],
          "limit": null,
          "seed": null,
          "playingTime": 0,
          "unknownPlayingTimes": 0
        },
        {
          "id": "plain",
          "folder": "",
          "name": "Plain",
          "description": "",
          "episodes": [
            "sky/aurora",
            "sky/moon",
            "sky/comet",
            "nothing/here"
          ],
          "created": "2026-03-01T06:01:00Z",
          "updated": "2026-03-01T06:04:00Z",
          "continuous": true,
          "shuffle": true,
          "smart": false,
          "conditions": null,
          "match": "all",
          "search": null,
          "sort": [
            "title"
          ],
          "limit": null,
          "seed": null,
          "playingTime": 2520,
          "unknownPlayingTimes": 1
        },
        {
          "id": "short",
          "folder": "",
          "name": "Short",
          "description": "",
          "episodes": [
            "sky/saturn"
          ],
          "created": "2026-03-01T06:01:00Z",
          "updated": "2026-03-01T06:01:00Z",
          "continuous": true,
          "shuffle": true,
          "smart": true,
          "conditions": [
            "duration < 15 min",
            "played is missing or played before 2026-02-01"
          ],
          "match": "all",
          "search": null,
          "sort": [
            "-rating"
          ],
          "limit": 2,
          "seed": null,
          "playingTime": 300,
          "unknownPlayingTimes": 0
        }
      ]
      $ mixtape show plain --at HEAD~1
      Plain (plain)

      continuous  yes
      shuffle     yes

        1  Auroras  Night Sky  10:00  sky/aurora

      playing time: 10:00
      """#)
  }
}
