import Testing

@Suite struct MarkEpisodesTests {
  @Test func `several episodes are rated, in either order of arguments`() throws {
    try CommandFixture(with: LibrarySample.files).expect(
      #"""
      $ mixtape episode rate 5 daily-byte/monday four-seasons/winter
      Rated 2 episodes 5.
      $ mixtape episode rate daily-byte/monday daily-byte/tuesday 3
      Rated 2 episodes 3.
      $ mixtape episode rate - none
      < daily-byte/monday
      Removed the rating of daily-byte/monday.
      $ mixtape episode rate 4 --where 'duration is missing' --dry-run
      Would commit: Rate 2 episodes 4 stars
      The Four Seasons (album four-seasons)
        ~  Winter (four-seasons/winter) changed: rating

      Daily Byte (podcast daily-byte)
        ~  Nothing Happened (daily-byte/tuesday) changed: rating
      ! Nothing was changed.
      $ mixtape episode rate 4 --where 'duration is missing'
      Rated 2 episodes 4.
      $ mixtape episode rate 4 --where 'duration is missing'
      ! Nothing to change: already rated 4.
      [1]
      $ mixtape episode rate 4 --where 'duration < 1 min'
      ! Nothing to rate: the rule finds no episodes.
      [1]
      $ mixtape episode rate daily-byte/monday
      ! error: give a rating from 0 to 5, or `none`
      ! Usage: mixtape episode rate <rating> <what> ... [--dry-run] [--store <dir>] [--json] [--color <when>] [--no-pager]
      !        mixtape episode rate <rating> [--where <rule> ...] [--search <words>] [--sort <keys>] [--limit <limit> ...] [--dry-run]
      !   See 'mixtape episode rate --help' for more information.
      [64]
      $ mixtape episode rate 4 daily-byte/monday 5
      ! error: give one rating; write an episode with such a title as <podcast>/<episode>
      ! Usage: mixtape episode rate <rating> <what> ... [--dry-run] [--store <dir>] [--json] [--color <when>] [--no-pager]
      !        mixtape episode rate <rating> [--where <rule> ...] [--search <words>] [--sort <keys>] [--limit <limit> ...] [--dry-run]
      !   See 'mixtape episode rate --help' for more information.
      [64]
      """#)
  }

  @Test func `the last play can be a time counted from now`() throws {
    try CommandFixture(with: LibrarySample.files).expect(
      #"""
      $ mixtape episode played daily-byte/monday --date yesterday
      Recorded plays of daily-byte/monday.
      $ grep -c 'lastPlayedAt = 2026-02-28T' library/shows/news/daily-byte.toml
      1
      """#)
  }

  @Test func `episodes are marked as played, and as not played`() throws {
    try CommandFixture(with: LibrarySample.files).expect(
      #"""
      $ mixtape episode played daily-byte/monday four-seasons/winter
      Recorded plays of 2 episodes.
      $ mixtape episode played daily-byte/monday --times 2 --date 2026-03-02
      Recorded plays of daily-byte/monday.
      ! warning: the time of the last play is in the future: 2026-03-02T00:00:00Z
      $ mixtape episode played daily-byte/monday --date 2020-01-01
      Recorded plays of daily-byte/monday.
      $ sed -n 7,14p library/shows/news/daily-byte.toml

      [[episodes]]
      id = "monday"
      title = "A Patch Tuesday on a Monday"
      duration = 355
      rating = 4 # mine
      playCount = 4
      lastPlayedAt = 2026-03-02
      $ mixtape episode played daily-byte/monday --never --dry-run
      Would commit: Mark A Patch Tuesday on a Monday as not played
      Daily Byte (podcast daily-byte)
        ~  A Patch Tuesday on a Monday (daily-byte/monday) changed: playCount, lastPlayedAt
      ! Nothing was changed.
      $ mixtape episode played --never --where 'playCount > 0'
      Marked 2 episodes as not played.
      $ mixtape episode played --never daily-byte/monday
      ! Nothing to change: the episodes were never played.
      [1]
      $ mixtape episode played daily-byte/monday --times 0
      ! error: --times requires a number from 1
      ! Usage: mixtape episode played [<options>] [<what> ...]
      !   See 'mixtape episode played --help' for more information.
      [64]
      $ mixtape episode played daily-byte/monday --never --times 2
      ! error: --never cannot be used with --times or --date
      ! Usage: mixtape episode played [<options>] [<what> ...]
      !   See 'mixtape episode played --help' for more information.
      [64]
      $ mixtape episode unplayed daily-byte/monday
      ! error: there is no command "episode unplayed"
      ! hint: `mixtape episode played --never` marks episodes as never played
      ! hint: `mixtape episode --help` lists the commands
      [64]
      $ mixtape episode played daily-byte/monday --date soon
      ! error: invalid value "soon" for --date <date>
      ! Help:  --date <date>  The time of the last play: `yesterday`, `2026-03-01`, `2026-03-01T06:00:00Z` (default: now).
      ! Usage: mixtape episode played [<options>] [<what> ...]
      !   See 'mixtape episode played --help' for more information.
      [64]
      """#)
  }
}
