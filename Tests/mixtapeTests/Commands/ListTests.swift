import Testing

@Suite struct ListTests {
  @Test func `every playlist has a line`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape list
      calm     Calm             1 episode   evening
      empty    Nothing Yet      0 episodes
      fresh    Fresh            smart
      morning  Morning Commute  3 episodes
      """#)
  }

  @Test func `a folder is listed by itself, or with those within it`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape list --folder evening
      calm  Calm  1 episode  evening
      $ mixtape list --folder /
      empty    Nothing Yet      0 episodes
      fresh    Fresh            smart
      morning  Morning Commute  3 episodes
      $ mixtape list --folder / --recursive
      calm     Calm             1 episode   evening
      empty    Nothing Yet      0 episodes
      fresh    Fresh            smart
      morning  Morning Commute  3 episodes
      $ mixtape list --folder nowhere
      ! error: there is no folder "nowhere"
      ! hint: `mixtape folder list` lists the folders of playlists, and with `--library` those of podcasts
      [66]
      $ mixtape list --folder evenin --recursive --json
      ! {"error":{"code":"not-found","message":"there is no folder \"evenin\"","hints":["did you mean evening?","`mixtape folder list` lists the folders of playlists, and with `--library` those of podcasts"],"status":66,"diagnostics":[]}}
      [66]
      $ mkdir -p playlists/later/maybe
      $ mixtape list --folder later
      ! No playlists here.
      $ mixtape list --folder later/maybe --recursive
      ! No playlists here.
      $ mixtape list --folder later/mayb
      ! error: there is no folder "later/mayb"
      ! hint: did you mean later/maybe?
      ! hint: `mixtape folder list` lists the folders of playlists, and with `--library` those of podcasts
      [66]
      $ mixtape list --recursive
      ! error: --recursive requires --folder
      ! Usage: mixtape list [--folder <folder>] [--recursive] [--store <dir>] [--json] [--color <when>] [--no-pager]
      !   See 'mixtape list --help' for more information.
      [64]
      """#)
  }

  @Test func `the top is always there`() throws {
    try Laboratory(with: [:]).expect(
      #"""
      $ mixtape list --folder /
      ! No playlists here.
      $ mixtape list
      ! No playlists here.
      """#)
  }

  @Test func `JSON has every field, with the times that history knows`() throws {
    try Laboratory().expect(
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
          "shuffle": true,
          "smart": false,
          "conditions": null,
          "match": "all",
          "search": null,
          "sort": [
            "title"
          ],
          "limit": null,
          "seed": null
        }
      ]
      $ mkdir playlists/nothing
      $ mixtape list --folder nothing --json
      []
      """#)
  }

  @Test func `a file with errors is told of, and its last committed version is listed`() throws {
    try Laboratory().expect(
      #"""
      $ printf 'nam = "x"\n' > playlists/morning.toml
      $ mixtape list --folder /
      empty    Nothing Yet      0 episodes
      fresh    Fresh            smart
      morning  Morning Commute  3 episodes
      ! warning: playlists/morning.toml has 1 error; its last committed version is used
      ! hint: `mixtape check` shows what is wrong
      $ mixtape list --folder evening
      calm  Calm  1 episode  evening
      ! warning: playlists/morning.toml has 1 error; its last committed version is used
      ! hint: `mixtape check` shows what is wrong
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
          "shuffle": true,
          "smart": false,
          "conditions": null,
          "match": "all",
          "search": null,
          "sort": [
            "title"
          ],
          "limit": null,
          "seed": null
        }
      ]
      ! {"warning":{"code":"file-invalid","message":"playlists/morning.toml has 1 error; its last committed version is used","hints":["`mixtape check` shows what is wrong"]}}
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
