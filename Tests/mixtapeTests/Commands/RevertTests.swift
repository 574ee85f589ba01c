import TerminalUI
import Testing

@Suite struct RevertTests {
  @Test func `an earlier change goes and later ones stay`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape remove morning daily-byte/monday
      Removed 1 episode from morning.
      $ mixtape add morning night-sky/comets --at 1
      Added 1 episode to morning.
      $ mixtape revert HEAD~1 --dry-run
      Would commit: Revert "Remove 1 episode from morning"
      Morning Commute (morning)
        +  2  A Patch Tuesday on a Monday (daily-byte/monday)
      ! Nothing was changed.
      $ mixtape revert HEAD~1
      Reverted: Remove 1 episode from morning
      ! hint: `mixtape undo` takes that back
      $ cat playlists/morning.toml
      # Twenty minutes of tram.
      name = "Morning Commute"
      description = "Short news first."
      shuffle = false

      episodes = [
        "night-sky/comets",
        "daily-byte/monday",     # always first
        "night-sky/auroras",
        "night-sky/gone",
      ]
      $ git log -1 --format=%B
      Revert "Remove 1 episode from morning"

      Mixtape-Operation: revert
      Mixtape-Reverts: commit-1

      $ mixtape undo
      Undone: Revert "Remove 1 episode from morning"
      ! Next undo: Add 1 episode to morning
      ! Next redo: Revert "Remove 1 episode from morning"
      ! hint: `mixtape redo` does it again
      """#)
  }

  @Test func `nothing to revert`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape rename calm Still
      Renamed calm to "Still".
      $ mixtape undo
      Undone: Rename calm to "Still"
      ! Next undo: nothing
      ! Next redo: Rename calm to "Still"
      ! hint: `mixtape redo` does it again
      $ mixtape revert HEAD~1
      ! Nothing is left to revert of: Rename calm to "Still"
      [1]
      $ mixtape revert HEAD~1 --dry-run
      ! Nothing is left to revert of that change.
      [1]
      $ git commit -q --allow-empty -m Empty
      $ mixtape revert HEAD
      ! Nothing to revert: no file of the store is changed by: Empty
      [1]
      $ mixtape revert HEAD~3
      ! error: there is no state before this to go back to: Create the store
      [1]
      $ mixtape revert nowhere
      ! error: there is no revision "nowhere"
      ! hint: `mixtape history` lists the revisions; @{1}, yesterday and 2026-03-01 are understood too
      [66]
      """#)
  }

  @Test func `conflicts are named one by one`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape rename calm Still
      Renamed calm to "Still".
      $ mixtape rename calm Stiller
      Renamed calm to "Stiller".
      $ mixtape revert HEAD~1
      ! conflict: playlists/evening/calm.toml: name: changed from "Calm" to "Still", and is "Stiller" now
      ! error: later changes conflict with this revert: Rename calm to "Still"; nothing was changed
      ! hint: resolve the conflicts by hand, or undo the later changes first
      [65]
      $ mixtape revert HEAD~1 --json
      ! {"error":{"code":"conflict","message":"later changes conflict with this revert: Rename calm to \"Still\"; nothing was changed","hints":["resolve the conflicts by hand, or undo the later changes first"],"status":65,"diagnostics":[],"conflicts":[{"path":"playlists/evening/calm.toml","reason":"key","key":"name","before":"Calm","after":"Still","now":"Stiller"}]}}
      [65]
      $ mixtape move calm night
      Moved calm to night.
      $ mixtape move calm /
      Moved calm to the top.
      $ mixtape revert HEAD~1
      ! conflict: playlists/calm.toml: folder: changed from "evening" to "night", and is the top now
      ! error: later changes conflict with this revert: Move calm to night; nothing was changed
      ! hint: resolve the conflicts by hand, or undo the later changes first
      [65]
      $ mixtape create New
      Created new.
      $ mixtape describe new Later
      Described new.
      $ mixtape revert HEAD~1
      ! conflict: playlists/new.toml: the change made it, and it was changed since
      ! error: later changes conflict with this revert: Create new; nothing was changed
      ! hint: resolve the conflicts by hand, or undo the later changes first
      [65]
      $ mixtape describe new Gone
      Described new.
      $ mixtape delete new
      Deleted new.
      ! hint: `mixtape undo` brings it back
      $ mixtape revert HEAD~1
      ! conflict: playlists/new.toml: the change edited it, and it is gone now
      ! error: later changes conflict with this revert: Describe new; nothing was changed
      ! hint: resolve the conflicts by hand, or undo the later changes first
      [65]
      $ mixtape create New --folder later
      Created new.
      $ mixtape revert HEAD~1
      ! conflict: playlists/new.toml: its place is taken by playlists/later/new.toml now
      ! error: later changes conflict with this revert: Delete new; nothing was changed
      ! hint: resolve the conflicts by hand, or undo the later changes first
      [65]
      """#)
  }

  @Test func `as JSON`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape rename empty Full
      Renamed empty to "Full".
      $ mixtape revert HEAD --dry-run --json
      {
        "operation": "revert",
        "changed": true,
        "subject": "Revert \"Rename empty to \"Full\"\"",
        "commit": null,
        "differences": [
          {
            "path": "playlists/empty.toml",
            "oldPath": null,
            "status": "modified",
            "playlist": "empty",
            "podcast": null,
            "changes": {
              "fields": [
                {
                  "field": "name",
                  "old": "Full",
                  "new": "Nothing Yet"
                }
              ],
              "episodes": {
                "added": [],
                "removed": [],
                "moved": []
              }
            },
            "patch": "diff --git a/playlists/empty.toml b/playlists/empty.toml\nindex commit-1..commit-2 100644\n--- a/playlists/empty.toml\n+++ b/playlists/empty.toml\n@@ -1 +1 @@\n-name = \"Full\"\n+name = \"Nothing Yet\"\n"
          }
        ]
      }
      $ mixtape revert HEAD --json
      {
        "operation": "revert",
        "changed": true,
        "reverted": {
          "commit": "commit-3",
          "date": "2026-03-01T06:03:00Z",
          "author": "A U Thor",
          "subject": "Rename empty to \"Full\"",
          "body": "",
          "operation": "rename",
          "playlists": [
            "empty"
          ],
          "podcasts": []
        },
        "commit": "commit-4"
      }
      $ mixtape revert HEAD~1 --json
      {
        "operation": "revert",
        "changed": false,
        "reverted": {
          "commit": "commit-3",
          "date": "2026-03-01T06:03:00Z",
          "author": "A U Thor",
          "subject": "Rename empty to \"Full\"",
          "body": "",
          "operation": "rename",
          "playlists": [
            "empty"
          ],
          "podcasts": []
        },
        "commit": null
      }
      [1]
      """#)
  }
}
