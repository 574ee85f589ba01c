import Testing

@Suite struct EpisodeTests {
  @Test func `episodes are listed and shown`() throws {
    try CommandFixture(with: LibrarySample.files).expect(
      #"""
      $ mixtape search
      daily-byte/monday    A Patch Tuesday on a Monday                5:55  new  rated 4
      daily-byte/tuesday   Nothing Happened                                 new
      four-seasons/winter  Winter                       Chamber Trio
      $ mixtape search --where 'podcast = "daily-byte"'
      daily-byte/monday   A Patch Tuesday on a Monday  5:55  new  rated 4
      daily-byte/tuesday  Nothing Happened                   new
      $ mixtape show daily-byte/monday
      A Patch Tuesday on a Monday (daily-byte/monday)

      artist    The Byte
      album     Daily Byte
      rating    4
      duration  5:55
      $ mixtape show four-seasons/winter --json
      {
        "id": "four-seasons/winter",
        "podcast": "four-seasons",
        "guid": null,
        "url": null,
        "published": null,
        "title": "Winter",
        "artist": "Chamber Trio",
        "albumArtist": null,
        "album": "The Four Seasons",
        "genre": null,
        "composer": null,
        "fileFormat": null,
        "year": null,
        "originalYear": null,
        "bpm": null,
        "rating": null,
        "playCount": null,
        "trackNumber": null,
        "discNumber": null,
        "bitrate": null,
        "sampleRate": null,
        "fileSize": null,
        "duration": null,
        "position": null,
        "dateAdded": null,
        "dateModified": null,
        "lastPlayedAt": null,
        "description": null,
        "notes": null,
        "artwork": null,
        "chapters": null,
        "identifier": null,
        "artists": [
          "Chamber Trio"
        ],
        "genres": [],
        "downloaded": null,
        "state": "unplayed"
      }
      """#)
  }

  @Test func `episode rate sets and removes a rating`() throws {
    let fixture = try CommandFixture(with: LibrarySample.files)
    try fixture.expect(
      #"""
      $ mixtape episode rate daily-byte/monday 5
      Rated daily-byte/monday 5.
      $ git diff HEAD~1 --unified=0 --format=
      diff --git a/library/shows/news/daily-byte.toml b/library/shows/news/daily-byte.toml
      index commit-1..commit-2 100644
      --- a/library/shows/news/daily-byte.toml
      +++ b/library/shows/news/daily-byte.toml
      @@ -12 +12 @@ duration = 355
      -rating = 4 # mine
      +rating = 5 # mine
      $ mixtape episode rate daily-byte/monday 5
      ! Nothing to change: already rated 5.
      [1]
      $ mixtape episode rate daily-byte/monday none
      Removed the rating of daily-byte/monday.
      $ mixtape episode rate daily-byte/monday 6
      ! error: "6" is not a valid rating
      ! hint: a rating is from 0 to 5; `mixtape episode rate none EPISODE` removes it
      [64]
      """#)
    let json = fixture.mixtape(["episode", "rate", "daily-byte/tuesday", "3", "--json"]).output
    for member in [
      "\"operation\": \"rate\"", "\"changed\": true", "\"id\": \"daily-byte\"",
      "\n  \"episodes\": [\n    \"daily-byte/tuesday\"\n  ]", "\"refused\": []", "\"playlists\": []",
    ] { #expect(json.contains(member), "\(json)") }
  }
}
