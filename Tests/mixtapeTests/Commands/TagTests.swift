import Testing

@Suite struct TagTests {
  @Test func `tags are listed, added and removed`() throws {
    try CommandFixture(with: LibrarySample.files).expect(
      #"""
      $ mixtape tag list
      calm     2 podcasts
      short    1 podcast
      strings  1 podcast
      $ mixtape tag add news daily-byte loose
      Tagged 2 podcasts with "news".
      $ git diff HEAD~1 --unified=0 --format=
      diff --git a/library/loose.toml b/library/loose.toml
      index commit-1..commit-2 100644
      --- a/library/loose.toml
      +++ b/library/loose.toml
      @@ -1,0 +2 @@ title = "Loose Ends"
      +tags = ["news"]
      diff --git a/library/shows/news/daily-byte.toml b/library/shows/news/daily-byte.toml
      index commit-3..commit-4 100644
      --- a/library/shows/news/daily-byte.toml
      +++ b/library/shows/news/daily-byte.toml
      @@ -5 +5 @@ feed = "https://example.org/daily-byte.xml"
      -tags = [ "short", "calm" ]
      +tags = [ "short", "calm", "news" ]
      $ git log --format=%B -1
      Tag 2 podcasts with "news"

      - Daily Byte (daily-byte)
      - Loose Ends (loose)

      Mixtape-Operation: tag

      $ mixtape tag add news loose
      ! Nothing to change: already tagged "news".
      [1]
      $ mixtape tag add news lose
      ! error: there is no podcast lose
      ! hint: did you mean loose?
      ! hint: `mixtape podcast list` lists the podcasts
      [66]
      $ mixtape tag add "" loose
      ! error: invalid tag: it is empty
      [64]
      $ mixtape tag remove calm four-seasons daily-byte loose
      Removed the tag "calm" from 2 podcasts.
      $ mixtape tag remove calm four-seasons
      ! Nothing to change: no podcast has the tag "calm".
      [1]
      $ mixtape tag list --json
      [
        {
          "tag": "news",
          "podcasts": [
            "daily-byte",
            "loose"
          ]
        },
        {
          "tag": "short",
          "podcasts": [
            "daily-byte"
          ]
        },
        {
          "tag": "strings",
          "podcasts": [
            "four-seasons"
          ]
        }
      ]
      """#)
  }

  @Test func `several albums are called albums`() throws {
    let album = "kind = \"album\"\ntitle = \"Music\"\n"
    try CommandFixture(with: ["library/loud/a.toml": album, "library/loud/b.toml": album]).expect(
      #"""
      $ mixtape tag add loud a b
      Tagged 2 albums with "loud".
      $ git log -1 --format=%s
      Tag 2 albums with "loud"
      $ mixtape folder move loud quiet --library
      Moved the folder loud to quiet with 2 albums.
      """#)
  }

  @Test func `tag rename renames a tag in all podcasts`() throws {
    try CommandFixture(with: LibrarySample.files).expect(
      #"""
      $ mixtape tag rename strings quiet --dry-run
      Would commit: Rename the tag "strings" to "quiet"
      The Four Seasons (album four-seasons)
        changed: tags
      ! Nothing was changed.
      $ mixtape tag rename calm quiet
      Renamed the tag "calm" to "quiet" in 2 podcasts.
      $ mixtape undo
      Undone: Rename the tag "calm" to "quiet"
      ! Next undo: nothing
      ! Next redo: Rename the tag "calm" to "quiet"
      ! hint: `mixtape redo` redoes it
      $ mixtape redo
      Redone: Rename the tag "calm" to "quiet"
      ! Next undo: Rename the tag "calm" to "quiet"
      $ mixtape tag rename strings quiet
      Renamed the tag "strings" to "quiet" in four-seasons.
      $ mixtape tag rename quiet quiet
      ! Nothing to change: the tag already has that name.
      [1]
      $ mixtape tag rename calm x
      ! error: there is no tag "calm"
      ! hint: `mixtape tag list` lists the tags
      [66]
      $ mixtape tag list
      quiet  2 podcasts
      short  1 podcast
      $ mixtape history --operation rename-tag
      commit-1  2026-03-01 07:12  Rename the tag "strings" to "quiet"
      commit-2  2026-03-01 07:05  Rename the tag "calm" to "quiet"
      """#)
  }
}
