import TerminalUI
import Testing

@Suite struct AddTests {
  @Test func `an episode goes to the end or to a position`() throws {
    try Laboratory().expect(
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

  @Test func `one that is there already is reported, and the rest added`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape add morning night-sky/auroras night-sky/comets
      Added 1 episode to morning.
      ! note: night-sky/auroras is already in the playlist
      $ mixtape add morning night-sky/auroras
      ! note: night-sky/auroras is already in the playlist
      ! Nothing to add: morning already contains them.
      [1]
      """#)
  }

  @Test func `one that is given twice is added once`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape add calm night-sky/comets night-sky/comets
      Added 1 episode to calm.
      ! note: night-sky/comets was given more than once
      $ mixtape add empty - night-sky/comets
      < night-sky/comets
      < night-sky/auroras
      Added 2 episodes to empty.
      ! note: night-sky/comets was given more than once
      $ git log -1 --format=%B
      Add 2 episodes to empty

      - Comets (night-sky/comets)
      - Auroras (night-sky/auroras)

      Mixtape-Operation: add

      """#)
  }

  @Test func `one that the library does not have is added with a warning`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape add calm night-sky/aurora nothing/like-it
      Added 2 episodes to calm.
      ! warning: the library has no episode night-sky/aurora; it is added anyway
      ! hint: did you mean night-sky/auroras?
      ! warning: the library has no episode nothing/like-it; it is added anyway
      $ mixtape show calm
      Calm (calm)

      folder      evening
      continuous  yes
      shuffle     yes

        1  Winter   The Four Seasons  four-seasons/winter
        2  missing                    night-sky/aurora
        3  missing                    nothing/like-it
      """#)
  }

  @Test func `ids come from standard input`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape add empty -
      < # a comment
      <
      < night-sky/comets
      <   daily-byte/monday
      Added 2 episodes to empty.
      $ mixtape add empty -
      ! Nothing to add: standard input named no episodes.
      [1]
      $ mixtape add empty -
      < night-sky/auroras
      < ../secret
      ! error: standard input, line 2: "../secret" is not a valid id: it starts with `.`
      [65]
      """#)
  }

  @Test func `what cannot be added`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape add calm night-sky/
      ! error: "night-sky/" is not a valid id: the form of an episode id is <podcast>/<episode>
      [64]
      $ mixtape add calm nonsense
      ! error: "nonsense" is not a valid id: the form of an episode id is <podcast>/<episode>
      [64]
      $ mixtape add calm night-sky/comets --at 9
      ! error: there is no position 9: the playlist has 1 episode
      ! hint: `mixtape show` numbers the episodes
      [66]
      $ mixtape add calm night-sky/comets --at 0
      ! error: --at takes a position, and positions start at 1
      ! Usage: mixtape add <id> <episode> ... [--at <n>] [--store <dir>] [--json] [--color <when>] [--no-pager]
      !   See 'mixtape add --help' for more information.
      [64]
      $ mixtape add calmm night-sky/comets
      ! error: there is no playlist calmm
      ! hint: did you mean calm?
      ! hint: `mixtape list` lists the playlists
      [66]
      $ mixtape add calm
      ! error: Missing expected argument '<episode> ...'
      ! Help:  <episode>  Episodes, as <podcast>/<episode>; `-` reads them from standard input, one a line. Empty lines and lines that begin with # are ignored.
      ! Usage: mixtape add <id> <episode> ... [--at <n>] [--store <dir>] [--json] [--color <when>] [--no-pager]
      !   See 'mixtape add --help' for more information.
      [64]
      """#)
  }

  @Test func `a lock that git left is named, with the way to clear it`() throws {
    try Laboratory().expect(
      #"""
      $ touch .git/index.lock
      $ mixtape add calm night-sky/comets
      ! error: git is at work in this repository, or was interrupted: STORE/.git/index.lock is there
      ! hint: try again in a moment
      ! hint: `mixtape doctor` looks for who holds it
      ! hint: if no git is running in this store: `rm 'STORE/.git/index.lock'`
      [75]
      $ rm .git/index.lock
      $ mixtape add calm night-sky/comets
      Added 1 episode to calm.
      """#)
  }

  @Test func `JSON tells what was added and what was refused`() throws {
    try Laboratory().expect(
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
          "updated": "2026-03-01T06:03:00Z",
          "continuous": true,
          "shuffle": true,
          "smart": false,
          "conditions": null,
          "match": "all",
          "search": null,
          "sort": [
            "title"
          ],
          "limit": null,
          "seed": null
        },
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
