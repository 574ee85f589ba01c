import TestSupport
import Testing

/// `edit`, `history`, `diff`, `restore`, `blame`, `undo` and `revert` of podcasts.
@Suite struct PodcastVersionsTests {
  @Test func `a podcast has a history`() throws {
    try CommandFixture(with: LibrarySample.files).expect(
      #"""
      $ mixtape episode rate 3 daily-byte/tuesday
      Rated daily-byte/tuesday 3.
      $ mixtape tag add quiet daily-byte loose
      Tagged 2 podcasts with "quiet".
      $ mixtape rename morning Early
      Renamed morning to "Early".
      $ mixtape history daily-byte
      commit-1  2026-03-01 07:05  Tag 2 podcasts with "quiet"
      commit-2  2026-03-01 07:03  Rate Nothing Happened 3 stars
      commit-3  2026-03-01 07:01  Create the store
      $ mixtape history daily-byte --episode daily-byte/tuesday
      commit-2  2026-03-01 07:03  Rate Nothing Happened 3 stars
      commit-3  2026-03-01 07:01  Create the store
      $ mixtape delete daily-byte
      Deleted daily-byte with 2 episodes.
      ! warning: 3 entries of playlists are now missing: ferry (1) and morning (2)
      ! hint: `mixtape undo` restores it
      $ mixtape history daily-byte --limit 1
      commit-4  2026-03-01 07:09  Delete podcast daily-byte
      ! hint: `--limit 1 --page 2` shows earlier changes
      """#)
  }

  @Test func `versions of a podcast are compared`() throws {
    try CommandFixture(with: LibrarySample.files).expect(
      #"""
      $ mixtape diff daily-byte
      ! No differences.
      $ mixtape episode rate 3 daily-byte/tuesday
      Rated daily-byte/tuesday 3.
      $ mixtape set daily-byte --title Byte
      Updated daily-byte.
      $ mixtape rename morning Early
      Renamed morning to "Early".
      $ mixtape diff daily-byte @{2}
      Byte (podcast daily-byte)
        changed: title
        ~  Nothing Happened (daily-byte/tuesday) changed: rating
      $ mixtape diff daily-byte @{1} HEAD --git
      diff --git a/library/shows/news/daily-byte.toml b/library/shows/news/daily-byte.toml
      index commit-1..commit-2 100644
      --- a/library/shows/news/daily-byte.toml
      +++ b/library/shows/news/daily-byte.toml
      @@ -1,5 +1,5 @@
       # Every day.
      -title = "Daily Byte"
      +title = "Byte"
       author = "The Byte"  # a collective
       feed = "https://example.org/daily-byte.xml"
       tags = [ "short", "calm" ]
      $ mixtape show daily-byte --at @{2} --columns id,rating
      Daily Byte (daily-byte)

      kind        podcast
      folder      shows/news
      author      The Byte
      feed        https://example.org/daily-byte.xml
      tags        short, calm
      subscribed  true
      added       2026-01-02

        daily-byte/monday   rated 4
        daily-byte/tuesday
      $ mixtape show daily-byte/tuesday --at @{1}
      Nothing Happened (daily-byte/tuesday)

      artist  The Byte
      album   Daily Byte
      rating  3
      """#)
  }

  @Test func `a version of a podcast is restored`() throws {
    try CommandFixture(with: LibrarySample.files).expect(
      #"""
      $ mixtape episode rate 3 daily-byte/tuesday
      Rated daily-byte/tuesday 3.
      $ mixtape restore daily-byte --at @{1} --dry-run
      Would commit: Restore daily-byte as it was at commit-1
      Daily Byte (podcast daily-byte)
        ~  Nothing Happened (daily-byte/tuesday) changed: rating
      ! Nothing was changed.
      $ mixtape restore daily-byte --at @{1}
      Restored daily-byte from commit-1.
      ! hint: `mixtape undo` undoes this
      $ mixtape restore daily-byte --at HEAD
      ! Nothing to restore: daily-byte already has these values.
      [1]
      $ mixtape delete daily-byte
      Deleted daily-byte with 2 episodes.
      ! warning: 3 entries of playlists are now missing: ferry (1) and morning (2)
      ! hint: `mixtape undo` restores it
      $ mixtape restore daily-byte
      Restored daily-byte from commit-2.
      ! hint: `mixtape undo` undoes this
      $ mixtape podcast add "Slow Water"
      Added podcast slow-water.
      ! hint: write its episodes into STORE/library/slow-water.toml
      $ mixtape restore slow-water --at HEAD~1
      ! error: there was no podcast slow-water at "HEAD~1"
      ! hint: `mixtape history slow-water` lists its revisions
      [66]
      """#)
  }

  @Test func `a restored podcast as JSON`() throws {
    let fixture = try CommandFixture(with: LibrarySample.files)
    let version = try fixture.sandbox.git("rev-parse", "HEAD")
    _ = fixture.mixtape(["delete", "daily-byte"])
    let json = fixture.mixtape(["restore", "daily-byte", "--json"]).output
    for member in [
      #""operation": "restore""#, #""changed": true"#, #""playlist": null"#, #""id": "daily-byte""#,
      #""restored": "\#(version)""#,
    ] { #expect(json.contains(member), "\(json)") }
  }

  @Test func `the file of a podcast is edited`() throws {
    try CommandFixture(with: LibrarySample.files).expect(
      #"""
      $ EDITOR='sed -i s/Monday/Sunday/' mixtape edit daily-byte
      Committed commit-1: Edit daily-byte by hand.
      $ EDITOR=true mixtape edit daily-byte
      ! Nothing to change: daily-byte is unchanged.
      [1]
      $ EDITOR='sed -i s/title/titel/' mixtape edit daily-byte
      ! library/shows/news/daily-byte.toml:2:1: error: unknown key `titel`
      !   2 | titel = "Daily Byte"
      !     | ^~~~~
      ! note: did you mean `title`?
      ! library/shows/news/daily-byte.toml:10:1: error: unknown key `titel`
      !   10 | titel = "A Patch Tuesday on a Sunday"
      !      | ^~~~~
      ! note: did you mean `title`?
      ! library/shows/news/daily-byte.toml:16:1: error: unknown key `titel`
      !   16 | titel = "Nothing Happened"
      !      | ^~~~~
      ! note: did you mean `title`?
      ! error: the file has errors; nothing was committed
      ! hint: STORE/library/shows/news/daily-byte.toml contains your edits
      ! hint: the last committed version is used until the errors are fixed
      [65]
      """#)
  }

  @Test func `a playlist comes before a podcast with the same id, whose path can be given`() throws {
    try CommandFixture(with: LibrarySample.files).expect(
      #"""
      $ mixtape create Mine --id daily-byte
      Created daily-byte.
      $ mixtape history daily-byte
      commit-1  2026-03-01 07:03  Create daily-byte
      ! note: daily-byte is the playlist here; `library/daily-byte.toml` names the podcast
      $ mixtape history library/shows/news/daily-byte.toml
      commit-2  2026-03-01 07:01  Create the store
      $ mixtape blame daily-byte.toml
      ! note: daily-byte is the playlist here; `library/daily-byte.toml` names the podcast
      ! daily-byte lists no episodes.
      $ mixtape show daily-byte
      Mine (daily-byte)
      ! note: daily-byte is the playlist here; `library/daily-byte.toml` names the podcast
      $ mixtape delete daily-byte
      ! error: daily-byte is a playlist and a podcast; nothing was changed
      ! hint: name the file: `playlists/daily-byte.toml` or `library/daily-byte.toml`
      [64]
      $ mixtape delete -
      < daily-byte
      ! error: standard input, line 1: daily-byte is a playlist and a podcast; nothing was changed
      ! hint: name the file: `playlists/daily-byte.toml` or `library/daily-byte.toml`
      [65]
      $ mixtape set daily-byte --description Mine
      ! error: daily-byte is a playlist and a podcast; nothing was changed
      ! hint: name the file: `playlists/daily-byte.toml` or `library/daily-byte.toml`
      [64]
      $ mixtape set library/daily-byte.toml --description Mine
      Updated daily-byte.
      $ mixtape undo
      Undone: Update description of podcast daily-byte
      ! Next undo: Create daily-byte
      ! Next redo: Update description of podcast daily-byte
      ! hint: `mixtape redo` redoes it
      $ mixtape delete playlists/daily-byte.toml
      Deleted daily-byte.
      ! hint: `mixtape undo` restores it
      """#)
  }

  @Test func `blame names the change that added each episode of a podcast`() throws {
    try CommandFixture(with: LibrarySample.files).expect(
      #"""
      $ mixtape episode add daily-byte Friday --at 1
      Added daily-byte/friday to daily-byte.
      $ mixtape blame daily-byte
      commit-1  2026-03-01 07:04  1  Friday                       Add 1 episode to podcast daily-byte
      commit-2  2026-03-01 07:01  2  A Patch Tuesday on a Monday  Create the store
      commit-2  2026-03-01 07:01  3  Nothing Happened             Create the store
      $ mixtape episode rate 3 daily-byte/tuesday
      Rated daily-byte/tuesday 3.
      $ mixtape revert HEAD~1 daily-byte --dry-run
      Would commit: Undo in daily-byte: Add 1 episode to podcast daily-byte
      Daily Byte (podcast daily-byte)
        -  1  Friday (daily-byte/friday)
      ! Nothing was changed.
      $ mixtape undo daily-byte
      Undone: Rate Nothing Happened 3 stars
      ! Next undo of daily-byte: Add 1 episode to podcast daily-byte
      ! hint: `mixtape undo` undoes this
      """#)
  }
}
