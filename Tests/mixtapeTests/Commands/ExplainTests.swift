import StoreBrowser
import TestSupport
import Testing

@testable import mixtape

@Suite struct ExplainTests {
  private let fixture: CommandFixture

  init() throws { fixture = try CommandFixture(with: SmartSample.files) }

  /// Rules compare times to the millisecond.
  @Test func `times are shown with their fractions`() throws {
    let fixture = try CommandFixture(with: [
      "library/sky.toml": """
      title = "Night Sky"

      [[episodes]]
      id = "dawn"
      lastPlayedAt = 2026-01-05T06:00:00.25Z

      """,
      "playlists/late.toml": "conditions = ['played > 2026-01-05T06:00:00Z', 'played < 2026-01-05T06:00:00.2Z']\n",
    ])
    try fixture.expect(
      #"""
      $ mixtape explain late sky/dawn
      sky/dawn is not in late: 1 of its 2 rules does not match

        matches  played > 2026-01-05T06:00:00Z    lastPlayedAt is 2026-01-05T06:00:00.25Z
        fails    played < 2026-01-05T06:00:00.2Z  lastPlayedAt is 2026-01-05T06:00:00.25Z
      """#)
    #expect(fixture.mixtape(["explain", "late", "sky/dawn", "--json"]).output.contains("06:00:00.25Z"))
  }

  @Test func `explain shows values of podcasts and both values of a comparison`() throws {
    let fixture = try CommandFixture(with: [
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
    try fixture.expect(
      #"""
      $ mixtape explain late sky/dawn
      sky/dawn is not in late: 1 of its 4 rules does not match

        matches  tag = "calm"         tag is calm, space
        matches  category is missing  category is missing
        matches  folder = "science"   folder is science
        fails    played > published   lastPlayedAt is 2026-01-04T00:00:00Z, published is 2026-01-05T00:00:00Z
      """#)
    let json = fixture.mixtape(["explain", "late", "sky/dawn", "--json"]).output
    #expect(json.contains("\"calm\"") && json.contains("\"field\": \"published\""))
  }

  @Test func `explain shows why an episode is in a playlist`() throws {
    try fixture.expect(
      #"""
      $ mixtape explain short sky/aurora
      sky/aurora is in short: its rules find it, at position 2

        matches  duration < 15 min                              duration is 10:00
        matches  played is missing or played before 2026-02-01
        matches    lastPlayedAt is missing                      lastPlayedAt is missing
        fails      lastPlayedAt < 2026-02-01                    lastPlayedAt is missing
      $ mixtape explain short 2
      sky/aurora is in short: its rules find it, at position 2

        matches  duration < 15 min                              duration is 10:00
        matches  played is missing or played before 2026-02-01
        matches    lastPlayedAt is missing                      lastPlayedAt is missing
        fails      lastPlayedAt < 2026-02-01                    lastPlayedAt is missing
      $ mixtape explain short sky/saturn
      sky/saturn is in short: picked by hand, at position 1

        matches  duration < 15 min                              duration is 5:00
        fails    played is missing or played before 2026-02-01
        fails      lastPlayedAt is missing                      lastPlayedAt is 2026-02-20T00:00:00Z
        fails      lastPlayedAt < 2026-02-01                    lastPlayedAt is 2026-02-20T00:00:00Z
      $ mixtape explain found sky/moon
      sky/moon is in found: its rules find it, at position 2

        matches  search: moon
      """#)
  }

  @Test(arguments: ["0", "99", "-9223372036854775808"])
  func `explain refuses a position that the playlist does not have`(_ position: String) throws {
    let outcome = fixture.mixtape(["explain", "short", "--", position])
    #expect(outcome.errors.hasPrefix("error: there is no position \(position): the playlist has "))
    #expect(outcome.status == .notFound)
  }

  @Test(arguments: ["last", "1-2"])
  func `explain takes a mistyped position for no title`(_ text: String) throws {
    try fixture.expect(
      """
      $ mixtape explain short \(text)
      ! error: "\(text)" is not a position
      ! hint: a position is a number such as `5`; `mixtape show` shows the positions
      [64]
      """)
  }

  @Test func `explain shows why an episode is not in a playlist`() throws {
    try fixture.expect(
      #"""
      $ mixtape explain short byte/monday
      byte/monday is not in short: its rules find it at position 3, but the limit allows only the first 2

        matches  duration < 15 min                              duration is 5:55
        matches  played is missing or played before 2026-02-01
        matches    lastPlayedAt is missing                      lastPlayedAt is missing
        fails      lastPlayedAt < 2026-02-01                    lastPlayedAt is missing
      $ mixtape explain short sky/comet
      sky/comet is not in short: 1 of its 2 rules does not match

        fails    duration < 15 min                              duration is 20:00
        matches  played is missing or played before 2026-02-01
        fails      lastPlayedAt is missing                      lastPlayedAt is 2026-01-10T00:00:00Z
        matches    lastPlayedAt < 2026-02-01                    lastPlayedAt is 2026-01-10T00:00:00Z
      $ mixtape explain found sky/comet
      sky/comet is not in found: the search does not find it

        fails  search: moon
      $ mixtape explain plain sky/comet
      sky/comet is not in plain: it is not picked by hand, and the playlist has no rules
      $ mixtape add plain sky/gone
      Added 1 episode to plain.
      ! warning: the library has no episode sky/gone; it is added anyway
      $ mixtape explain plain sky/gone
      sky/gone is not in plain: it is listed at position 2, but it is missing from the library
      """#)
  }

  @Test func `explain supports match and limits of time and size`() throws {
    try fixture.expect(
      #"""
      $ mixtape create Any --where 'rating = 5' --where 'genre = "news"' --match any --limit '2 GB'
      Created any.
      $ mixtape explain any sky/aurora
      sky/aurora is not in any: none of its 2 rules matches

        fails  rating = 5      rating is 4
        fails  genre = "news"  genre is Science
      $ mixtape explain any sky/comet
      sky/comet is not in any: its rules match, but it has no fileSize, which the limit requires

        matches  rating = 5      rating is 5
        fails    genre = "news"  genre is Science
      $ mixtape conditions any --match none --no-limit
      Changed the rules of any.
      $ mixtape explain any sky/comet
      sky/comet is not in any: 1 of its 2 rules matches, but `match` is "none"

        matches  rating = 5      rating is 5
        fails    genre = "news"  genre is Science
      """#)
  }

  @Test func `a limit per podcast`() throws {
    try fixture.expect(
      #"""
      $ mixtape search --where 'duration is present' --limit '1 per podcast' --ids
      byte/monday
      sky/aurora
      $ mixtape search --where 'duration is present' --limit 1 --limit '1 per podcast' --count
      1
      $ mixtape search --where 'duration is present' --limit 1 --limit 10%
      ! error: "10%" is a second limit of one kind
      ! hint: give one limit for all episodes, and one such as "3 per podcast"
      [64]
      $ mixtape conditions plain --add 'duration is present' --limit '1 per podcast' --limit 25
      Changed the rules of plain.
      $ sed -n '/limit/p' playlists/plain.toml
      limit = [25, "1 per podcast"]
      $ mixtape conditions plain
        1  duration is present

      match  all
      sort   library
      limit  25 episodes, 1 per podcast
      $ mixtape explain plain sky/saturn
      sky/saturn is not in plain: its rules match, but the limit takes only 1 per podcast

        matches  duration is present  duration is 5:00
      """#)
    let json = fixture.mixtape(["conditions", "plain", "--json"]).output
    #expect(json.contains("\"limit\": [\n    25,\n    \"1 per podcast\"\n  ]"))
  }

  @Test func `JSON contains the same explanation`() throws {
    try fixture.expect(
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

  @Test func `a missing playlist in a rule contains nothing, for every command`() throws {
    try fixture.sandbox.write("conditions = ['in playlist \"gone\"']\n", to: "playlists/a.toml")
    try fixture.sandbox.write(
      "conditions = ['not in playlist \"gone\"', 'year is missing']\n", to: "playlists/b.toml")
    try fixture.expect(
      #"""
      $ mixtape show a
      A (a)

      match       all
      conditions  in playlist "gone"
      sort        library

      found by its rules: nothing
      ! warning: there is no playlist `gone`, so it counts as empty in a rule of `a`
      ! hint: `mixtape conditions a` shows its rules
      $ mixtape explain b sky/comet
      sky/comet is in b: its rules find it, at position 3

        matches  not in playlist "gone"
        fails      in playlist "gone"
        matches  year is missing         year is missing
      ! warning: there is no playlist `gone`, so it counts as empty in a rule of `b`
      ! hint: `mixtape conditions b` shows its rules
      $ mixtape search --where 'in playlist "gone"' --count --json
      {
        "count": 0
      }
      ! {"warning":{"code":"unknown-playlist","message":"there is no playlist `gone`, so it counts as empty","hints":[]}}
      $ mixtape simulate a
      ! warning: there is no playlist `gone`, so it counts as empty in a rule of `a`
      ! hint: `mixtape conditions a` shows its rules
      ! error: there is nothing to play in a
      ! hint: `mixtape conditions a` shows its rules
      [66]
      $ mixtape containing sky/comet
      +  b  B
      ! warning: there is no playlist `gone`, so it counts as empty in a rule of `a`
      ! hint: `mixtape conditions a` shows its rules
      ! warning: there is no playlist `gone`, so it counts as empty in a rule of `b`
      ! hint: `mixtape conditions b` shows its rules
      $ mixtape freeze b
      Froze b: replaced its rules with 5 episodes.
      ! warning: there is no playlist `gone`, so it counts as empty in a rule of `b`
      ! hint: `mixtape conditions b` shows its rules
      ! note: committed a hand edit: Create a by hand
      ! note: committed a hand edit: Create b by hand
      $ mixtape conditions found --add 'in playlist "plain"'
      Changed the rules of found.
      ! warning: the rules of found matched 2 episodes, and match 0 now
      ! hint: `mixtape explain found EPISODE` explains why, and `mixtape undo` takes the change back
      $ mixtape delete plain
      Deleted plain.
      ! warning: playlist `plain` no longer exists, so it counts as empty in the rules of `found`
      ! hint: `mixtape conditions found` shows the rules
      ! hint: `mixtape undo` restores it
      """#)
  }

  @Test func `a cycle of playlists is an error`() throws {
    try fixture.sandbox.write("conditions = ['in playlist \"b\"']\n", to: "playlists/a.toml")
    try fixture.sandbox.write("conditions = ['in playlist \"a\"']\n", to: "playlists/b.toml")
    try fixture.expect(
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
      ! No playlist contains it.
      """#)
  }
}
