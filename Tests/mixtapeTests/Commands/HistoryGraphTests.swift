import Testing

@testable import mixtape

/// `history` in a store with merges.
@Suite struct HistoryGraphTests {
  @Test func `a merge has lines to both sides`() throws {
    try CommandFixture().expect(
      #"""
      $ git checkout -q -b side
      $ mixtape describe morning Late.
      Changed the description of morning.
      $ mixtape add empty night-sky/comets
      Added 1 episode to empty.
      $ git checkout -q main
      $ mixtape add morning night-sky/comets
      Added 1 episode to morning.
      $ GIT_COMMITTER_DATE=2026-03-01T07:00:00Z GIT_AUTHOR_DATE=2026-03-01T07:00:00Z git merge -q --no-edit side
      Auto-merging playlists/morning.toml
      $ mixtape history --graph
      * commit-1  2026-03-01 08:00  Merge branch 'side'
      |\
      * | commit-2  2026-03-01 07:07  Add 1 episode to morning
      | * commit-3  2026-03-01 07:05  Add 1 episode to empty
      | * commit-4  2026-03-01 07:03  Describe morning
      |/
      * commit-5  2026-03-01 07:01  Create the store
      $ mixtape history --graph --limit 2
      * commit-1  2026-03-01 08:00  Merge branch 'side'
      |\
      * | commit-2  2026-03-01 07:07  Add 1 episode to morning
      ! hint: `--limit 2 --page 2` shows earlier changes
      $ mixtape history --graph --limit 2 --page 2
      | * commit-3  2026-03-01 07:05  Add 1 episode to empty
      | * commit-4  2026-03-01 07:03  Describe morning
      ! hint: `--limit 2 --page 3` shows earlier changes
      $ mixtape history empty --graph --long
      * commit-1  2026-03-01 08:00  Merge branch 'side'
      |\
      | * commit-3  2026-03-01 07:05  Add 1 episode to empty
      | |             - Comets (night-sky/comets)
      |/
      * commit-5  2026-03-01 07:01  Create the store
      $ mixtape history --graph --operation add
      * commit-2  2026-03-01 07:07  Add 1 episode to morning
      | * commit-3  2026-03-01 07:05  Add 1 episode to empty
      """#)
  }

  @Test func `changes that came by a sync are marked`() throws {
    try CommandFixture().expect(
      #"""
      $ git init -q --bare -b main ../remote.git
      $ git remote add origin ../remote.git
      $ mixtape sync
      Pushed all changes to the new branch origin/main.
      $ git clone -q ../remote.git ../clone
      $ mixtape rename calm Still --store ../clone
      Renamed calm to "Still".
      ! warning: in this clone, git merges playlists line by line
      ! hint: `mixtape doctor --repair` lets git merge them by meaning
      $ mixtape sync --store ../clone
      Pushed 1 change to origin/main.
      $ mixtape describe calm Quiet.
      Changed the description of calm.
      $ mixtape sync
      Received 1 change from origin/main and pushed 2.
        calm: renamed to "Still"
      $ mixtape history --graph
      * commit-1  2026-03-01 07:09  Merge changes from origin/main
      |\
      * | commit-2  2026-03-01 07:07  Describe calm
      | * commit-3  2026-03-01 07:04  Rename calm to "Still"  received
      |/
      * commit-4  2026-03-01 07:01  Create the store
      """#)
  }

  @Test func `JSON has both parents of a merge`() throws {
    let fixture = try CommandFixture()
    _ = try fixture.shell("git checkout -q -b side")
    _ = fixture.mixtape(["rename", "empty", "Nothing"])
    _ = try fixture.shell("git checkout -q main")
    _ = fixture.mixtape(["rename", "calm", "Still"])
    _ = try fixture.shell("GIT_COMMITTER_DATE=2026-03-01T07:00:00Z git merge -q --no-edit side")
    let outcome = fixture.mixtape(["history", "--json", "--limit", "1"])
    let parents = try fixture.shell("git rev-parse HEAD^1 HEAD^2").split(separator: "\n")
    #expect(outcome.output.contains(#""received": false"#))
    #expect(outcome.output.contains("\"parents\": [\n      \"\(parents[0])\",\n      \"\(parents[1])\"\n    ]"))
  }
}
