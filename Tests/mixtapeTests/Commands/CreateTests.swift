import TestSupport
import Testing

@testable import mixtape

@Suite struct CreateTests {
  @Test func `the id comes from the name`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape create "Sunday Kitchen" --description "Slow." --episode night-sky/comets --episode night-sky/comets
      Created sunday-kitchen with 1 episode.
      $ cat playlists/sunday-kitchen.toml
      name = "Sunday Kitchen"
      description = "Slow."

      episodes = [
        "night-sky/comets",
      ]
      $ git log -1 --format=%s
      Create sunday-kitchen
      """#)
  }

  @Test func `an id and a folder can be given`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape create "Sunday" --id sonntag --folder home/slow
      Created sonntag.
      $ cat playlists/home/slow/sonntag.toml
      name = "Sunday"

      episodes = [
      ]
      """#)
  }

  @Test func `a template sets what the playlist starts from`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape create "Fresh Air" --template recently-added
      Created fresh-air.
      $ head -3 playlists/fresh-air.toml
      # Everything of the last two weeks, newest first
      name = "Fresh Air"
      description = "What is new in the library."
      $ mixtape create X --template recently-aded
      ! error: there is no template recently-aded
      ! hint: did you mean recently-added?
      ! hint: `mixtape create --list-templates` lists the templates
      [66]
      """#)
  }

  @Test func `a template of the store wins`() throws {
    try Laboratory().expect(
      #"""
      $ mkdir templates
      $ printf '# Mine.\nname = "-"\nshuffle = false\n' > templates/focus.toml
      $ mixtape create "Deep Work" --template focus
      Created deep-work.
      ! note: committed what was changed by hand: Create focus by hand
      $ cat playlists/deep-work.toml
      # Mine.
      name = "Deep Work"
      shuffle = false
      $ mixtape create --list-templates
      bedtime                One quiet episode, then silence
      best-sound             Only what sounds well on good headphones
      commute                Fresh and short, no longer in all than the way to work
      deep-cuts              A twentieth of what you have hardly touched, at random but repeatable
      empty                  An empty list with every part explained
      focus                  Mine.
      long-listens           Three quarters of an hour and more, for trains and rainy Sundays
      most-played            What you return to most often
      not-played-in-a-month  Good things you have not heard for a month
      one-genre              Everything of one genre, by album
      recently-added         Everything of the last two weeks, newest first
      short-episodes         A quarter of an hour or less, for queues and kettles
      tempo-range            Music within a range of tempo, slow to fast
      top-rated              Four stars and more, best first
      unfinished-series      A series in order, from the first episode you have not heard
      workout                Fast music for an hour of running or rowing
      """#)
  }

  @Test func `a template with errors is told of where templates are listed`() throws {
    let laboratory = try Laboratory()
    try laboratory.sandbox.write("# Mine.\nnam = 1\nlimit = true\n", to: "templates/broken.toml")
    try laboratory.sandbox.write("", to: "templates/Not A Name.toml")
    let outcome = laboratory.mixtape(["create", "--list-templates"])
    #expect(outcome.output.contains("broken                 Mine.\n"))
    #expect(
      outcome.errors == """
        warning: templates/broken.toml has 2 errors; no playlist can start from it
        hint: `mixtape check` shows what is wrong
        warning: templates/Not A Name.toml has 1 error; it is left out
        hint: `mixtape check` shows what is wrong

        """)
    #expect(outcome.status == .done)
  }

  @Test func `what cannot be created`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape create Calm --id calm
      ! error: there is already a playlist with the id calm
      ! hint: `--id` gives a new playlist another id
      [73]
      $ mixtape create "🎲"
      ! error: no id can be made from the name "🎲"
      ! hint: `--id` gives one
      [64]
      $ mixtape create ""
      ! error: a playlist cannot have this name: it is empty
      [64]
      $ mixtape create x --id X
      ! error: "X" is not a valid id: it contains `X`; ids consist of lower-case letters, digits, `-`, `_` and `.`
      ! hint: as an id it would be x
      [64]
      $ mixtape create x --folder ../up
      ! error: "../up" is not a valid folder: a name in it starts with `.`
      [64]
      $ mixtape create x --episode nonsense
      ! error: "nonsense" is not a valid id: the form of an episode id is <podcast>/<episode>
      [64]
      $ mixtape create
      ! error: give the playlist a name
      ! Usage: mixtape create [<options>] [<name>]
      !   See 'mixtape create --help' for more information.
      [64]
      $ mixtape create "An Episode Away" --episode night-sky/comet
      Created an-episode-away with 1 episode.
      ! warning: the library has no episode night-sky/comet; it is added anyway
      ! hint: did you mean night-sky/comets?
      """#)
  }

  @Test func `JSON tells what was made`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape create "A" --json
      {
        "operation": "create",
        "changed": true,
        "playlist": {
          "id": "a",
          "folder": "",
          "name": "A",
          "description": "",
          "episodes": [],
          "created": "2026-03-01T06:03:00Z",
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
        "episodes": [],
        "refused": [],
        "commit": "commit-1"
      }
      """#)
  }
}
