import StoreBrowser
import Testing

@testable import mixtape

@Suite struct HistoryTests {
  @Test func `changes are listed, the latest first`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape rename calm Still
      Renamed calm to "Still".
      $ mixtape add calm night-sky/comets
      Added 1 episode to calm.
      $ mixtape history
      commit-1  2026-03-01 07:05  Add 1 episode to calm
      commit-2  2026-03-01 07:03  Rename calm to "Still"
      commit-3  2026-03-01 07:01  Create the store
      $ mixtape history calm --long
      commit-1  2026-03-01 07:05  Add 1 episode to calm
                  - Comets (night-sky/comets)
      commit-2  2026-03-01 07:03  Rename calm to "Still"
      commit-3  2026-03-01 07:01  Create the store
      $ mixtape history --limit 1
      commit-1  2026-03-01 07:05  Add 1 episode to calm
      ! hint: `--limit 1 --page 2` shows earlier changes
      $ mixtape history --limit 1 --page 3
      commit-3  2026-03-01 07:01  Create the store
      $ mixtape history --page 9
      ! No changes found.
      """#)
  }

  @Test func `history lists the changes of a deleted playlist`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape delete calm
      Deleted calm.
      ! hint: `mixtape undo` restores it
      $ mixtape history calm
      commit-1  2026-03-01 07:03  Delete calm
      commit-2  2026-03-01 07:01  Create the store
      """#)
  }

  @Test func `filters can be combined`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape add calm night-sky/comets
      Added 1 episode to calm.
      $ mixtape rename calm Still
      Renamed calm to "Still".
      $ mixtape add empty night-sky/comets
      Added 1 episode to empty.
      $ git commit -q --allow-empty -m Nothing
      $ mixtape history --episode night-sky/comets
      commit-1  2026-03-01 07:07  Add 1 episode to empty
      commit-2  2026-03-01 07:03  Add 1 episode to calm
      $ mixtape history calm --episode night-sky/comets
      commit-2  2026-03-01 07:03  Add 1 episode to calm
      $ mixtape history --operation rename --operation init
      commit-3  2026-03-01 07:05  Rename calm to "Still"
      commit-4  2026-03-01 07:01  Create the store
      $ mixtape history --operation git
      ! No changes found.
      $ mixtape history --since '2026-03-01 07:05' --until '2026-03-01 07:06'
      commit-3  2026-03-01 07:05  Rename calm to "Still"
      $ mixtape history --since today --operation add --limit 1
      commit-1  2026-03-01 07:07  Add 1 episode to empty
      ! hint: `--limit 1 --page 2` shows earlier changes
      $ mixtape history --until yesterday
      ! No changes found.
      $ mixtape history --episode night-sky/comet
      ! No changes found.
      ! hint: did you mean night-sky/comets?
      """#)
  }

  @Test func `invalid filters are usage errors`() throws {
    let fixture = try CommandFixture()
    for arguments in [
      ["--operation", "ad"], ["--since", "soon"], ["--until", "2026-02-30"], ["--episode", "night-sky/"],
    ] {
      let outcome = fixture.mixtape(["history"] + arguments)
      #expect(outcome.status == .usage && outcome.output.isEmpty, "\(outcome)")
    }
  }

  @Test func `JSON contains every field`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape rename calm Still
      Renamed calm to "Still".
      $ mixtape history calm --limit 1 --json
      [
        {
          "commit": "commit-1",
          "date": "2026-03-01T06:03:00Z",
          "author": "A U Thor",
          "subject": "Rename calm to \"Still\"",
          "body": "",
          "operation": "rename",
          "playlists": [
            "calm"
          ],
          "podcasts": [],
          "episodes": [],
          "received": false,
          "parents": [
            "commit-2"
          ]
        }
      ]
      """#)
  }

  @Test func `options with numbers have limits`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape history --limit 0
      ! error: --limit requires a number from 1 to 100000
      ! Usage: mixtape history [<options>] [<id>]
      !   See 'mixtape history --help' for more information.
      [64]
      $ mixtape history --page 0
      ! error: --page requires a number from 1 to 1000000
      ! Usage: mixtape history [<options>] [<id>]
      !   See 'mixtape history --help' for more information.
      [64]
      """#)
  }
}
