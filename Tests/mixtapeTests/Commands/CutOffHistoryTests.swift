import Testing

@Suite struct CutOffHistoryTests {
  @Test func `a shallow clone reports that older history is not available`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape add calm night-sky/comets
      Added 1 episode to calm.
      $ mixtape rename calm Still
      Renamed calm to "Still".
      $ git rev-parse HEAD~1 > .git/shallow
      $ mixtape history
      commit-1  2026-03-01 07:05  Rename calm to "Still"
      commit-2  2026-03-01 07:03  Add 1 episode to calm
      ! hint: older history is not available: this clone is shallow; `git fetch --unshallow` fetches the rest
      $ mixtape history --limit 1
      commit-1  2026-03-01 07:05  Rename calm to "Still"
      ! hint: `--limit 1 --page 2` shows earlier changes
      $ mixtape blame calm
      ^commit-2  2026-03-01 07:03  1  Winter  Add 1 episode to calm
      ^commit-2  2026-03-01 07:03  2  Comets  Add 1 episode to calm
      ! hint: `^` marks the oldest available commit; the episode may be older
      $ mixtape show calm --at @{2}
      ! error: there is no revision "@{2}"
      ! hint: older history is not available: this clone is shallow; `git fetch --unshallow` fetches the rest
      [66]
      $ mixtape undo 2
      ! error: there is only 1 change to undo; nothing was changed
      ! hint: `mixtape undo` undoes it
      ! hint: older history is not available: this clone is shallow; `git fetch --unshallow` fetches the rest
      [1]
      $ mixtape revert HEAD~1
      ! error: there is no earlier state to return to: Add 1 episode to calm
      ! hint: older history is not available: this clone is shallow; `git fetch --unshallow` fetches the rest
      [1]
      $ mixtape undo
      Undone: Rename calm to "Still"
      ! Next undo: nothing
      ! Next redo: Rename calm to "Still"
      ! hint: `mixtape redo` redoes it
      $ mixtape undo
      ! error: there is nothing to undo
      ! hint: older history is not available: this clone is shallow; `git fetch --unshallow` fetches the rest
      [1]
      """#)
  }

  @Test func `a playlist that was deleted before the boundary may be in older history`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape delete calm
      Deleted calm.
      ! hint: `mixtape undo` restores it
      $ mixtape rename fresh Newest
      Renamed fresh to "Newest".
      $ git rev-parse HEAD > .git/shallow
      $ mixtape restore calm
      ! error: there is no playlist or podcast calm
      ! hint: `mixtape list` lists the playlists, and `mixtape podcast list` the podcasts
      ! hint: older history is not available: this clone is shallow; `git fetch --unshallow` fetches the rest
      [66]
      $ mixtape history calm
      ! error: there is no playlist or podcast calm
      ! hint: `mixtape list` lists the playlists, and `mixtape podcast list` the podcasts
      ! hint: older history is not available: this clone is shallow; `git fetch --unshallow` fetches the rest
      [66]
      """#)
  }
}
