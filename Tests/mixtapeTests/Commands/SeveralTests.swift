import Testing

/// Commands that take several ids, ranges, and ids from standard input.
@Suite struct SeveralTests {
  @Test func `several playlists are deleted as one change`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape delete calm empty calm
      Deleted 2 playlists.
      ! hint: `mixtape undo` restores them
      $ git show --name-status --format=
      D	playlists/empty.toml
      D	playlists/evening/calm.toml
      $ mixtape undo
      Undone: Delete 2 playlists
      ! Next undo: nothing
      ! Next redo: Delete 2 playlists
      ! hint: `mixtape redo` redoes it
      $ mixtape delete calm empty --dry-run
      Would commit: Delete 2 playlists
      Nothing Yet (empty), deleted

      Calm (calm), deleted
        folder  evening
        -  1  Winter (four-seasons/winter)
      ! Nothing was changed.
      $ mixtape delete calm empty --json
      {
        "operation": "delete",
        "changed": true,
        "playlist": null,
        "playlists": [
          "calm",
          "empty"
        ],
        "episodes": [],
        "refused": [],
        "commit": "commit-1"
      }
      """#)
  }

  @Test func `a command that takes one id reads it from standard input`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape rename - Quiet
      < # the evening list
      < Calm
      Renamed calm to "Quiet".
      $ mixtape show - --json
      < -
      ! {"error":{"code":"invalid-id","message":"standard input, line 1: \"-\" is not a valid id: it starts with `-`","hints":[],"status":65,"diagnostics":[]}}
      [65]
      $ mixtape show -
      < calm
      < empty
      ! error: standard input contains 2 ids; this command takes one
      [65]
      $ mixtape show -
      ! error: standard input contains 0 ids; this command takes one
      [65]
      """#)
  }

  @Test func `several playlists are moved, and set`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape move calm empty later/2026
      Moved 2 playlists to later/2026.
      $ mixtape move calm empty later/2026
      ! Nothing to change: they are already there.
      [1]
      $ mixtape move calm empty fresh later/2026
      Moved fresh to later/2026.
      $ mixtape move calm empty /
      Moved 2 playlists to the top.
      $ mixtape set calm empty morning --shuffle true
      Set shuffle of 3 playlists to true.
      $ mixtape set calm morning --shuffle true
      ! Nothing to change: all of them already have shuffle true.
      [1]
      $ mixtape set calm empty --continuous false --dry-run
      Would commit: Set continuous = false in 2 playlists
      Calm (calm)
        continuous  true → false

      Nothing Yet (empty)
        continuous  true → false
      ! Nothing was changed.
      $ mixtape move calm
      ! error: missing argument: give the playlists, then the folder
      ! Usage: mixtape move <id> ... <folder> [--dry-run] [--store <dir>] [--json] [--color <when>] [--no-pager]
      !   See 'mixtape move --help' for more information.
      [64]
      $ mixtape set calm empty --name Both
      ! error: --name requires one playlist; these are 2
      [64]
      """#)
  }

  @Test func `ids come from standard input`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape delete -
      < # old ones
      <
      < calm
      <   playlists/empty.toml
      Deleted 2 playlists.
      ! hint: `mixtape undo` restores them
      $ mixtape undo
      Undone: Delete 2 playlists
      ! Next undo: nothing
      ! Next redo: Delete 2 playlists
      ! hint: `mixtape redo` redoes it
      $ mixtape move - later
      < calm
      Moved calm to later.
      $ mixtape set - empty --shuffle spread
      < fresh
      Set shuffle of 2 playlists to spread.
      $ mixtape delete -
      < calm
      < Not an id
      ! error: standard input, line 2: there is no playlist or podcast with the name "Not an id"
      ! hint: `mixtape list` lists the playlists, and `mixtape podcast list` the podcasts
      [65]
      $ mixtape delete -
      ! Nothing to do: standard input contains no playlist ids.
      [1]
      $ mixtape remove morning -
      < night-sky/gone
      < 1-2
      Removed 3 episodes from morning.
      $ mixtape reorder fresh - --to 1
      < 0
      ! error: there is no position 0: the playlist has no hand-picked episodes
      ! hint: `mixtape show` shows the positions
      [66]
      $ mixtape tag add short - night-sky
      < daily-byte
      Tagged 2 podcasts with "short".
      $ mixtape delete calm night-sky
      ! error: calm is a playlist, and night-sky is a podcast; nothing was changed
      ! hint: delete playlists and podcasts with two commands
      [64]
      $ mixtape delete -
      < four-seasons
      < night-sky
      Deleted 2 podcasts with 3 episodes.
      ! warning: 1 entry of playlists is now missing: calm (1)
      ! hint: `mixtape undo` restores them
      """#)
  }

  @Test func `episodes are removed and moved by ranges`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape add empty a/1 a/2 a/3 a/4 a/5 a/6
      Added 6 episodes to empty.
      ! warning: the library has no episode a/1; it is added anyway
      ! warning: the library has no episode a/2; it is added anyway
      ! warning: the library has no episode a/3; it is added anyway
      ! warning: the library has no episode a/4; it is added anyway
      ! warning: the library has no episode a/5; it is added anyway
      ! warning: the library has no episode a/6; it is added anyway
      $ mixtape reorder empty 4-6 --to 1
      Moved 3 episodes of empty.
      $ mixtape remove empty 2-3 5-5 a/1
      Removed 4 episodes from empty.
      $ grep episodes -A9 playlists/empty.toml
      episodes = [
        "a/4",
        "a/3",
      ]
      $ mixtape remove empty 1-2 --dry-run
      Would commit: Remove 2 episodes from empty
      Nothing Yet (empty)
        -  1  a/4
        -  2  a/3
      ! Nothing was changed.
      $ mixtape reorder empty 2 --to 1 --dry-run
      Would commit: Move 1 episode within empty
      Nothing Yet (empty)
        ~  1  a/3 moved from 2 to 1
      ! Nothing was changed.
      $ mixtape remove empty 1-3
      ! error: there is no position 3: the playlist has 2 episodes
      ! hint: `mixtape show` shows the positions
      [66]
      $ mixtape remove empty 2-1
      ! error: 2-1 is not a range of positions: it ends before it starts
      ! Usage: mixtape remove <id> <episode-or-position> ... [--dry-run] [--store <dir>] [--json] [--color <when>] [--no-pager]
      !   See 'mixtape remove --help' for more information.
      [64]
      $ mixtape remove empty 0-1
      ! error: 0-1 is not a range of positions: positions start at 1
      ! Usage: mixtape remove <id> <episode-or-position> ... [--dry-run] [--store <dir>] [--json] [--color <when>] [--no-pager]
      !   See 'mixtape remove --help' for more information.
      [64]
      $ mixtape remove empty 1-99999999999999999999
      ! error: there is no position 1-99999999999999999999
      ! hint: `mixtape show` shows the positions
      [66]
      $ mixtape remove empty 1-2-3
      ! error: "1-2-3" is not a position
      ! hint: a position is a number such as `5`, and a range is `3-7`; `mixtape show` shows the positions
      [64]
      $ mixtape remove empty -
      < 2-1
      ! error: standard input, line 1: there is no position 2-1
      ! hint: `mixtape show` shows the positions
      [65]
      """#)
  }

  @Test func `lists are in the order of the numbers in ids`() throws {
    let names = ["list-199", "list-2", "list-20", "a10", "a9"]
    let playlists = names.map { ("playlists/\($0).toml", "name = \"\($0)\"\n") }
    let podcasts = names.map { ("library/\($0).toml", "title = \"\($0)\"\ntags = [\"t\"]\n") }
    try CommandFixture(with: Dictionary(uniqueKeysWithValues: playlists + podcasts)).expect(
      #"""
      $ mixtape list
      a9        a9        0 episodes
      a10       a10       0 episodes
      list-2    list-2    0 episodes
      list-20   list-20   0 episodes
      list-199  list-199  0 episodes
      $ mixtape podcast list
      a9        a9        0 episodes  t
      a10       a10       0 episodes  t
      list-2    list-2    0 episodes  t
      list-20   list-20   0 episodes  t
      list-199  list-199  0 episodes  t
      """#)
  }
}
