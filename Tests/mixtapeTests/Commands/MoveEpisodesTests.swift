import Testing

@Suite struct MoveEpisodesTests {
  @Test func `episodes move to another podcast, or within theirs`() throws {
    try CommandFixture(with: LibrarySample.files).expect(
      #"""
      $ mixtape episode move daily-byte/tuesday --to 1
      Moved daily-byte/tuesday within daily-byte.
      $ mixtape episode move daily-byte/monday --to four-seasons --at 1
      Moved daily-byte/monday to four-seasons/monday.
      $ mixtape episode move --where 'title = "Winter"' --to loose --dry-run
      Would commit: Move 1 episode to loose
      Loose Ends (podcast loose)
        +  1  Winter (loose/winter)

      The Four Seasons (album four-seasons)
        -  2  Winter (four-seasons/winter)

      Morning (morning)
        -  2  Winter (four-seasons/winter)
        +  2  Winter (loose/winter)
      ! Nothing was changed.
      $ mixtape episode move four-seasons/monday daily-byte/tuesday --to 1
      ! error: a position in --to requires episodes of one podcast; these are of 2 podcasts
      ! hint: `--to PODCAST --at 1` moves all of them to one podcast
      [64]
      $ mixtape episode move four-seasons/monday --to 3
      ! error: there is no position 3 in four-seasons
      ! hint: `mixtape show four-seasons` lists its episodes
      [66]
      $ mixtape episode move four-seasons/monday --to 0
      ! error: --to requires a position, and positions start at 1
      ! Usage: mixtape episode move [<options>] [<what> ...] --to <podcast-or-n>
      !   See 'mixtape episode move --help' for more information.
      [64]
      $ mixtape episode move four-seasons/monday --to 1 --at 1
      ! error: --at requires a podcast in --to
      ! Usage: mixtape episode move [<options>] [<what> ...] --to <podcast-or-n>
      !   See 'mixtape episode move --help' for more information.
      [64]
      """#)
  }

  @Test func `episodes are removed, and playlists that miss them are named`() throws {
    let fixture = try CommandFixture(with: LibrarySample.files)
    try fixture.expect(
      #"""
      $ mixtape episode remove daily-byte/monday four-seasons/winter --dry-run
      Would commit: Remove 2 episodes from the library
      The Four Seasons (album four-seasons)
        -  1  Winter (four-seasons/winter)

      Daily Byte (podcast daily-byte)
        -  1  A Patch Tuesday on a Monday (daily-byte/monday)
      ! Nothing was changed.
      $ mixtape episode remove daily-byte/monday four-seasons/winter
      Removed 2 episodes from the library.
      ! warning: 3 entries of playlists are now missing: ferry (1) and morning (2)
      $ mixtape episode remove daily-byte/monday
      ! error: there is no episode daily-byte/monday
      ! hint: `mixtape search` finds episodes
      [66]
      $ mixtape undo
      Undone: Remove 2 episodes from the library
      ! Next undo: nothing
      ! Next redo: Remove 2 episodes from the library
      ! hint: `mixtape redo` redoes it
      """#)
    let json = fixture.mixtape(["episode", "remove", "--where", "rating = 4", "--json"]).output
    for member in [
      "\"operation\": \"remove-episode\"", "\"changed\": true", "\"id\": \"daily-byte\"",
      "\n      \"episodes\": [\n        \"daily-byte/tuesday\"\n      ]",
      "\n  \"episodes\": [\n    \"daily-byte/monday\"\n  ]", "\"refused\": []",
      "\"id\": \"ferry\",\n      \"episodes\": 1\n", "\"id\": \"morning\",\n      \"episodes\": 1\n",
    ] { #expect(json.contains(member), "\(json)") }
  }
}
