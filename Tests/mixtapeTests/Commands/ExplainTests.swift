import TerminalUI
import TestSupport
import Testing

@testable import mixtape

@Suite struct ExplainTests {
  private let laboratory: Laboratory

  init() throws { laboratory = try Laboratory(with: SmartSample.files) }

  /// Rules compare times to the millisecond.
  @Test func `times are shown with the fractions that decide`() throws {
    let laboratory = try Laboratory(with: [
      "library/sky.toml": """
      title = "Night Sky"

      [[episodes]]
      id = "dawn"
      lastPlayedAt = 2026-01-05T06:00:00.25Z

      """,
      "playlists/late.toml": "conditions = ['played > 2026-01-05T06:00:00Z', 'played < 2026-01-05T06:00:00.2Z']\n",
    ])
    try laboratory.expect(
      #"""
      $ mixtape explain late sky/dawn
      sky/dawn is not in late: 1 of its 2 rules does not match

        holds  played > 2026-01-05T06:00:00Z    lastPlayedAt is 2026-01-05T06:00:00.25Z
        fails  played < 2026-01-05T06:00:00.2Z  lastPlayedAt is 2026-01-05T06:00:00.25Z
      """#)
    #expect(laboratory.mixtape(["explain", "late", "sky/dawn", "--json"]).output.contains("06:00:00.25Z"))
  }

  @Test func `the values of podcasts, and both values of a comparison, are shown`() throws {
    let laboratory = try Laboratory(with: [
      "library/science/sky.toml": """
      title = "Night Sky"
      tags = ["calm", "space"]

      [[episodes]]
      id = "dawn"
      published = 2026-01-05
      lastPlayedAt = 2026-01-04

      """,
      "playlists/late.toml":
        "conditions = ['tag = \"calm\"', 'category is missing', 'folder = \"science\"', 'played > published']\n",
    ])
    try laboratory.expect(
      #"""
      $ mixtape explain late sky/dawn
      sky/dawn is not in late: 1 of its 4 rules does not match

        holds  tag = "calm"         tag is calm, space
        holds  category is missing  category is missing
        holds  folder = "science"   folder is science
        fails  played > published   lastPlayedAt is 2026-01-04T00:00:00Z, published is 2026-01-05T00:00:00Z
      """#)
    let json = laboratory.mixtape(["explain", "late", "sky/dawn", "--json"]).output
    #expect(json.contains("\"calm\"") && json.contains("\"field\": \"published\""))
  }

  @Test func `why an episode is in a playlist`() throws {
    try laboratory.expect(
      #"""
      $ mixtape explain short sky/aurora
      sky/aurora is in short: its rules find it, at position 2

        holds  duration < 15 min                              duration is 10:00
        holds  played is missing or played before 2026-02-01
        holds    lastPlayedAt is missing                      lastPlayedAt is missing
        fails    lastPlayedAt < 2026-02-01                    lastPlayedAt is missing
      $ mixtape explain short sky/saturn
      sky/saturn is in short: picked by hand, at position 1

        holds  duration < 15 min                              duration is 5:00
        fails  played is missing or played before 2026-02-01
        fails    lastPlayedAt is missing                      lastPlayedAt is 2026-02-20T00:00:00Z
        fails    lastPlayedAt < 2026-02-01                    lastPlayedAt is 2026-02-20T00:00:00Z
      $ mixtape explain found sky/moon
      sky/moon is in found: its rules find it, at position 1

        holds  search: moon
      """#)
  }

  @Test func `why an episode is not in a playlist`() throws {
    try laboratory.expect(
      #"""
      $ mixtape explain short byte/monday
      byte/monday is not in short: its rules find it as number 3, and the limit takes the first 2

        holds  duration < 15 min                              duration is 5:55
        holds  played is missing or played before 2026-02-01
        holds    lastPlayedAt is missing                      lastPlayedAt is missing
        fails    lastPlayedAt < 2026-02-01                    lastPlayedAt is missing
      $ mixtape explain short sky/comet
      sky/comet is not in short: 1 of its 2 rules does not match

        fails  duration < 15 min                              duration is 20:00
        holds  played is missing or played before 2026-02-01
        fails    lastPlayedAt is missing                      lastPlayedAt is 2026-01-10T00:00:00Z
        holds    lastPlayedAt < 2026-02-01                    lastPlayedAt is 2026-01-10T00:00:00Z
      $ mixtape explain found sky/comet
      sky/comet is not in found: the search does not find it

        fails  search: moon
      $ mixtape explain plain sky/comet
      sky/comet is not in plain: it is not picked by hand, and the playlist has no rules
      $ mixtape add plain sky/gone
      Added 1 episode to plain.
      ! warning: the library has no episode sky/gone; it is added anyway
      $ mixtape explain plain sky/gone
      sky/gone is not in plain: it is listed at position 2, but the library does not have it
      $ mixtape explain short sky/auror
      ! error: there is no episode sky/auror
      ! hint: did you mean sky/aurora?
      [66]
      """#)
  }

  @Test func `other ways to combine rules, and limits that add up`() throws {
    try laboratory.expect(
      #"""
      $ mixtape create Any --where 'rating = 5' --where 'genre = "news"' --match any --limit '2 GB'
      Created any.
      $ mixtape explain any sky/aurora
      sky/aurora is not in any: none of its 2 rules matches

        fails  rating = 5      rating is 4
        fails  genre = "news"  genre is Science
      $ mixtape explain any sky/comet
      sky/comet is not in any: its rules match, but it has no fileSize, which the limit needs

        holds  rating = 5      rating is 5
        fails  genre = "news"  genre is Science
      $ mixtape conditions any --match none --no-limit
      Changed the rules of any.
      $ mixtape explain any sky/comet
      sky/comet is not in any: 1 of its 2 rules matches, but `match` is "none"

        holds  rating = 5      rating is 5
        fails  genre = "news"  genre is Science
      """#)
  }

  @Test func `JSON says the same`() throws {
    try laboratory.expect(
      #"""
      $ mixtape explain short byte/monday --json
      {
        "playlist": "short",
        "episode": "byte/monday",
        "contains": false,
        "reason": "cut-off",
        "position": 3,
        "taken": 2,
        "match": "all",
        "conditions": [
          {
            "rule": "duration < 15 min",
            "holds": true,
            "field": "duration",
            "value": 355,
            "other": null,
            "parts": []
          },
          {
            "rule": "played is missing or played before 2026-02-01",
            "holds": true,
            "field": null,
            "value": null,
            "other": null,
            "parts": [
              {
                "rule": "lastPlayedAt is missing",
                "holds": true,
                "field": "lastPlayedAt",
                "value": null,
                "other": null,
                "parts": []
              },
              {
                "rule": "lastPlayedAt < 2026-02-01",
                "holds": false,
                "field": "lastPlayedAt",
                "value": null,
                "other": null,
                "parts": []
              }
            ]
          }
        ],
        "search": null
      }
      """#)
  }

  @Test func `a playlist that does not exist holds nothing, for every command`() throws {
    try laboratory.sandbox.write("conditions = ['in playlist \"gone\"']\n", to: "playlists/a.toml")
    try laboratory.sandbox.write(
      "conditions = ['not in playlist \"gone\"', 'year is missing']\n", to: "playlists/b.toml")
    try laboratory.expect(
      #"""
      $ mixtape show a
      A (a)

      continuous  yes
      shuffle     yes

      match       all
      conditions  in playlist "gone"
      sort        title

      found by its rules: nothing
      ! warning: there is no playlist `gone`, so a rule of `a` finds nothing in it
      ! hint: `mixtape conditions a` shows its rules
      $ mixtape explain b sky/comet
      sky/comet is in b: its rules find it, at position 3

        holds  not in playlist "gone"
        fails    in playlist "gone"
        holds  year is missing         year is missing
      ! warning: there is no playlist `gone`, so a rule of `b` finds nothing in it
      ! hint: `mixtape conditions b` shows its rules
      $ mixtape query 'in playlist "gone"' --count --json
      {
        "count": 0
      }
      ! {"warning":{"code":"unknown-playlist","message":"there is no playlist `gone`, so the rule finds nothing in it","hints":[]}}
      $ mixtape simulate a
      ! warning: there is no playlist `gone`, so a rule of `a` finds nothing in it
      ! hint: `mixtape conditions a` shows its rules
      ! error: there is nothing to play in a
      ! hint: `mixtape conditions a` shows its rules
      [66]
      $ mixtape containing sky/comet
      +  b  B
      ! warning: there is no playlist `gone`, so a rule of `a` finds nothing in it
      ! hint: `mixtape conditions a` shows its rules
      ! warning: there is no playlist `gone`, so a rule of `b` finds nothing in it
      ! hint: `mixtape conditions b` shows its rules
      $ mixtape freeze b
      Froze b: 5 episodes found are picked by hand now.
      ! warning: there is no playlist `gone`, so a rule of `b` finds nothing in it
      ! hint: `mixtape conditions b` shows its rules
      ! note: committed what was changed by hand: Create a by hand
      ! note: committed what was changed by hand: Create b by hand
      $ mixtape conditions found --add 'in playlist "plain"'
      Changed the rules of found.
      $ mixtape delete plain
      Deleted plain.
      ! warning: there is no playlist `plain` any more, so rules of `found` find nothing in it
      ! hint: `mixtape conditions found` shows the rules
      ! hint: `mixtape undo` brings it back
      """#)
  }

  @Test func `playlists that lead round in a circle`() throws {
    try laboratory.sandbox.write("conditions = ['in playlist \"b\"']\n", to: "playlists/a.toml")
    try laboratory.sandbox.write("conditions = ['in playlist \"a\"']\n", to: "playlists/b.toml")
    try laboratory.expect(
      #"""
      $ mixtape show a
      ! error: the rules of playlists form a cycle: a → b → a
      ! hint: remove one of these `in playlist` rules
      [65]
      $ mixtape explain a sky/comet --json
      ! {"error":{"code":"playlist-cycle","message":"the rules of playlists form a cycle: a → b → a","hints":["remove one of these `in playlist` rules"],"status":65,"diagnostics":[]}}
      [65]
      $ mixtape containing sky/comet
      ! warning: the rules of a cannot be run: the rules of playlists form a cycle: a → b → a
      ! hint: remove one of these `in playlist` rules
      ! warning: the rules of b cannot be run: the rules of playlists form a cycle: b → a → b
      ! hint: remove one of these `in playlist` rules
      ! No playlist holds it.
      """#)
  }
}
