import Testing

@Suite struct RestoreTests {
  @Test func `a deleted playlist comes back`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape delete calm
      Deleted calm.
      ! hint: `mixtape undo` brings it back
      $ mixtape rename morning Later
      Renamed morning to "Later".
      $ mixtape restore calm --dry-run
      $ mixtape restore calm
      $ mixtape restore calm
      $ git log -1 --format=%B
      $ git status --short
      """#)
  }

  @Test func `an earlier version comes back`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape rename calm Still
      Renamed calm to "Still".
      $ mixtape restore calm --at HEAD~1
      $ mixtape restore calm --at HEAD~2
      $ mixtape restore calm --at HEAD~2 --dry-run
      $ mixtape undo
      """#)
  }

  @Test func `what cannot be restored`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape restore nothing
      $ mixtape restore calms --at HEAD
      $ mixtape restore calm --at nowhere
      $ mixtape restore 'no id'
      $ printf 'nam = 1\n' > playlists/empty.toml
      $ git commit -q -a -m Broken
      $ printf 'name = "Whole"\n' > playlists/empty.toml
      $ mixtape restore empty --at HEAD
      """#)
  }

  @Test func `as JSON`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape delete empty
      Deleted empty.
      ! hint: `mixtape undo` brings it back
      $ mixtape restore empty --dry-run --json
      $ mixtape restore empty --json
      $ mixtape restore empty --at HEAD --json
      """#)
  }
}
