import Foundation
import Testing

@Suite struct PodcastTests {
  @Test func `a new address in the feed is announced when the podcast is added`() throws {
    let fixture = try CommandFixture(with: LibrarySample.files)
    let feed = CommandFixture.feed([("a", "A", 3)], title: "Sky").replacing(
      "<title>Sky</title>",
      with:
        "<title>Sky</title><n:new-feed-url xmlns:n='http://www.itunes.com/dtds/podcast-1.0.dtd'>https://x.org/f</n:new-feed-url>"
    )
    let added = fixture.mixtape(["podcast", "add", try fixture.writeFeed(feed, to: "sky.xml")])
    #expect(added.output == "Added sky: 1 episode.\n")
    #expect(added.errors.hasPrefix("note: the feed of sky announces the new address \"https://x.org/f\"; "))
  }

  @Test func `podcast list has filters`() throws {
    try CommandFixture(with: LibrarySample.files).expect(
      #"""
      $ mixtape podcast list
      daily-byte    Daily Byte        The Byte      2 episodes  short, calm    shows/news
      four-seasons  The Four Seasons  Chamber Trio  1 track     calm, strings  shows
      loose         Loose Ends                      0 episodes
      $ mixtape podcast list --tag calm --ids
      daily-byte
      four-seasons
      $ mixtape podcast list --folder shows
      four-seasons  The Four Seasons  Chamber Trio  1 track  calm, strings  shows
      $ mixtape podcast list --folder shows --recursive --subscribed
      daily-byte  Daily Byte  The Byte  2 episodes  short, calm  shows/news
      $ mixtape podcast list --tag calm --tag strings
      four-seasons  The Four Seasons  Chamber Trio  1 track  calm, strings  shows
      $ mixtape podcast list --unorganized
      loose  Loose Ends  0 episodes
      $ mixtape podcast list --folder / --tag calm
      ! No podcasts found.
      $ mixtape podcast list --folder show
      ! error: there is no folder "show"
      ! hint: did you mean shows or shows/news?
      ! hint: `mixtape folder list` lists the folders of playlists; `--library` lists those of podcasts
      [66]
      $ mixtape podcast list --tag clam
      ! error: there is no tag "clam"
      ! hint: did you mean calm?
      ! hint: `mixtape tag list` lists the tags
      [66]
      $ mixtape podcast list --recursive
      ! error: --recursive requires --folder
      ! Usage: mixtape podcast list [--folder <folder>] [--recursive] [--tag <tag> ...] [--unorganized] [--subscribed] [--ids] [--store <dir>] [--json] [--color <when>] [--no-pager]
      !   See 'mixtape podcast list --help' for more information.
      [64]
      """#)
  }

  @Test func `show prints all details of a podcast`() throws {
    try CommandFixture(with: LibrarySample.files).expect(
      #"""
      $ mixtape show daily-byte
      Daily Byte (daily-byte)

      kind        podcast
      folder      shows/news
      author      The Byte
      feed        https://example.org/daily-byte.xml
      tags        short, calm
      subscribed  true
      added       2026-01-02

        daily-byte/monday   A Patch Tuesday on a Monday  5:55  new  rated 4
        daily-byte/tuesday  Nothing Happened                   new
      $ mixtape show loose
      Loose Ends (loose)

      kind        podcast
      subscribed  false
      episodes    none
      $ mixtape show four-seasons --json
      {
        "id": "four-seasons",
        "folder": "shows",
        "kind": "album",
        "title": "The Four Seasons",
        "author": "Chamber Trio",
        "feed": null,
        "guid": null,
        "artwork": null,
        "description": null,
        "notes": null,
        "categories": [],
        "tags": [
          "calm",
          "strings"
        ],
        "subscribed": false,
        "dateAdded": null,
        "newSince": null,
        "skip": [],
        "episodes": [
          "four-seasons/winter"
        ]
      }
      """#)
  }

  @Test func `podcast add adds a podcast`() throws {
    try CommandFixture(with: LibrarySample.files).expect(
      #"""
      $ mixtape podcast add "Night Sky Radio" --id night-sky --feed https://example.org/feed.xml --folder science --tag space --tag weekly --category Science
      Added podcast night-sky.
      ! hint: `mixtape feed update night-sky` fetches its episodes
      $ cat library/science/night-sky.toml
      title = "Night Sky Radio"
      feed = "https://example.org/feed.xml"
      categories = ["Science"]
      tags = ["space", "weekly"]
      dateAdded = 2026-03-01
      newSince = 2026-03-01
      $ mixtape podcast add "Slow Pieces" --kind album --author "A Pianist" --artwork https://example.org/a.jpg
      Added album slow-pieces.
      ! hint: write its episodes into STORE/library/slow-pieces.toml
      $ cat library/slow-pieces.toml
      kind = "album"
      title = "Slow Pieces"
      author = "A Pianist"
      artwork = "https://example.org/a.jpg"
      dateAdded = 2026-03-01
      $ mixtape podcast add "Night Sky" --id night-sky
      ! error: a podcast with the id night-sky already exists
      ! hint: use `--id` to choose another id
      [73]
      $ mixtape podcast add ""
      ! error: the address or title is empty
      [64]
      $ mixtape podcast add "!!!"
      ! error: no id can be made from the name "!!!"
      ! hint: use `--id` to choose an id
      [64]
      $ mixtape podcast add "Two" --tag ""
      ! error: invalid tag: it is empty
      [64]
      $ mixtape podcast add "Two" --kind film
      ! error: invalid value "film" for --kind <kind>; the values are podcast and album
      ! Help:  --kind <kind>  The kind (default: podcast).
      ! Usage: mixtape podcast add [<options>] <feed-or-title>
      !   See 'mixtape podcast add --help' for more information.
      [64]
      """#)
  }

  @Test func `set of a podcast is one change and keeps the rest of the file`() throws {
    try CommandFixture(with: LibrarySample.files).expect(
      #"""
      $ mixtape set daily-byte --title "The Byte" --author "" --add-tag news --remove-tag calm --unsubscribe
      Updated daily-byte.
      $ git diff HEAD~1 --unified=0 --format=
      diff --git a/library/shows/news/daily-byte.toml b/library/shows/news/daily-byte.toml
      index commit-1..commit-2 100644
      --- a/library/shows/news/daily-byte.toml
      +++ b/library/shows/news/daily-byte.toml
      @@ -2,2 +2 @@
      -title = "Daily Byte"
      -author = "The Byte"  # a collective
      +title = "The Byte"
      @@ -5 +4,2 @@ feed = "https://example.org/daily-byte.xml"
      -tags = [ "short", "calm" ]
      +tags = [ "short", "news" ]
      +subscribed = false
      $ mixtape set daily-byte --folder shows
      Moved daily-byte to shows.
      $ mixtape set daily-byte --folder shows --add-tag news
      ! Nothing to change: daily-byte already has these values.
      [1]
      $ mixtape set daily-byte --title ""
      ! error: invalid title: it is empty
      [64]
      $ mixtape set daily-byte --subscribe --unsubscribe
      ! error: --subscribe and --unsubscribe cannot be used together
      ! Usage: mixtape set [<options>] [<what> ...]
      !   See 'mixtape set --help' for more information.
      [64]
      $ mixtape set daily-byte --add-tag b --add-tag a --remove-tag a
      ! error: --add-tag and --remove-tag cannot have the same tag "a"
      ! Usage: mixtape set [<options>] [<what> ...]
      !   See 'mixtape set --help' for more information.
      [64]
      """#)
  }

  @Test func `playlists keep the episodes of a removed podcast and find them after its return`() throws {
    try CommandFixture(with: LibrarySample.files).expect(
      #"""
      $ mixtape delete daily-byte
      Deleted daily-byte with 2 episodes.
      ! warning: 3 entries of playlists are now missing: ferry (1) and morning (2)
      ! hint: `mixtape undo` restores it
      $ mixtape show morning
      Morning (morning)

        1  missing                                  daily-byte/monday
        2  Winter   Chamber Trio  The Four Seasons  four-seasons/winter
        3  missing                                  daily-byte/tuesday

      playing time: unknown
      $ mixtape undo
      Undone: Delete podcast daily-byte
      ! Next undo: nothing
      ! Next redo: Delete podcast daily-byte
      ! hint: `mixtape redo` redoes it
      $ mixtape delete daily-byte --json
      {
        "operation": "delete-podcast",
        "changed": true,
        "podcasts": [
          {
            "id": "daily-byte",
            "folder": "shows/news",
            "kind": "podcast",
            "title": "Daily Byte",
            "author": "The Byte",
            "feed": "https://example.org/daily-byte.xml",
            "guid": null,
            "artwork": null,
            "description": null,
            "notes": null,
            "categories": [],
            "tags": [
              "short",
              "calm"
            ],
            "subscribed": true,
            "dateAdded": "2026-01-02T00:00:00Z",
            "newSince": null,
            "skip": [],
            "episodes": [
              "daily-byte/monday",
              "daily-byte/tuesday"
            ]
          }
        ],
        "episodes": [],
        "refused": [],
        "playlists": [
          {
            "id": "ferry",
            "episodes": 1
          },
          {
            "id": "morning",
            "episodes": 2
          }
        ],
        "commit": "commit-1"
      }
      $ git show HEAD~1:library/shows/news/daily-byte.toml > library/daily-byte.toml
      $ mixtape show morning
      Morning (morning)

        1  A Patch Tuesday on a Monday                Daily Byte        5:55  new  rated 4  daily-byte/monday
        2  Winter                       Chamber Trio  The Four Seasons                      four-seasons/winter
        3  Nothing Happened                           Daily Byte              new           daily-byte/tuesday

      playing time: at least 5:55
      """#)
  }
}

/// A store with podcasts in folders and with tags.
enum LibrarySample {
  static let files = [
    "library/shows/news/daily-byte.toml": """
    # Every day.
    title = "Daily Byte"
    author = "The Byte"  # a collective
    feed = "https://example.org/daily-byte.xml"
    tags = [ "short", "calm" ]
    dateAdded = 2026-01-02

    [[episodes]]
    id = "monday"
    title = "A Patch Tuesday on a Monday"
    duration = 355
    rating = 4 # mine

    [[episodes]]
    id = "tuesday"
    title = "Nothing Happened"

    """,
    "library/shows/four-seasons.toml": """
    kind = "album"
    title = "The Four Seasons"
    author = "Chamber Trio"
    tags = ["calm", "strings"]

    [[episodes]]
    id = "winter"
    title = "Winter"

    """,
    "library/loose.toml": """
    title = "Loose Ends"

    """,
    "playlists/morning.toml": """
    name = "Morning"
    episodes = [
      "daily-byte/monday",
      "four-seasons/winter",
      "daily-byte/tuesday",
    ]

    """,
    "playlists/travel/2026/ferry.toml": """
    name = "Ferry"
    episodes = ["daily-byte/monday"]

    """,
    "playlists/travel/train.toml": """
    name = "Train"

    """,
  ]
}
