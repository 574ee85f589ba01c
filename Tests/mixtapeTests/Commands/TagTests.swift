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
      $ mixtape tag add news loose
      ! Nothing to change: already tagged "news".
      [1]
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
      """#)
  }
}
