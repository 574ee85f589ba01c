import TestSupport
import Testing

@testable import mixtape

@Suite struct FolderCommandTests {
  @Test func `a symbolic link out of the store is not a folder`() throws {
    try CommandFixture(with: LibrarySample.files).expect(
      #"""
      $ ln -s ../.. playlists/out
      $ mixtape folder create out/new
      ! playlists/out: error: this is not a plain file; symbolic links are not followed
      ! error: playlists/out has errors
      [65]
      $ test -e ../new || echo nothing
      nothing
      """#)
  }

  @Test func `a new folder has a name`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape folder create ""
      ! error: the name of the folder is empty
      ! Usage: mixtape folder create <folder> [--library] [--store <dir>] [--json] [--color <when>] [--no-pager]
      !   See 'mixtape folder create --help' for more information.
      [64]
      $ mixtape folder create /
      ! error: the folder "/" already exists
      [73]
      """#)
  }

  @Test func `a folder of playlists moves with its contents as one change`() throws {
    try CommandFixture(with: LibrarySample.files).expect(
      #"""
      $ mixtape folder list
      travel       1 playlist
      travel/2026  1 playlist
      $ mixtape folder move travel trips
      Moved the folder travel to trips with 2 playlists.
      $ git log --format=%B -1
      Move folder travel to trips

      - Ferry (ferry)
      - Train (train)

      Mixtape-Operation: move-folder

      $ git show --name-status --format=
      R100	playlists/travel/2026/ferry.toml	playlists/trips/2026/ferry.toml
      R100	playlists/travel/train.toml	playlists/trips/train.toml
      $ mixtape folder move trips/2026 /
      Moved the folder trips/2026 to 2026 with 1 playlist.
      $ mixtape folder list
      2026   1 playlist
      trips  1 playlist
      $ mixtape folder move 2026 2026
      ! error: a folder cannot be moved into itself: "2026/2026" is inside it
      [64]
      $ mixtape folder move 2026 a//b
      ! error: "a//b" is not a valid folder: a name between two slashes is empty
      [64]
      $ mixtape folder move / x
      ! error: the top folder cannot be moved or deleted
      [64]
      $ mixtape folder move 2026 /
      ! Nothing to change: the folder is already there.
      [1]
      $ mixtape folder move trip x
      ! error: there is no folder "trip"
      ! hint: did you mean trips?
      ! hint: `mixtape folder list` lists the folders of playlists; `--library` lists those of podcasts
      [66]
      $ mixtape folder move shows x
      ! error: there is no folder "shows" of playlists
      ! hint: the library has this folder: use `--library`
      [66]
      $ mixtape undo 2
      Undone: Move folder trips/2026 to 2026
      Undone: Move folder travel to trips
      ! Next undo: nothing
      ! Next redo: Move folder travel to trips
      ! hint: `mixtape redo` redoes it
      $ mixtape folder list --json
      [
        {
          "folder": "travel",
          "count": 1
        },
        {
          "folder": "travel/2026",
          "count": 1
        }
      ]
      """#)
  }

  @Test func `a destination that is a folder gets the other one, any other is its new path`() throws {
    try CommandFixture(with: LibrarySample.files).expect(
      #"""
      $ mixtape folder move travel/2026 old/trips/2026
      Moved the folder travel/2026 to old/trips/2026 with 1 playlist.
      $ mixtape folder move travel old
      Moved the folder travel to old/travel with 1 playlist.
      $ mixtape folder list
      old             0 playlists
      old/travel      1 playlist
      old/trips       0 playlists
      old/trips/2026  1 playlist
      $ mixtape create Bus --folder trips
      Created bus.
      $ mixtape folder move trips old
      ! error: the folder "old/trips" already exists
      [73]
      $ mixtape folder move shows/news shows/news/daily --library
      ! error: a folder cannot be moved into itself: "shows/news/daily" is inside it
      [64]
      $ mixtape folder move shows/news news --library
      Moved the folder shows/news to news with 1 podcast.
      $ mixtape folder move news shows --library
      Moved the folder news to shows/news with 1 podcast.
      $ mixtape folder move shows ''
      ! error: the destination is empty; `/` is the top
      [64]
      $ mixtape folder rename shows tales
      ! error: there is no command "folder rename"
      ! hint: `mixtape folder move FOLDER NEW-PATH` renames a folder
      ! hint: `mixtape folder --help` lists the commands
      [64]
      """#)
  }

  @Test func `a folder of the library moves with its contents as one change`() throws {
    try CommandFixture(with: LibrarySample.files).expect(
      #"""
      $ mixtape folder list --library
      shows       1 podcast
      shows/news  1 podcast
      $ mixtape folder move shows programmes --library
      Moved the folder shows to programmes with 2 podcasts.
      $ git show --name-status --format=%s
      Move folder shows of the library to programmes

      R100	library/shows/four-seasons.toml	library/programmes/four-seasons.toml
      R100	library/shows/news/daily-byte.toml	library/programmes/news/daily-byte.toml
      $ mixtape folder delete programmes/news --library
      Deleted the folder programmes/news with 1 podcast.
      ! warning: 3 entries of playlists are now missing: ferry (1) and morning (2)
      ! hint: `mixtape undo` restores it
      $ mixtape folder list --library
      programmes  1 podcast
      $ mixtape undo
      Undone: Delete folder programmes/news of the library with 1 podcast
      ! Next undo: Move folder shows of the library to programmes
      ! Next redo: Delete folder programmes/news of the library with 1 podcast
      ! hint: `mixtape redo` redoes it
      $ mixtape podcast list --folder programmes --recursive
      daily-byte    Daily Byte        The Byte      2 episodes  short, calm    programmes/news
      four-seasons  The Four Seasons  Chamber Trio  1 track     calm, strings  programmes
      $ mixtape folder delete travel --library
      ! error: there is no folder "travel" of the library
      ! hint: it is a folder of playlists: omit `--library`
      [66]
      $ mixtape folder delete programmes --library --json
      {
        "operation": "delete-folder",
        "changed": true,
        "tree": "library",
        "folder": "programmes",
        "destination": null,
        "items": [
          "daily-byte",
          "four-seasons"
        ],
        "playlists": [
          {
            "id": "ferry",
            "episodes": 1
          },
          {
            "id": "morning",
            "episodes": 3
          }
        ],
        "commit": "commit-1"
      }
      """#)
  }

  @Test func `the deletion of a folder can be previewed`() throws {
    try CommandFixture(with: LibrarySample.files).expect(
      #"""
      $ mkdir playlists/none
      $ mixtape folder delete none --dry-run
      ! Nothing to commit: the folder none is empty.
      [1]
      $ mixtape folder list
      none         0 playlists
      travel       1 playlist
      travel/2026  1 playlist
      """#)
  }

  @Test func `the preview of a deletion makes the same checks`() throws {
    let fixture = try CommandFixture(with: LibrarySample.files)
    let arguments = ["folder", "delete", "travel", "--dry-run"]
    let preview = fixture.mixtape(arguments)
    #expect(preview.status == .done)
    #expect(preview.output.hasPrefix("Would commit: Delete folder travel with 2 playlists\nFerry (ferry), deleted\n"))
    #expect(preview.errors == "Nothing was changed.\n")
    let podcasts = fixture.mixtape(["folder", "delete", "shows/news", "--library", "--dry-run"])
    #expect(podcasts.output.hasPrefix("Would commit: Delete folder shows/news of the library with 1 podcast\n"))
    _ = try fixture.shell("echo 'name = ' > playlists/travel/new.toml")
    #expect(fixture.mixtape(arguments).status == .invalid)
  }

  @Test func `an empty folder is a directory without a commit`() throws {
    try CommandFixture(with: LibrarySample.files).expect(
      #"""
      $ mixtape folder create travel/2027/spring
      Created the folder travel/2027/spring.
      ! hint: git does not track empty folders; add a playlist or a podcast to commit it
      $ mixtape folder create travel/2027
      ! error: the folder "travel/2027" already exists
      [73]
      $ mixtape folder list
      travel              1 playlist
      travel/2026         1 playlist
      travel/2027         0 playlists
      travel/2027/spring  0 playlists
      $ git status --short
      $ mixtape folder move travel trips
      Moved the folder travel to trips with 2 playlists.
      $ mixtape folder list
      trips              1 playlist
      trips/2026         1 playlist
      trips/2027         0 playlists
      trips/2027/spring  0 playlists
      $ mixtape folder move trips/2027 trips/later
      Moved the folder trips/2027 to trips/later (empty).
      $ mixtape folder list
      trips               1 playlist
      trips/2026          1 playlist
      trips/later         0 playlists
      trips/later/spring  0 playlists
      $ mixtape folder delete trips/later
      Deleted the folder trips/later (empty).
      $ mixtape folder list
      trips       1 playlist
      trips/2026  1 playlist
      $ mixtape folder delete trips
      Deleted the folder trips with 2 playlists.
      ! hint: `mixtape undo` restores it
      $ mixtape folder list
      ! No folders.
      $ mixtape history --limit 3
      commit-1  2026-03-01 07:13  Delete folder trips with 2 playlists
      commit-2  2026-03-01 07:05  Move folder travel to trips
      commit-3  2026-03-01 07:01  Create the store
      """#)
  }

  @Test func `a folder with invalid files cannot be deleted`() throws {
    try CommandFixture(with: LibrarySample.files).expect(
      #"""
      $ echo 'name = ' > playlists/travel/new.toml
      $ mixtape folder delete travel
      ! playlists/travel/new.toml:1:8: error: expected a value after `=`, found the end of the line
      !   1 | name =
      !     |        ^
      ! error: playlists/travel/new.toml has errors
      ! hint: `mixtape edit new` opens it
      [65]
      $ mixtape list
      ferry    Ferry    1 episode            5:55  travel/2026
      morning  Morning  3 episodes  at least 5:55
      train    Train    0 episodes                 travel
      ! warning: playlists/travel/new.toml has 1 error; it is ignored
      ! hint: `mixtape check` shows the errors
      """#)
  }
}
