import StoreBrowser
import TestSupport
import Testing

@testable import mixtape

@Suite struct RestoreTests {
  @Test func `restore brings back a deleted playlist`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape delete calm
      Deleted calm.
      ! hint: `mixtape undo` restores it
      $ mixtape rename morning Later
      Renamed morning to "Later".
      $ mixtape restore calm --dry-run
      Would commit: Restore calm as it was at commit-1
      Calm (calm), created
        folder  evening
        +  1  Winter (four-seasons/winter)
      ! Nothing was changed.
      $ mixtape restore calm
      Restored calm from commit-1.
      ! hint: `mixtape undo` undoes this
      $ mixtape restore calm
      ! error: calm is not deleted; use `--at` to choose the version to restore
      ! hint: `mixtape history calm` lists its versions
      [73]
      $ git status --short
      """#)
  }

  @Test func `a deleted playlist is restored by its name`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape create "Night Drive"
      Created night-drive.
      $ mixtape delete "Night Drive"
      Deleted night-drive.
      ! hint: `mixtape undo` restores it
      $ mixtape restore "Night Drive"
      Restored night-drive from commit-1.
      ! hint: `mixtape undo` undoes this
      """#)
  }

  @Test func `edits with errors can be discarded`() throws {
    try CommandFixture().expect(
      #"""
      $ echo 'nam = 1' >> playlists/empty.toml
      $ mixtape restore empty --at HEAD
      ! playlists/empty.toml:2:1: error: unknown key `nam`
      !   2 | nam = 1
      !     | ^~~
      ! note: did you mean `name`?
      ! error: playlists/empty.toml has errors
      ! hint: `mixtape edit empty` opens it
      ! hint: `git -C 'STORE' checkout -- 'playlists/empty.toml'` discards edits with errors
      [65]
      """#)
  }

  @Test func `restore brings back an earlier version`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape rename calm Still
      Renamed calm to "Still".
      $ mixtape restore calm --at HEAD~1
      Restored calm from commit-1.
      ! hint: `mixtape undo` undoes this
      $ mixtape restore calm --at HEAD~2
      ! Nothing to restore: calm already has these values.
      [1]
      $ mixtape restore calm --at HEAD~2 --dry-run
      ! Nothing to restore: calm already has these values.
      [1]
      """#)
  }

  @Test func `errors about deleted playlists name the command`() throws {
    try CommandFixture().expect(
      #"""
      $ rm playlists/empty.toml
      $ mixtape show empty
      ! error: there is no playlist empty
      ! hint: empty was deleted; `mixtape restore empty` restores it
      [66]
      $ mixtape delete calm
      Deleted calm.
      ! note: committed a hand edit: Delete empty by hand
      ! hint: `mixtape undo` restores it
      $ rm .git/mixtape/history
      $ mixtape edit calm
      ! error: there is no playlist calm
      ! hint: calm was deleted; `mixtape restore calm` restores it
      [66]
      """#)
  }

  @Test func `a deleted playlist or podcast is restored by its name`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape delete empty
      Deleted empty.
      ! hint: `mixtape undo` restores it
      $ mixtape rename calm "Nothing"
      Renamed calm to "Nothing".
      $ mixtape restore "nothing yet" --dry-run
      Would commit: Restore empty as it was at commit-1
      Nothing Yet (empty), created
      ! Nothing was changed.
      $ mixtape restore "Nothing Yet"
      Restored empty from commit-1.
      ! hint: `mixtape undo` undoes this
      """#)
  }

  @Test func `errors about renamed playlists name the present id`() throws {
    try CommandFixture().expect(
      #"""
      $ git mv playlists/evening/calm.toml playlists/evening/still.toml
      $ mixtape remove calm 1
      ! note: committed a hand edit: Rename calm to still by hand
      ! error: there is no playlist calm
      ! hint: calm was renamed to still: `mixtape show still`
      [66]
      $ mixtape restore calm
      ! error: there is no playlist calm
      ! hint: calm was renamed to still: `mixtape show still`
      [66]
      $ mixtape restore calm --at HEAD~1
      Restored calm from commit-1.
      ! hint: `mixtape undo` undoes this
      """#)
  }

  @Test func `invalid restorations are errors`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape restore calms --at HEAD
      ! error: there is no playlist or podcast calms
      ! hint: did you mean calm?
      ! hint: `mixtape list` lists the playlists, and `mixtape podcast list` the podcasts
      [66]
      $ mixtape restore 'no id'
      ! error: there is no playlist or podcast with the name "no id"
      ! hint: `mixtape list` lists the playlists, and `mixtape podcast list` the podcasts
      [66]
      $ printf 'nam = 1\n' > playlists/empty.toml
      $ git commit -q -a -m Broken
      $ printf 'name = "Whole"\n' > playlists/empty.toml
      $ mixtape restore empty --at HEAD
      ! note: committed a hand edit: Edit empty by hand
      ! playlists/empty.toml:1:1: error: unknown key `nam`
      !   1 | nam = 1
      !     | ^~~
      ! note: did you mean `name`?
      ! error: the earlier version of playlists/empty.toml has errors; nothing was changed
      [65]
      """#)
  }

  @Test func `events as JSON`() throws {
    let fixture = try CommandFixture()
    try fixture.expect(
      #"""
      $ mixtape delete empty
      Deleted empty.
      ! hint: `mixtape undo` restores it
      $ mixtape restore empty --dry-run --json
      {
        "operation": "restore",
        "changed": true,
        "subject": "Restore empty as it was at commit-1",
        "commit": null,
        "differences": [
          {
            "path": "playlists/empty.toml",
            "oldPath": null,
            "status": "added",
            "playlist": "empty",
            "podcast": null,
            "changes": {
              "fields": [
                {
                  "field": "name",
                  "old": null,
                  "new": "Nothing Yet"
                }
              ],
              "episodes": {
                "added": [],
                "removed": [],
                "moved": []
              }
            },
            "patch": "diff --git a/playlists/empty.toml b/playlists/empty.toml\nnew file mode 100644\nindex 0000000..commit-2\n--- /dev/null\n+++ b/playlists/empty.toml\n@@ -0,0 +1 @@\n+name = \"Nothing Yet\"\n"
          }
        ]
      }
      $ mixtape restore empty --json
      {
        "operation": "restore",
        "changed": true,
        "playlist": {
          "id": "empty",
          "folder": "",
          "name": "Nothing Yet",
          "description": "",
          "episodes": [],
          "created": "2026-03-01T06:01:00Z",
          "updated": "2026-03-01T06:06:00Z",
          "continuous": true,
          "shuffle": false,
          "smart": false,
          "conditions": null,
          "match": "all",
          "search": null,
          "sort": [
            "library"
          ],
          "limit": null,
          "seed": null
        },
        "podcast": null,
        "restored": "commit-1",
        "commit": "commit-3"
      }
      """#)
    let head = try fixture.sandbox.git("rev-parse", "HEAD")
    let again = fixture.mixtape(["restore", "empty", "--at", "HEAD", "--json"])
    #expect(again.status == .nothingToDo)
    for member in [
      #""changed": false"#, #""id": "empty""#, #""name": "Nothing Yet""#, #""podcast": null"#,
      #""restored": "\#(head)""#, #""commit": null"#,
    ] { #expect(again.output.contains(member), "\(again.output)") }
  }
}
