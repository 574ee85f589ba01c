import Testing

/// What `set` does for items of each kind is in the tests of their values.
@Suite struct SetTests {
  @Test func `several podcasts are changed as one change`() throws {
    try CommandFixture(with: LibrarySample.files).expect(
      #"""
      $ mixtape set daily-byte "Loose Ends" --author Ann --dry-run
      Would commit: Update 2 podcasts
      Loose Ends (podcast loose)
        changed: author

      Daily Byte (podcast daily-byte)
        changed: author
      ! Nothing was changed.
      $ mixtape set daily-byte "Loose Ends" --author Ann
      Updated 2 podcasts.
      $ mixtape set daily-byte loose --folder deep
      Moved 2 podcasts to deep.
      $ mixtape set daily-byte loose --folder deep
      ! Nothing to change: all of them already have these values.
      [1]
      $ mixtape set daily-byte loose --folder /
      Moved 2 podcasts to the top.
      $ mixtape set - --add-tag news
      ! Nothing to change: standard input contains no podcast ids.
      [1]
      """#)
  }

  @Test func `title, description and notes are also options of episodes`() throws {
    try CommandFixture(with: LibrarySample.files).expect(
      #"""
      $ mixtape set daily-byte/monday --title Monday --notes "With tea." --set year=2026
      Updated daily-byte/monday.
      $ sed -n 9,15p library/shows/news/daily-byte.toml
      id = "monday"
      title = "Monday"
      year = 2026
      duration = 355
      rating = 4 # mine
      notes = "With tea."

      $ mixtape set daily-byte/monday --notes ""
      Updated daily-byte/monday.
      $ mixtape set daily-byte/monday --title Monday --clear title
      ! error: `title` is given more than once
      ! hint: give one `--set` or one `--clear` for each key
      [64]
      """#)
  }

  @Test func `all items and options of a command are of one kind`() throws {
    try CommandFixture(with: LibrarySample.files).expect(
      #"""
      $ mixtape set ferry daily-byte --description Both
      ! error: ferry is a playlist, and daily-byte is a podcast; nothing was changed
      ! hint: change playlists, podcasts and episodes with separate commands
      [64]
      $ mixtape set daily-byte daily-byte/monday --title Both
      ! error: daily-byte is a podcast, and daily-byte/monday is an episode; nothing was changed
      ! hint: change playlists, podcasts and episodes with separate commands
      [64]
      $ mixtape set ferry --name Boat --author Ann
      ! error: --author is an option of podcasts, and ferry is a playlist; nothing was changed
      ! hint: options of playlists: --description, --folder, --name, --continuous, --shuffle
      [64]
      $ mixtape set daily-byte --set rating=5
      ! error: --set is an option of episodes, and daily-byte is a podcast; nothing was changed
      ! hint: `--where 'podcast = "daily-byte"'` finds its episodes
      ! hint: options of podcasts: --title, --description, --notes, --folder, --author, --feed, --artwork, --category, --add-tag, --remove-tag, --add-skip, --remove-skip, --new-since, --subscribe, --unsubscribe
      [64]
      $ mixtape set daily-byte/monday --folder deep
      ! error: --folder is an option of playlists and podcasts, and daily-byte/monday is an episode; nothing was changed
      ! hint: options of episodes: --title, --description, --notes, --set, --clear
      [64]
      $ mixtape set --where 'rating = 4' --author Ann
      ! error: --author is an option of podcasts, and --where finds episodes; nothing was changed
      ! hint: options of episodes: --title, --description, --notes, --set, --clear
      [64]
      $ mixtape set ferry --search tuesday --description Both
      ! error: --search finds episodes, and ferry is a playlist; nothing was changed
      ! hint: change playlists, podcasts and episodes with separate commands
      [64]
      $ mixtape set daily-byte loose --title Both
      ! error: --title requires one podcast; these are 2
      [64]
      $ git status --short
      $ git log --format=%s
      Create the store
      """#)
  }

  @Test func `the episodes of a podcast or a playlist are found by a rule`() throws {
    try CommandFixture(with: LibrarySample.files).expect(
      #"""
      $ mixtape set --where 'podcast = "daily-byte"' --set genre=News
      Updated 2 episodes.
      $ mixtape set --where 'in playlist "ferry"' --set rating=5
      Rated daily-byte/monday 5.
      """#)
  }
}
