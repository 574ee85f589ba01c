import Testing

@Suite struct RevertTests {
  @Test func `an earlier change goes and later ones stay`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape remove morning daily-byte/monday
      $ mixtape add morning night-sky/comets --at 1
      $ mixtape revert HEAD~1 --dry-run
      $ mixtape revert HEAD~1
      $ cat playlists/morning.toml
      $ git log -1 --format=%B
      $ mixtape undo
      """#)
  }

  @Test func `nothing to revert`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape rename calm Still
      $ mixtape undo
      $ mixtape revert HEAD~1
      $ mixtape revert HEAD~1 --dry-run
      $ git commit -q --allow-empty -m Empty
      $ mixtape revert HEAD
      $ mixtape revert HEAD~3
      $ mixtape revert nowhere
      """#)
  }

  @Test func `conflicts are named one by one`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape rename calm Still
      $ mixtape rename calm Stiller
      $ mixtape revert HEAD~1
      $ mixtape revert HEAD~1 --json
      $ mixtape move calm night
      $ mixtape move calm /
      $ mixtape revert HEAD~1
      $ mixtape create New
      $ mixtape describe new Later
      $ mixtape revert HEAD~1
      $ mixtape describe new Gone
      $ mixtape delete new
      $ mixtape revert HEAD~1
      $ mixtape create New --folder later
      $ mixtape revert HEAD~1
      """#)
  }

  @Test func `as JSON`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape rename empty Full
      $ mixtape revert HEAD --dry-run --json
      $ mixtape revert HEAD --json
      $ mixtape revert HEAD~1 --json
      """#)
  }
}
