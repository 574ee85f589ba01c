import Testing

/// `--where` of commands that change what a rule finds.
@Suite struct WhereTests {
  @Test func `what a rule finds is added in the order of the options`() throws {
    try CommandFixture(with: SmartSample.files).expect(
      #"""
      $ mixtape add plain --where 'duration < 15 min'
      Added 3 episodes to plain.
      ! note: sky/aurora is already in the playlist
      $ cat playlists/plain.toml
      name = "Plain"
      episodes = ["sky/aurora", "byte/monday", "sky/moon", "sky/saturn"]
      $ mixtape undo
      Undone: Add 3 episodes to plain
      ! Next undo: nothing
      ! Next redo: Add 3 episodes to plain
      ! hint: `mixtape redo` redoes it
      $ mixtape add plain byte/monday --where 'rating >= 3' --sort -rating --limit 2 --at 1
      Added 2 episodes to plain.
      ! note: sky/aurora is already in the playlist
      $ cat playlists/plain.toml
      name = "Plain"
      episodes = ["byte/monday", "sky/comet", "sky/aurora"]
      $ mixtape add plain --where 'rating >= 3' --where 'duration > 15 min' --dry-run
      ! note: sky/comet is already in the playlist
      ! Nothing to add: plain already contains them.
      [1]
      $ mixtape undo
      Undone: Add 2 episodes to plain
      ! Next undo: nothing
      ! Next redo: Add 2 episodes to plain
      ! hint: `mixtape redo` redoes it
      $ mixtape add plain --where 'rating >= 3' --where 'duration > 15 min' --dry-run
      Would commit: Add 1 episode to plain
      Plain (plain)
        +  2  Comets (sky/comet)
      ! Nothing was changed.
      $ mixtape add plain --where 'rating = 1'
      ! Nothing to add: the rule finds no episodes.
      [1]
      $ mixtape add plain --where 'raiting = 1'
      ! error: there is no field `raiting`
      !   raiting = 1
      !   ^~~~~~~
      ! hint: did you mean `rating`?
      [64]
      $ mixtape add plain --sort title
      ! error: --sort, --limit and --seed require --where or --search
      ! Usage: mixtape add [<options>] <id> [<what> ...]
      !   See 'mixtape add --help' for more information.
      [64]
      $ mixtape add plain - --json
      {
        "operation": "add",
        "changed": false,
        "commit": null
      }
      [1]
      $ mixtape add plain --where 'podcast = "skyy"'
      ! warning: the rule names the podcast "skyy", which does not exist
      ! hint: did you mean sky?
      ! Nothing to add: the rule finds no episodes.
      [1]
      $ mixtape add plain --where 'folder = "news"'
      ! warning: the rule names the folder "news", which has no podcasts
      ! Nothing to add: the rule finds no episodes.
      [1]
      """#)
  }

  @Test func `podcasts with an episode that a rule finds are tagged`() throws {
    try CommandFixture(with: SmartSample.files).expect(
      #"""
      $ mixtape tag add good --where 'rating = 5' --dry-run
      Would commit: Tag sky with "good"
      Night Sky (podcast sky)
        changed: tags
      ! Nothing was changed.
      $ mixtape tag add good --where 'rating = 5'
      Tagged sky with "good".
      $ mixtape tag add short byte --where 'rating = 5' --where 'duration < 30 min'
      Tagged 2 podcasts with "short".
      $ mixtape tag remove good --where 'duration < 10 min'
      Removed the tag "good" from sky.
      $ mixtape tag add short
      ! error: name the podcasts, or give a rule with --where
      ! hint: `mixtape tag add --help` explains the arguments
      [64]
      $ mixtape tag add short --where 'rating = 1'
      ! Nothing to change: the rule finds no episodes.
      [1]
      """#)
  }
}
