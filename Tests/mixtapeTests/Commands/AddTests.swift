import StoreBrowser
import Testing

@Suite struct AddTests {
  @Test func `add appends an episode or inserts it at a position`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape add morning night-sky/comets
      Added 1 episode to morning.
      $ mixtape add morning four-seasons/winter --at 1
      Added 1 episode to morning.
      $ git diff HEAD~2 -- playlists
      diff --git a/playlists/morning.toml b/playlists/morning.toml
      index commit-1..commit-2 100644
      --- a/playlists/morning.toml
      +++ b/playlists/morning.toml
      @@ -4,7 +4,9 @@ description = "Short news first."
       shuffle = false

       episodes = [
      +  "four-seasons/winter",
         "daily-byte/monday",     # always first
         "night-sky/auroras",
         "night-sky/gone",
      +  "night-sky/comets",
       ]
      """#)
  }

  @Test func `an episode that is already in the playlist is reported and the others are added`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape add morning night-sky/auroras night-sky/comets --dry-run
      Would commit: Add 1 episode to morning
      Morning Commute (morning)
        +  4  Comets (night-sky/comets)
      ! note: night-sky/auroras is already in the playlist
      ! Nothing was changed.
      $ mixtape add morning night-sky/auroras night-sky/comets
      Added 1 episode to morning.
      ! note: night-sky/auroras is already in the playlist
      $ mixtape add morning night-sky/auroras
      ! note: night-sky/auroras is already in the playlist
      ! Nothing to add: morning already contains them.
      ! hint: `--again` adds an episode that is already there
      [1]
      """#)
  }

  @Test func `a repeated episode is added once`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape add calm night-sky/comets night-sky/comets
      Added 1 episode to calm.
      ! note: night-sky/comets was given more than once
      ! hint: `--again` adds an episode that is already there
      $ mixtape add empty - night-sky/comets
      < night-sky/comets
      < night-sky/auroras
      Added 2 episodes to empty.
      ! note: night-sky/comets was given more than once
      ! hint: `--again` adds an episode that is already there
      """#)
  }

  @Test func `a missing episode is added with a warning`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape add calm night-sky/aurora nothing/like-it --missing
      Added 2 episodes to calm.
      ! warning: the library has no episode night-sky/aurora; it is added anyway
      ! hint: did you mean night-sky/auroras?
      ! warning: the library has no episode nothing/like-it; it is added anyway
      """#)
  }

  @Test func `an item without episodes adds nothing`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape add calm empty
      ! Nothing to add: the named items contain no episodes.
      [1]
      $ mixtape episode rate empty 4
      ! Nothing to rate: the named items contain no episodes.
      [1]
      """#)
  }

  @Test func `add reads ids from standard input`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape add empty -
      < # a comment
      <
      < night-sky/comets
      <   daily-byte/monday
      Added 2 episodes to empty.
      $ mixtape add empty -
      ! Nothing to add: standard input contains no episode ids.
      [1]
      $ mixtape add empty -
      < night-sky/auroras
      < ../secret
      ! error: standard input, line 2: "../secret" is not a valid id: it starts with `.`
      [65]
      $ mixtape add empty -
      < night-sky/comets   Comets   1:02:03
      ! error: standard input, line 1: "night-sky/comets   Comets   1:02:03" is not a valid id: it contains a space; ids consist of lower-case letters, digits, `-`, `_` and `.`
      ! hint: `mixtape search --ids` prints only ids
      [65]
      """#)
  }

  @Test func `a cut-off title and the second part of an id are explained`() throws {
    let files = [
      "playlists/mini.toml": "name = \"Mini\"\n",
      "library/night-sky.toml": """
      title = "Night Sky Radio"

      [[episodes]]
      id = "042-auroras"
      title = "Auroras"

      """,
    ]
    try CommandFixture(with: files).expect(
      #"""
      $ mixtape add mini aurora
      ! error: there is no playlist, podcast or episode with the name "aurora"
      ! hint: did you mean night-sky/042-auroras (Auroras)?
      ! hint: `mixtape search` finds episodes
      [66]
      $ mixtape remove mini 042-auroras
      ! error: there is no episode with the name "042-auroras"
      ! hint: did you mean night-sky/042-auroras (Auroras)?
      ! hint: an id has the form <podcast>/<episode>; `mixtape search` finds episodes
      [66]
      """#)
  }

  @Test func `invalid additions are errors`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape add calm night-sky/
      ! error: "night-sky/" is not a valid id: the form of an episode id is <podcast>/<episode>
      [64]
      $ mixtape add calm night-sky/comets --at 9
      ! error: there is no position 9: the playlist has 1 episode
      ! hint: `mixtape show` shows the positions
      [66]
      $ mixtape add calm night-sky/comets --at 0
      ! error: --at requires a position; positions start at 1
      ! Usage: mixtape add [<options>] <id> [<what> ...]
      !   See 'mixtape add --help' for more information.
      [64]
      $ mixtape add calm
      ! error: name the episodes, or give a rule with --where
      ! hint: `mixtape add --help` explains the arguments
      [64]
      """#)
  }

  @Test func `a stale lock of git is reported with the command that removes it`() throws {
    try CommandFixture().expect(
      #"""
      $ touch .git/index.lock
      $ mixtape add calm night-sky/comets
      ! error: git is running in this repository, or was interrupted: STORE/.git/index.lock exists
      ! hint: try again in a moment
      ! hint: `mixtape doctor` shows which process holds the lock
      ! hint: if no git process is running in this store: `rm 'STORE/.git/index.lock'`
      [75]
      $ rm .git/index.lock
      $ mixtape add calm night-sky/comets
      Added 1 episode to calm.
      """#)
  }

  @Test func `JSON lists added and refused episodes`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape add calm four-seasons/winter night-sky/comets nothing/like-it --json
      {
        "operation": "add",
        "changed": true,
        "playlist": {
          "id": "calm",
          "folder": "evening",
          "name": "Calm",
          "description": "",
          "episodes": [
            "four-seasons/winter",
            "night-sky/comets",
            "nothing/like-it"
          ],
          "created": "2026-03-01T06:01:00Z",
          "updated": "2026-03-01T06:04:00Z",
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
        "playlists": [
          "calm"
        ],
        "episodes": [
          "night-sky/comets",
          "nothing/like-it"
        ],
        "refused": [
          "four-seasons/winter"
        ],
        "commit": "commit-1"
      }
      ! {"note":{"code":"already-there","message":"four-seasons/winter is already in the playlist","hints":[]}}
      ! {"warning":{"code":"missing-episode","message":"the library has no episode nothing/like-it; it is added anyway","hints":[]}}
      """#)
  }
}
