import Testing

@Suite struct MoveEpisodesTests {
  @Test func `episodes move to another podcast, or within theirs`() throws {
    try CommandFixture(with: LibrarySample.files).expect(
      #"""
      $ mixtape episode move daily-byte/tuesday --to 1
      Moved daily-byte/tuesday within daily-byte.
      $ git log --format=%B -1
      Move 1 episode within daily-byte

      - Nothing Happened (daily-byte/tuesday)

      Mixtape-Operation: move-episode

      $ mixtape episode move daily-byte/monday --to four-seasons --at 1
      Moved daily-byte/monday to four-seasons/monday.
      $ git show --format=%B --unified=0
      Move 1 episode to four-seasons

      - A Patch Tuesday on a Monday (four-seasons/monday)

      Mixtape-Operation: move-episode


      diff --git a/library/shows/four-seasons.toml b/library/shows/four-seasons.toml
      index commit-1..commit-2 100644
      --- a/library/shows/four-seasons.toml
      +++ b/library/shows/four-seasons.toml
      @@ -5,0 +6,6 @@ tags = ["calm", "strings"]
      +[[episodes]]
      +id = "monday"
      +title = "A Patch Tuesday on a Monday"
      +duration = 355
      +rating = 4 # mine
      +
      diff --git a/library/shows/news/daily-byte.toml b/library/shows/news/daily-byte.toml
      index commit-3..commit-4 100644
      --- a/library/shows/news/daily-byte.toml
      +++ b/library/shows/news/daily-byte.toml
      @@ -11,6 +10,0 @@ title = "Nothing Happened"
      -
      -[[episodes]]
      -id = "monday"
      -title = "A Patch Tuesday on a Monday"
      -duration = 355
      -rating = 4 # mine
      diff --git a/playlists/morning.toml b/playlists/morning.toml
      index commit-5..commit-6 100644
      --- a/playlists/morning.toml
      +++ b/playlists/morning.toml
      @@ -3 +3 @@ episodes = [
      -  "daily-byte/monday",
      +  "four-seasons/monday",
      diff --git a/playlists/travel/2026/ferry.toml b/playlists/travel/2026/ferry.toml
      index commit-7..commit-8 100644
      --- a/playlists/travel/2026/ferry.toml
      +++ b/playlists/travel/2026/ferry.toml
      @@ -2 +2 @@ name = "Ferry"
      -episodes = ["daily-byte/monday"]
      +episodes = ["four-seasons/monday"]
      $ mixtape show morning
      Morning (morning)

        1  A Patch Tuesday on a Monday  Chamber Trio  The Four Seasons  5:55       rated 4  four-seasons/monday
        2  Winter                       Chamber Trio  The Four Seasons                      four-seasons/winter
        3  Nothing Happened                           Daily Byte              new           daily-byte/tuesday

      playing time: at least 5:55
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
      $ mixtape episode move four-seasons/monday --to never
      ! error: there is no podcast never
      ! hint: `mixtape podcast list` lists the podcasts
      [66]
      $ mixtape undo 2
      Undone: Move 1 episode to four-seasons
      Undone: Move 1 episode within daily-byte
      ! Next undo: nothing
      ! Next redo: Move 1 episode within daily-byte
      ! hint: `mixtape redo` redoes it
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
      $ git log --format=%B -1
      Remove 2 episodes from the library

      - A Patch Tuesday on a Monday (daily-byte/monday)
      - Winter (four-seasons/winter)

      Mixtape-Operation: remove-episode

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
