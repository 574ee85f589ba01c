import TestSupport
import Testing

@testable import mixtape

@Suite struct ConditionsTests {
  private let fixture: CommandFixture

  init() throws { fixture = try CommandFixture(with: SmartSample.files) }

  @Test func `rules are listed with their numbers`() throws {
    try fixture.expect(
      #"""
      $ mixtape conditions short
        1  duration < 15 min
        2  played is missing or played before 2026-02-01

      match  all
      sort   -rating
      limit  2 episodes
      $ mixtape conditions found
      search  moon
      sort    library
      $ mixtape conditions plain
      ! plain has no rules.
      ! hint: `mixtape conditions plain --add RULE` adds a rule, and `--build` asks for its parts
      $ mixtape conditions found --json
      {
        "id": "found",
        "smart": true,
        "conditions": null,
        "match": "all",
        "search": "moon",
        "sort": [
          "library"
        ],
        "limit": null,
        "seed": null
      }
      """#)
  }

  @Test func `a missing playlist in a rule is a warning`() throws {
    try fixture.expect(
      #"""
      $ printf "conditions = ['in playlist \"gone\"']\n" > playlists/asks.toml
      $ mixtape conditions asks
        1  in playlist "gone"

      match  all
      sort   library
      ! warning: there is no playlist `gone`, so it counts as empty in the rules of `asks`
      ! hint: `mixtape conditions asks` shows the rules
      """#)
  }

  @Test func `a search becomes rules`() throws {
    try fixture.expect(
      #"""
      $ mixtape conditions found --search 'title:moon -title:bus' --from-search
      ! error: --from-search cannot be used together with --build, --search or --no-search
      ! Usage: mixtape conditions [<options>] <id> [<rule> ...]
      !   See 'mixtape conditions --help' for more information.
      [64]
      $ mixtape conditions found --search 'title:moon -title:bus'
      Changed the rules of found.
      $ mixtape conditions found --from-search
      Changed the rules of found.
      $ mixtape conditions found
        1  title matches "(?<![\\pL\\pN])moon(?![\\pL\\pN])"
        2  not title matches "(?<![\\pL\\pN])bus(?![\\pL\\pN])"

      match  all
      sort   library
      $ mixtape conditions found --from-search
      ! error: found has no search
      [64]
      """#)
  }

  @Test func `a search becomes rules beside others of which any had to match`() throws {
    try fixture.expect(
      #"""
      $ mixtape conditions found --search 'title:moon' --add 'title contains "moon"' --add 'rating >= 4' --match any
      Changed the rules of found.
      $ mixtape conditions found --match all --from-search
      Changed the rules of found.
      $ mixtape conditions found
        1  title contains "moon" or rating >= 4
        2  title matches "(?<![\\pL\\pN])moon"

      match  all
      sort   library
      """#)
  }

  @Test func `a change after which nothing matches is a warning`() throws {
    try fixture.expect(
      #"""
      $ mixtape conditions found --search 'title:nowhere'
      Changed the rules of found.
      ! warning: the rules of found matched 2 episodes, and match 0 now
      ! hint: `mixtape explain found EPISODE` explains why, and `mixtape undo` takes the change back
      $ mixtape conditions found --search 'title:elsewhere'
      Changed the rules of found.
      """#)
  }

  @Test func `JSON contains every rule as a tree`() throws {
    try fixture.expect(
      #"""
      $ mixtape conditions plain --add 'rating >= 4' --add 'not in playlist "short"'
      Changed the rules of plain.
      $ mixtape conditions plain --json
      {
        "id": "plain",
        "smart": true,
        "conditions": [
          {
            "position": 1,
            "rule": "rating >= 4",
            "tree": {
              "field": "rating",
              "op": "greaterThanOrEqual",
              "type": "comparison",
              "value": {
                "number": 4,
                "type": "number"
              }
            }
          },
          {
            "position": 2,
            "rule": "not in playlist \"short\"",
            "tree": {
              "rule": {
                "playlist": "short",
                "type": "inPlaylist"
              },
              "type": "not"
            }
          }
        ],
        "match": "all",
        "search": null,
        "sort": [
          "library"
        ],
        "limit": null,
        "seed": null
      }
      """#)
  }

  @Test func `create accepts rules`() throws {
    try fixture.expect(
      #"""
      $ mixtape create Fresh --where 'rating >= 4' --where 'duration < 30 min' --sort -rating,title --limit 10% --seed 4
      Created fresh.
      $ cat playlists/fresh.toml
      name = "Fresh"

      episodes = [
      ]
      conditions = [
        "rating >= 4",
        "duration < 30 min",
      ]
      sort = ["-rating", "title"]
      limit = "10%"
      seed = 4
      $ mixtape create Moons --search 'moon*' --episode sky/comet
      Created moons with 1 episode.
      $ mixtape show moons
      Moons (moons)

      search  moon*
      sort    library

        1  Comets                  Night Sky   20:00  rated 5  sky/comet

      found by its rules: 2 episodes
        2  A Moonshot on a Monday  Daily Byte   5:55           byte/monday
        3  Moon Dust               Night Sky   12:00  rated 3  sky/moon

      playing time: 37:55
      """#)
  }

  // MARK: Freezing

  @Test func `freeze warns if the rules find nothing`() throws {
    let files = ["playlists/ferry.toml": "name = \"Ferry\"\nconditions = ['title = \"Waves\"']\n"]
    try CommandFixture(with: files).expect(
      #"""
      $ mixtape freeze ferry
      Froze ferry: replaced its rules with 0 episodes.
      ! warning: the rules of ferry found no episodes
      ! hint: `mixtape undo` restores the rules
      """#)
  }

  @Test func `freeze replaces rules with episodes`() throws {
    try fixture.expect(
      #"""
      $ mixtape freeze short --dry-run
      Would commit: Freeze short with 2 episodes
      Short (short)
        sort   -rating → library
        limit  2 episodes → none
        -  1  condition: duration < 15 min
        -  2  condition: played is missing or played before 2026-02-01
        +  2  Auroras (sky/aurora)
        +  3  Moon Dust (sky/moon)
      ! Nothing was changed.
      $ mixtape freeze short
      Froze short: replaced its rules with 2 episodes.
      $ cat playlists/short.toml
      name = "Short"
      # What must come first.
      episodes = ["sky/saturn", "sky/aurora", "sky/moon"]

      $ mixtape freeze short
      ! Nothing to freeze: short has no rules.
      [1]
      $ git log -1 --format=%B
      Freeze short with 2 episodes

      - Auroras (sky/aurora)
      - Moon Dust (sky/moon)

      Mixtape-Operation: freeze

      """#)
  }
}
