import Testing

@Suite struct InitTests {
  @Test func `a store is made once`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape init new
      Made a store in STORE/new.
      ! hint: `mixtape create "Morning Commute"` makes the first playlist
      $ ls -A new
      .git
      .gitattributes
      mixtape.toml
      $ mixtape init new
      ! error: there is a store in STORE/new already; nothing was changed
      [73]
      $ mixtape init --store other/place
      Made a store in STORE/other/place.
      ! hint: `mixtape create "Morning Commute"` makes the first playlist
      $ mixtape init a --store b
      ! error: give the directory once: as an argument, or with --store
      ! Usage: mixtape init [<dir>] [--from <dir>] [--store <dir>] [--json] [--color <when>] [--no-pager]
      !   See 'mixtape init --help' for more information.
      [64]
      """#)
  }

  @Test func `files of a folder are taken in`() throws {
    try Laboratory().expect(
      #"""
      $ mkdir -p ../origin/playlists
      $ cp playlists/morning.toml ../origin/playlists
      $ mixtape init --from ../origin ../copy
      Made a store in ROOT/copy with 1 playlist and 0 podcasts.
      $ mixtape init --from ../origin ../copy2 --json
      {
        "store": "ROOT/copy2",
        "playlists": 1,
        "podcasts": 0,
        "commit": "commit-1"
      }
      $ mixtape init --from ../nowhere ../copy3
      ! error: there is no directory ROOT/nowhere to take files from
      [66]
      $ printf 'nam = 1\n' > ../origin/playlists/bad.toml
      $ mixtape init --from ../origin ../copy4
      ! playlists/bad.toml:1:1: error: unknown key `nam`
      !   1 | nam = 1
      !     | ^~~
      ! note: did you mean `name`?
      ! error: errors in 1 file that would be taken in; no store was made
      [65]
      $ ls ..
      copy
      copy2
      home
      origin
      store
      $ ls ../copy/playlists
      morning.toml
      """#)
  }
}
