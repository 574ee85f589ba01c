import Testing

@Suite struct ChangeEpisodesTests {
  @Test func `an episode is added with any values`() throws {
    let fixture = try CommandFixture(with: LibrarySample.files)
    try fixture.expect(
      #"""
      $ mixtape episode add daily-byte "Wednesday, at Last" --set duration=31:40 --set published=2026-03-04 --at 1
      Added daily-byte/wednesday-at-last to daily-byte.
      $ sed -n 7,30p library/shows/news/daily-byte.toml

      [[episodes]]
      id = "wednesday-at-last"
      title = "Wednesday, at Last"
      published = 2026-03-04
      duration = 1900
      dateAdded = 2026-03-01

      [[episodes]]
      id = "monday"
      title = "A Patch Tuesday on a Monday"
      duration = 355
      rating = 4 # mine

      [[episodes]]
      id = "tuesday"
      title = "Nothing Happened"
      $ mixtape episode add loose "Friday!" --id fri --set dateAdded=2020-01-01 --set url=https://example.org/f.mp3
      Added loose/fri to loose.
      $ mixtape episode add loose "Saturday" --dry-run
      Would commit: Add 1 episode to podcast loose
      Loose Ends (podcast loose)
        +  2  Saturday (loose/saturday)
      ! Nothing was changed.
      $ mixtape episode add loose "" --id sat
      ! error: invalid title: it is empty
      [64]
      $ mixtape episode add loose "Friday!" --id fri
      ! error: the podcast loose already has an episode fri
      [73]
      $ mixtape episode add loose "!"
      ! error: no id can be made from the name "!"
      ! hint: use `--id` to choose an id
      [64]
      $ mixtape episode add loose Monday --set year=last
      ! error: "last" is not a valid year
      ! hint: `year` is a whole number
      [64]
      $ mixtape episode add loose Monday --set duration=-1
      ! error: "-1" is not a valid duration
      ! hint: `duration` is a time such as 31:40, 90 min or 1834 (seconds)
      [64]
      $ mixtape episode add loose Monday --set titel=x
      ! error: an episode has no key "titel"
      ! hint: did you mean title?
      [64]
      $ mixtape episode add loose Monday --set title
      ! error: "title" has no `=`
      ! hint: write the key and its value, for example --set year=1977
      [64]
      $ mixtape episode add loose Monday --at 0
      ! error: --at requires a position, and positions start at 1
      ! Usage: mixtape episode add <podcast> <title> [--id <name>] [--at <n>] [--set <key=value> ...] [--dry-run] [--store <dir>] [--json] [--color <when>] [--no-pager]
      !   See 'mixtape episode add --help' for more information.
      [64]
      $ mixtape episode add loose Monday --at 7
      ! error: there is no position 7 in loose
      ! hint: `mixtape show loose` lists its episodes
      [66]
      """#)
    let json = fixture.mixtape(["episode", "add", "loose", "Sunday", "--json"]).output
    for member in [
      "\"operation\": \"add-episode\"", "\"changed\": true", "\"id\": \"loose\"",
      "\n  \"episodes\": [\n    \"loose/sunday\"\n  ]", "\"refused\": []", "\"playlists\": []",
    ] { #expect(json.contains(member), "\(json)") }
  }

  @Test func `values are set and cleared`() throws {
    try CommandFixture(with: LibrarySample.files).expect(
      #"""
      $ mixtape set daily-byte/monday --set title=Monday --set year=1977 --clear rating
      Updated daily-byte/monday.
      $ sed -n 7,12p library/shows/news/daily-byte.toml

      [[episodes]]
      id = "monday"
      title = "Monday"
      year = 1977
      duration = 355
      $ mixtape set daily-byte/monday --set title=Monday
      ! Nothing to change: already in the requested state.
      [1]
      $ mixtape set --where 'artist = "The Byte"' --set artist=Guest --dry-run
      Would commit: Update artist of 2 episodes
      Daily Byte (podcast daily-byte)
        ~  Monday (daily-byte/monday) changed: artist
        ~  Nothing Happened (daily-byte/tuesday) changed: artist
      ! Nothing was changed.
      $ mixtape set --where 'artist = "The Byte"' --set artist=Guest
      Updated 2 episodes.
      $ mixtape set daily-byte/monday --set rating=6
      ! error: "6" is not a valid rating
      ! hint: a rating is from 0 to 5; `mixtape episode rate none EPISODE` removes it
      [64]
      $ mixtape set daily-byte/monday --set lastPlayedAt=yesterday
      ! error: "yesterday" is not a valid date
      ! hint: `lastPlayedAt` is a date such as 2026-03-01 or 2026-03-01T06:00:00Z
      [64]
      $ mixtape set daily-byte/monday --set title=
      ! error: "title=" has no value
      ! hint: `--clear title` removes the value of an episode
      [64]
      $ mixtape set daily-byte/monday daily-byte/tuesday --set id=x
      ! error: --set id=… requires one episode; these are 2
      [64]
      $ mixtape set daily-byte/monday daily-byte/tuesday --set title=Same
      ! error: --set title=… requires one episode; these are 2
      [64]
      $ mixtape set --where 'year = 1' --set year=2 --json
      {
        "operation": "update-episode",
        "changed": false,
        "commit": null
      }
      [1]
      $ mixtape set daily-byte/monday --clear id
      ! error: an episode requires an id
      ! hint: --set id=NAME changes it
      [64]
      $ mixtape set daily-byte/monday --clear title --set title=Q
      ! error: `title` is given more than once
      ! hint: give one `--set` or one `--clear` for each key
      [64]
      """#)
  }

  @Test func `an episode gets another id, and playlists follow`() throws {
    try CommandFixture(with: LibrarySample.files).expect(
      #"""
      $ sed -i 's/"daily-byte.monday",/&  # always first/' playlists/morning.toml
      $ mixtape set daily-byte/monday --set id=patch-tuesday
      Updated daily-byte/patch-tuesday.
      ! note: committed a hand edit: Edit morning by hand
      $ git show --format=%B --unified=0
      Update id of A Patch Tuesday on a Monday

      - A Patch Tuesday on a Monday (daily-byte/patch-tuesday)

      Mixtape-Operation: update-episode


      diff --git a/library/shows/news/daily-byte.toml b/library/shows/news/daily-byte.toml
      index commit-1..commit-2 100644
      --- a/library/shows/news/daily-byte.toml
      +++ b/library/shows/news/daily-byte.toml
      @@ -9 +9 @@ dateAdded = 2026-01-02
      -id = "monday"
      +id = "patch-tuesday"
      diff --git a/playlists/morning.toml b/playlists/morning.toml
      index commit-3..commit-4 100644
      --- a/playlists/morning.toml
      +++ b/playlists/morning.toml
      @@ -3 +3 @@ episodes = [
      -  "daily-byte/monday",  # always first
      +  "daily-byte/patch-tuesday",  # always first
      diff --git a/playlists/travel/2026/ferry.toml b/playlists/travel/2026/ferry.toml
      index commit-5..commit-6 100644
      --- a/playlists/travel/2026/ferry.toml
      +++ b/playlists/travel/2026/ferry.toml
      @@ -2 +2 @@ name = "Ferry"
      -episodes = ["daily-byte/monday"]
      +episodes = ["daily-byte/patch-tuesday"]
      $ mixtape set daily-byte/tuesday --set id=patch-tuesday
      ! error: the podcast daily-byte already has an episode patch-tuesday
      [73]
      $ mixtape undo
      Undone: Update id of A Patch Tuesday on a Monday
      ! Next undo: Edit morning by hand
      ! Next redo: Update id of A Patch Tuesday on a Monday
      ! hint: `mixtape redo` redoes it
      $ git diff HEAD~2 --stat
      """#)
  }
}
