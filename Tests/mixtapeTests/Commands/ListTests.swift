import Foundation
import TestSupport
import Testing

@Suite struct ListTests {
  @Test func `every playlist has a line`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape list
      calm     Calm             1 episode          unknown  evening
      empty    Nothing Yet      0 episodes
      fresh    Fresh            smart
      morning  Morning Commute  3 episodes  at least 36:29
      $ mixtape list -n1
      calm  Calm  1 episode  unknown  evening
      $ mixtape list --ids -n 2
      calm
      empty
      $ mixtape list --limit 0
      ! error: --limit must be at least 1
      ! Usage: mixtape list [--folder <folder>] [--recursive] [--limit <n>] [--ids] [--store <dir>] [--json] [--color <when>] [--no-pager]
      !   See 'mixtape list --help' for more information.
      [64]
      """#)
  }

  @Test func `a rule that names a missing playlist warns in list, status and duplicate`() throws {
    let fixture = try CommandFixture()
    for (name, rule) in [("a", "in playlist \"gone\""), ("b", "not in playlist \"gone\"")] {
      try fixture.sandbox.write(
        "conditions = ['\(rule)']\nepisodes = [\"daily-byte/monday\"]\n", to: "playlists/\(name).toml")
    }
    for command in ["list", "status"] {
      #expect(
        fixture.mixtape([command]).errors == """
          warning: there is no playlist `gone`, so it counts as empty in the rules of `a` and `b`
          hint: `mixtape conditions a` shows the rules

          """)
    }
    #expect(!fixture.mixtape(["list"]).output.contains("5:55"))
    #expect(fixture.mixtape(["duplicate", "a", "C"]).errors.contains("in the rules of `c`"))
  }

  @Test func `a folder is listed with or without subfolders`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape list --folder evening
      calm  Calm  1 episode  unknown  evening
      $ mixtape list --folder /
      empty    Nothing Yet      0 episodes
      fresh    Fresh            smart
      morning  Morning Commute  3 episodes  at least 36:29
      $ mixtape list --folder / --recursive
      calm     Calm             1 episode          unknown  evening
      empty    Nothing Yet      0 episodes
      fresh    Fresh            smart
      morning  Morning Commute  3 episodes  at least 36:29
      $ mixtape list --folder nowhere
      ! error: there is no folder "nowhere"
      ! hint: `mixtape folder list` lists the folders of playlists; `--library` lists those of podcasts
      [66]
      $ mixtape list --folder evenin --recursive --json
      ! {"error":{"code":"not-found","message":"there is no folder \"evenin\"","hints":["did you mean evening?","`mixtape folder list` lists the folders of playlists; `--library` lists those of podcasts"],"status":66,"diagnostics":[]}}
      [66]
      $ mkdir -p playlists/later/maybe
      $ mixtape list --folder later
      ! No playlists found.
      $ mixtape list --folder later/maybe --recursive
      ! No playlists found.
      $ mixtape list --recursive
      ! error: --recursive requires --folder
      ! Usage: mixtape list [--folder <folder>] [--recursive] [--limit <n>] [--ids] [--store <dir>] [--json] [--color <when>] [--no-pager]
      !   See 'mixtape list --help' for more information.
      [64]
      """#)
  }

  @Test func `the top folder always exists`() throws {
    try CommandFixture(with: [:]).expect(
      #"""
      $ mixtape list --folder /
      ! No playlists found.
      $ mixtape list
      ! No playlists found.
      """#)
  }

  @Test func `JSON contains every field and the times from history`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape list --folder evening --json
      [
        {
          "id": "calm",
          "folder": "evening",
          "name": "Calm",
          "description": "",
          "episodes": [
            "four-seasons/winter"
          ],
          "created": "2026-03-01T06:01:00Z",
          "updated": "2026-03-01T06:01:00Z",
          "continuous": true,
          "shuffle": false,
          "smart": false,
          "conditions": null,
          "match": "all",
          "search": null,
          "sort": [
            "library"
          ],
          "limit": null,
          "seed": null,
          "playingTime": 0,
          "unknownPlayingTimes": 1
        }
      ]
      $ mkdir playlists/nothing
      $ mixtape list --folder nothing --json
      []
      """#)
  }

  @Test func `JSON has a playing time for the same playlists as the table`() throws {
    let outcome = try CommandFixture().mixtape(["list", "--json"])
    let playlists = try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]])
    let times = Dictionary(uniqueKeysWithValues: playlists.map { ($0["id"] as? String, $0["playingTime"]) })
    #expect(times["fresh"] as? NSNull != nil)
    #expect(times["empty"] as? Double == 0)
    #expect(times["morning"] as? Double ?? 0 > 0)
  }

  @Test func `changes of other files say which version of a file with errors is used`() throws {
    try CommandFixture().expect(
      #"""
      $ printf 'nam = "x"\n' > playlists/morning.toml
      $ printf 'nam = "x"\n' > playlists/new.toml
      $ mixtape describe calm "Soft"
      Changed the description of calm.
      ! warning: playlists/morning.toml has 1 error; its last committed version is used
      ! warning: playlists/new.toml has 1 error; it is ignored
      ! hint: `mixtape check` shows the errors
      """#)
  }

  @Test func `a file with errors is reported, and its last committed version is listed`() throws {
    try CommandFixture().expect(
      #"""
      $ printf 'nam = "x"\n' > playlists/morning.toml
      $ mixtape list --folder /
      empty    Nothing Yet      0 episodes
      fresh    Fresh            smart
      morning  Morning Commute  3 episodes  at least 36:29
      ! warning: playlists/morning.toml has 1 error; its last committed version is used
      ! hint: `mixtape check` shows the errors
      $ mkdir playlists/nothing
      $ mixtape list --folder nothing --json
      []
      ! {"warning":{"code":"file-invalid","message":"playlists/morning.toml has 1 error; its last committed version is used","hints":["`mixtape check` shows the errors"]}}
      $ mixtape rename morning Early
      ! playlists/morning.toml:1:1: error: unknown key `nam`
      !   1 | nam = "x"
      !     | ^~~
      ! note: did you mean `name`?
      ! error: playlists/morning.toml has errors
      ! hint: `mixtape edit morning` opens it
      [65]
      $ printf 'x =' > playlists/new.toml
      $ mixtape show new
      ! playlists/new.toml:1:4: error: expected a value after `=`, found the end of the file
      !   1 | x =
      !     |    ^
      ! error: playlists/new.toml has errors
      ! hint: `mixtape edit new` opens it
      [65]
      """#)
  }
}
