import StoreBrowser
import Testing

@Suite struct RevertTests {
  @Test func `revert undoes one change and keeps the later ones`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape remove morning daily-byte/monday
      Removed daily-byte/monday from morning.
      $ mixtape add morning night-sky/comets --at 1
      Added 1 episode to morning.
      $ mixtape revert HEAD~1 --dry-run
      Would commit: Revert "Remove 1 episode from morning"
      Morning Commute (morning)
        +  1  A Patch Tuesday on a Monday (daily-byte/monday)
      ! Nothing was changed.
      $ mixtape revert HEAD~1
      Reverted: Remove 1 episode from morning
      ! hint: `mixtape undo` undoes this
      $ cat playlists/morning.toml
      # Twenty minutes of tram.
      name = "Morning Commute"
      description = "Short news first."
      shuffle = false

      episodes = [
        "daily-byte/monday",     # always first
        "night-sky/comets",
        "night-sky/auroras",
        "night-sky/gone",
      ]
      """#)
  }

  @Test func `revert without an effect`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape rename calm Still
      Renamed calm to "Still".
      $ mixtape undo
      Undone: Rename calm to "Still"
      ! Next undo: nothing
      ! Next redo: Rename calm to "Still"
      ! hint: `mixtape redo` redoes it
      $ mixtape revert HEAD~1
      ! Nothing to revert: the change has no effect any more: Rename calm to "Still"
      [1]
      $ mixtape revert HEAD~1 --dry-run
      ! Nothing to revert: the change has no effect any more.
      [1]
      $ git commit -q --allow-empty -m Empty
      $ mixtape revert HEAD
      ! Nothing to revert: the change affects no file of the store: Empty
      [1]
      $ mixtape revert HEAD~3
      ! error: there is no earlier state to return to: Create the store
      [1]
      """#)
  }

  @Test func `each conflict is listed`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape rename calm Still
      Renamed calm to "Still".
      $ mixtape rename calm Stiller
      Renamed calm to "Stiller".
      $ mixtape revert HEAD~1
      ! conflict: playlists/evening/calm.toml: name: was "Calm" before the change, and is "Stiller" since commit-1 by A U Thor
      ! error: this change cannot be undone, because other changes conflict with it: Rename calm to "Still"; nothing was changed
      ! hint: `mixtape revert commit-1` takes the later change back first
      [65]
      $ mixtape revert HEAD~1 --json
      ! {"error":{"code":"conflict","message":"this change cannot be undone, because other changes conflict with it: Rename calm to \"Still\"; nothing was changed","hints":["`mixtape revert commit-1` takes the later change back first"],"status":65,"diagnostics":[],"conflicts":[{"path":"playlists/evening/calm.toml","reason":"key","key":"name","before":"\"Calm\"","now":"\"Stiller\"","commit":"commit-1"}]}}
      [65]
      $ mixtape move calm night
      Moved calm to night.
      $ mixtape move calm /
      Moved calm to the top.
      $ mixtape revert HEAD~1
      ! conflict: playlists/calm.toml: would be moved to playlists/evening/calm.toml, and was moved by A U Thor in commit-2
      ! error: this change cannot be undone, because other changes conflict with it: Move calm to night; nothing was changed
      ! hint: change the values yourself; `mixtape history` lists the other changes
      [65]
      $ mixtape create New
      Created new.
      $ mixtape describe new Later
      Changed the description of new.
      $ mixtape revert HEAD~1
      ! conflict: playlists/new.toml: would be removed, and was changed by A U Thor in commit-3
      ! error: this change cannot be undone, because other changes conflict with it: Create new; nothing was changed
      ! hint: change the values yourself; `mixtape history` lists the other changes
      [65]
      $ mixtape describe new Gone
      Changed the description of new.
      $ mixtape delete new
      Deleted new.
      ! hint: `mixtape undo` restores it
      $ mixtape revert HEAD~1
      ! conflict: playlists/new.toml: would be changed, and was deleted by A U Thor in commit-4
      ! error: this change cannot be undone, because other changes conflict with it: Describe new; nothing was changed
      ! hint: change the values yourself; `mixtape history` lists the other changes
      [65]
      $ mixtape create New --folder later
      Created new.
      $ mixtape revert HEAD~1
      ! conflict: playlists/new.toml: would be created, and playlists/later/new.toml has its id
      ! error: this change cannot be undone, because other changes conflict with it: Delete new; nothing was changed
      ! hint: change the values yourself; `mixtape history` lists the other changes
      [65]
      """#)
  }

  @Test func `events as JSON`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape rename empty Full
      Renamed empty to "Full".
      $ mixtape revert HEAD --json
      {
        "operation": "revert",
        "changed": true,
        "reverted": {
          "commit": "commit-1",
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
        "commit": "commit-2"
      }
      """#)
  }
}
